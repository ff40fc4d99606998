/* The C interface of vtc, for hosts in C99, C++11 or any language that calls C. One C++17 file of the program includes <vtc/c/implementation.hpp>,
 * which defines what is declared here; nothing else is needed, no library, no exceptions, no allocation: all memory is the caller's.
 *
 * Inputs: structs of numbers and pointers that mirror vtc/inputs.hpp, view/, budget/ and plan/; a struct of zeros means "not given", a stride of 0
 * "rows packed". Methods and options go by the names of `vtc methods`: vtc_method_parse("visionzip:contextual=8", &method).
 * Gives: plans in the caller's table, rows in the caller's output. What each function promises stands in the C++ header of the same name.
 * Order and ties: as in docs/contracts.md. Cost: that of the method.
 * Workspace: vtc_scratch_bytes is exact for scratch at a multiple of 64; at other addresses 63 bytes more. A plan's table is vtc_table_bytes(slots, entries)
 * at a multiple of 4; N slots and N entries are enough where the plan is a partition of N rows;
 * prumerge and prumerge_plus need K (neighbours + 1) + N entries.
 * Errors: vtc_status; nothing is written then. vtc_message says it in words. Null where a struct is needed: VTC_NULL_ROWS. */
#ifndef VTC_C_VTC_H
#define VTC_C_VTC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a struct or a function changes; vtc_interface_version() tells what the implementation was compiled with. */
#define VTC_INTERFACE_VERSION 1
#define VTC_NONE (-1)

typedef int32_t vtc_status;
enum {
  VTC_OK, VTC_OUT_OF_MEMORY, VTC_NULL_ROWS, VTC_BAD_SHAPE, VTC_UNKNOWN_ELEMENT, VTC_SHAPES_DIFFER, VTC_BAD_INDEX, VTC_GRID_MISMATCH, VTC_KEEP_IS_ZERO,
  VTC_KEEP_BELOW_PROTECTED, VTC_NO_VALID_ROW, VTC_NEEDS_TOKENS, VTC_NEEDS_METRIC, VTC_NEEDS_ALIGNED, VTC_NEEDS_TEXT, VTC_NEEDS_REFERENCE,
  VTC_NEEDS_ATTENTION, VTC_NEEDS_PROJECTIONS, VTC_NEEDS_SCORES, VTC_NEEDS_SIZES, VTC_NEEDS_GEOMETRY, VTC_NEEDS_TENSOR, VTC_NEEDS_BUDGET,
  VTC_BUDGET_UNSUPPORTED, VTC_OPTION_OUT_OF_RANGE, VTC_OUTPUT_TOO_SMALL, VTC_OUTPUT_OVERLAPS, VTC_REDUCTION_UNSUPPORTED, VTC_NOT_A_PARTITION,
  VTC_BAD_PLAN,
  VTC_UNKNOWN_METHOD = 100, VTC_UNKNOWN_OPTION, VTC_UNKNOWN_TENSOR
};
const char* vtc_message(vtc_status s);
int32_t vtc_interface_version(void);

/* ---- rows and layouts */

enum { VTC_F32, VTC_F16, VTC_BF16, VTC_I8, VTC_U8, VTC_I32 };

typedef struct vtc_rows { /* value = scale * (q - zero_point) for I8 and U8; a scale of 0 counts as 1 */
  const void* data;
  int32_t count, width, element;
  ptrdiff_t stride; /* bytes from row to row; 0: packed */
  float scale;
  int32_t zero_point;
  const float* row_scale; /* [count] or null */
} vtc_rows;

typedef struct vtc_output {
  void* data;
  int32_t count, width, element;
  ptrdiff_t stride;
  float scale;
  int32_t zero_point;
  const float* row_scale;
} vtc_output;

typedef struct vtc_region { /* a grid; block 0 or 1: raster order, b: b x b cells are consecutive rows */
  int32_t begin, frames, height, width, row_pitch, frame_pitch;
  uint8_t block;
} vtc_region;

typedef struct vtc_layout {
  int32_t count;
  const vtc_region* regions;
  int32_t region_count;
  const uint8_t* protect; /* [count] or null */
  const uint8_t* valid;   /* [count] or null */
} vtc_layout;

typedef struct vtc_attention { /* softmax weights [heads, queries, keys] */
  const void* data;
  int32_t element, heads, queries, keys;
  ptrdiff_t head_stride, query_stride; /* bytes; 0: packed */
  int32_t class_row;                   /* VTC_NONE: the mean over all queries */
} vtc_attention;

typedef struct vtc_projections { /* queries and keys [N, heads * d] */
  vtc_rows queries, keys;
  int32_t heads;
  float scale;       /* 0: 1 / sqrt(d) */
  int32_t class_row; /* the query row of the class token; VTC_NONE: the mean of all queries */
} vtc_projections;

typedef struct vtc_inputs {
  vtc_layout where;
  vtc_rows tokens, metric, aligned, text, reference;
  vtc_attention attention;
  vtc_projections projections;
  const float *scores, *sizes, *boost; /* [N] each or null */
} vtc_inputs;

/* ---- budgets */

enum { VTC_BY_METHOD, VTC_BY_COUNT, VTC_BY_RATIO, VTC_BY_MASS, VTC_BY_OUTLIERS, VTC_BY_PERPLEXITY };
enum { VTC_ROUND_DOWN, VTC_ROUND_NEAREST, VTC_ROUND_UP };

typedef struct vtc_budget {
  int32_t rule, slots, numerator, denominator;
  float share;
  int32_t least, most, multiple, margin;
  const int32_t* allowed; /* ascending, up to 32 */
  int32_t allowed_count, rounding;
  int32_t each_region, method_order, official; /* 0 or 1 */
} vtc_budget;

