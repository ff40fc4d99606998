/* A host as the C interface is for, in C99; host_cxx11.cxx compiles the same file as C++11. Returns 0, or the line that failed. */
#ifndef HOST_RUN
#define HOST_RUN host_c99_run
#endif

#include <string.h>

#include "vtc/c/vtc.h"

#ifdef __cplusplus
extern "C"
#endif
int HOST_RUN(void);

#define EXPECT(condition) \
  if (!(condition)) return __LINE__

/* Eight rows of eight channels on a grid of 2 x 4, and a class row in front. */
static float tokens[9 * 8], class_attention[9], out[9 * 8];
static int32_t ids[9], kept_ids[9];
static uint64_t scratch[4096], table[128];

static int one_call(void) {
  /* Snippet (g): one call, static memory. */
  float pooled[8 * 8];
  int32_t anchors[8];
  int n = vtc_compress_grid("block_pool", tokens, 8, 8, 2, 4, 0, scratch, sizeof scratch, pooled, anchors);
  EXPECT(n == 2 && anchors[0] == 0 && anchors[1] == 2);
  EXPECT(pooled[0] == (tokens[0] + tokens[8] + tokens[32] + tokens[40]) / 4);
  EXPECT(vtc_compress_grid("no_such_method", tokens, 8, 8, 2, 4, 0, scratch, sizeof scratch, pooled, anchors) == -VTC_UNKNOWN_METHOD);
  EXPECT(vtc_compress_grid("divprune", tokens, 8, 8, 2, 4, 3, scratch, 16, pooled, anchors) == -VTC_OUT_OF_MEMORY);
  EXPECT(vtc_compress_grid("divprune", tokens, 8, 8, 2, 4, 3, scratch, sizeof scratch, pooled, anchors) == 3);
  return 0;
}

int HOST_RUN(void) {
  int32_t i, least, most, next;
  const vtc_region grid = {1, 1, 2, 4, 4, 8, 1};
  const vtc_budget budget = vtc_keep(4);
  vtc_inputs in;
  vtc_method method;
  vtc_memory memory;
  vtc_plan plan;
  vtc_output rows;
  vtc_about about;
  memset(&in, 0, sizeof in);
  memset(&memory, 0, sizeof memory);
  memset(&rows, 0, sizeof rows);
  for (i = 0; i < 72; ++i) tokens[i] = (float)((i * 37) % 64) / 8;
  for (i = 0; i < 9; ++i) class_attention[i] = (float)((i * 4) % 9); /* 0 4 8 3 7 2 6 1 5 */
  for (i = 0; i < 9; ++i) ids[i] = 100 + i;

  in.where.count = 9;
  in.where.regions = &grid;
  in.where.region_count = 1;
  in.tokens.data = tokens;
  in.tokens.count = 9;
  in.tokens.width = 8;
  in.attention.data = class_attention;
  in.attention.heads = in.attention.queries = 1;
  in.attention.keys = 9;

  EXPECT(vtc_interface_version() == VTC_INTERFACE_VERSION);
  EXPECT(vtc_method_count() >= 13);
  EXPECT(vtc_describe_method(0, &about) == VTC_OK && strcmp(about.name, "block_pool") == 0);
  EXPECT(vtc_method_parse("fastervlm", &method) == VTC_OK);
  EXPECT(vtc_slots(&method, &in.where, &budget, &least, &most) == VTC_OK && least == 4 && most == 4);
  EXPECT(vtc_scratch_bytes(&method, &in, &budget, 1) <= sizeof scratch);
  EXPECT(vtc_table_bytes(9, 9) <= sizeof table);

  memory.scratch = scratch;
  memory.scratch_bytes = sizeof scratch;
  memory.table = table;
  memory.table_slots = memory.table_entries = 9;
  rows.data = out;
  rows.count = 9;
  rows.width = 8;
  EXPECT(vtc_compress(&method, &in, &budget, &memory, &plan, &rows) == VTC_OK);
  EXPECT(plan.slot_count == 4);
  EXPECT(plan.anchor[0] == 0 && plan.anchor[1] == 2 && plan.anchor[2] == 4 && plan.anchor[3] == 6); /* the class row; 8, 7 and 6 */
  for (i = 0; i < 4; ++i) EXPECT(memcmp(out + 8 * i, tokens + 8 * plan.anchor[i], 32) == 0);
  EXPECT(vtc_positions(&plan, ids, 9, 1, VTC_POSITIONS_KEEP, 0, kept_ids, 9, &next) == VTC_OK);
  EXPECT(kept_ids[0] == 100 && kept_ids[3] == 106 && next == 109);

  in.attention.data = NULL;
  EXPECT(vtc_make_plan(&method, &in, &budget, &memory, &plan) == VTC_NEEDS_ATTENTION);
  EXPECT(strlen(vtc_message(VTC_NEEDS_ATTENTION)) > 0);
  return one_call();
}