static inline vtc_budget vtc_method_decides(void) {
  vtc_budget b = {VTC_BY_METHOD, 0, 0, 1, 0, 1, INT32_MAX, 1, 0, NULL, 0, VTC_ROUND_DOWN, 0, 0, 0};
  return b;
}
static inline vtc_budget vtc_keep(int32_t slots) {
  vtc_budget b = vtc_method_decides();
  b.rule = VTC_BY_COUNT;
  b.slots = slots;
  return b;
}
static inline vtc_budget vtc_keep_ratio(int32_t numerator, int32_t denominator) {
  vtc_budget b = vtc_method_decides();
  b.rule = VTC_BY_RATIO;
  b.numerator = numerator;
  b.denominator = denominator;
  return b;
}

/* ---- methods */

typedef struct vtc_method { /* may be copied; belongs to nobody */
  int32_t place, interface_version;
  uint64_t policy[192];
} vtc_method;

typedef struct vtc_about { /* static strings */
  const char *name, *source, *cost, *scratch, *differences, *when;
  uint32_t needs, needs_any; /* VTC_INPUT_ bits; of needs_any one is enough */
  int32_t option_count, tensor_count;
} vtc_about;
enum {
  VTC_INPUT_TOKENS = 1, VTC_INPUT_METRIC = 2, VTC_INPUT_ALIGNED = 4, VTC_INPUT_TEXT = 8, VTC_INPUT_REFERENCE = 16, VTC_INPUT_ATTENTION = 32,
  VTC_INPUT_PROJECTIONS = 64, VTC_INPUT_SCORES = 128, VTC_INPUT_SIZES = 256, VTC_INPUT_GEOMETRY = 512, VTC_INPUT_BOOST = 1024
};

typedef struct vtc_name { /* of an option, or of a tensor of the method's own */
  const char *name, *help;
} vtc_name;

int32_t vtc_method_count(void);
vtc_status vtc_describe_method(int32_t place, vtc_about* about);
vtc_status vtc_describe_option(int32_t place, int32_t option, vtc_name* name);
vtc_status vtc_describe_tensor(int32_t place, int32_t tensor, vtc_name* name);
vtc_status vtc_method_parse(const char* text, vtc_method* method); /* "name" or "name:option=value,option=value" */
vtc_status vtc_method_set(vtc_method* method, const char* option, const char* value);
vtc_status vtc_method_set_tensor(vtc_method* method, const char* tensor, const vtc_rows* rows); /* borrowed */

/* ---- plans */

enum { VTC_MEAN, VTC_LINEAR, VTC_MAXIMUM, VTC_KEEP_NORM, VTC_CONCATENATE, VTC_ANCHOR };

typedef struct vtc_plan { /* points into the table it was made in */
  int32_t source_count, slot_count, entry_count;
  const int32_t *slot_begin, *source;
  const float* weight; /* null: 1 each */
  const int32_t* anchor;
  int32_t reduction, appended;
  int32_t frames, height, width; /* the slots as a grid, or zeros */
  uint32_t notes;
} vtc_plan;

typedef struct vtc_memory {
  void* scratch;
  size_t scratch_bytes;
  void* table;
  int32_t table_slots, table_entries;
  void* pool; /* the host's threads: run(pool, tasks, body, argument) calls body(argument, 0 .. tasks - 1); null: the calling thread */
  int32_t lanes;
  void (*run)(void* pool, int tasks, void (*body)(void*, int), void* argument);
} vtc_memory;

vtc_status vtc_slots(const vtc_method* method, const vtc_layout* where, const vtc_budget* budget, int32_t* least, int32_t* most);
size_t vtc_scratch_bytes(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, int32_t lanes);
size_t vtc_table_bytes(int32_t slots, int32_t entries);
vtc_status vtc_make_plan(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, const vtc_memory* memory, vtc_plan* plan);
vtc_status vtc_check_plan(const vtc_plan* plan);

vtc_status vtc_apply(const vtc_plan* plan, const vtc_rows* in, const vtc_output* out);
vtc_status vtc_apply_slots(const vtc_plan* plan, const vtc_rows* in, const vtc_output* out, int32_t reduction, int32_t first, int32_t last);
vtc_status vtc_compress(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, const vtc_memory* memory, vtc_plan* plan,
                        const vtc_output* out);
vtc_status vtc_restore(const vtc_plan* plan, const vtc_rows* compressed, const vtc_output* out);
vtc_status vtc_sizes(const vtc_plan* plan, const float* before_or_null, float* sizes);

/* ---- the sequence afterwards */

enum { VTC_POSITIONS_KEEP, VTC_POSITIONS_RENUMBER, VTC_POSITIONS_GRID };
vtc_status vtc_positions(const vtc_plan* plan, const int32_t* original, ptrdiff_t original_stride, int32_t axes, int32_t rule, int32_t base,
                         int32_t* positions, ptrdiff_t stride, int32_t* next_or_null);
vtc_status vtc_slots_per_region(const vtc_plan* plan, const vtc_layout* where, int32_t* counts); /* [region_count], or [1] without regions */

/* ---- the whole in one call, for one grid of float rows: the number of rows written to out and anchors, or minus a status. keep 0: the method
 * decides. scratch holds the table as well. */
int32_t vtc_compress_grid(const char* method, const float* tokens, int32_t count, int32_t width, int32_t grid_height, int32_t grid_width, int32_t keep,
                          void* scratch, size_t scratch_bytes, float* out, int32_t* anchors);

#ifdef __cplusplus
}
#endif

#endif
