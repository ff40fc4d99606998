// The plan: for every output slot, which source rows go into it and with what coefficient.
//
// Gives: plan_view, a borrowed table. Slot s takes source[slot_begin[s] .. slot_begin[s+1]) with weight[...] (null: every weight is 1, and
// `mean` divides by the number of entries); it inherits place and ids of the row anchor[s]. Coefficients are final.
// plan_storage owns such a table; it grows by malloc and stays, an allocation that fails sticks and is reported by finish(). Over bytes of the
// caller it never grows: bytes_for(slots, entries) tells how many they are, at any address that is a multiple of 4.
// Order and ties: slots ascend by anchor unless the method's own order was asked for; `appended` extra slots stand last. A planner opens one with
// append(): it may do so in every region, the door moves them all to the end.
// Cost: 8 bytes an entry, 8 a slot, held twice (the door puts slots in order). Workspace: none.
// Errors: out_of_memory from reserve and finish. Invariants are written and checked in plan/check.hpp.
#pragma once

#include <cstdlib>
#include <cstring>

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

enum class reduction : std::uint8_t {
  mean,         // sum in entry order, times 1/n
  linear,       // sum of weight * row
  maximum,      // element by element; NaN only where every row is NaN
  keep_norm,    // linear, then stretched to the length of the longest member
  concatenate,  // entries side by side; `none` gives zeros
  anchor        // the anchor's row, byte for byte
};

struct cells {  // the slots are a grid themselves (all 0: they are not)
  index_t frames, height, width;
};

namespace note {
inline constexpr std::uint32_t identity = 1;       // every valid row is kept as it is
inline constexpr std::uint32_t partition = 2;      // every source is in at most one slot
inline constexpr std::uint32_t incomplete = 4;     // fewer slots than asked for
inline constexpr std::uint32_t rank_loss = 8;      // the method ran out of directions; the rest was filled by relevance
inline constexpr std::uint32_t non_finite = 16;    // rows with a non-finite norm were treated as padding
inline constexpr std::uint32_t method_order = 32;  // slots stand in the method's own order
inline constexpr std::uint32_t duplicate = 64;     // a row may be picked twice (published behaviour, on request)
inline constexpr std::uint32_t padded = 128;       // slots without a row, zeros, fill the count (published behaviour, on request)
}  // namespace note

struct plan_view {
  index_t source_count, slot_count, entry_count;
  const index_t* slot_begin;  // [slot_count + 1]
  const index_t* source;      // [entry_count]; none is a hole, only for concatenate
  const float* weight;        // [entry_count] or null
  const index_t* anchor;      // [slot_count]
  reduction how;
  index_t appended;
  cells shape;
  std::uint32_t notes;

  VTC_INLINE bool has(std::uint32_t n) const noexcept { return (notes & n) != 0; }
  // One unweighted source per slot: rows are copied.
  VTC_INLINE bool selection() const noexcept { return entry_count == slot_count && weight == nullptr && how != reduction::concatenate; }
};

class plan_storage {
 public:
  VTC_INLINE plan_storage() noexcept {}
  VTC_INLINE plan_storage(void* bytes, index_t slots, index_t entries) noexcept {
    void* rest = table_.borrow(bytes, slots, entries);
    spare_.borrow(rest, slots, entries);
  }
  VTC_INLINE static std::size_t bytes_for(index_t slots, index_t entries) noexcept {
    return slots < 0 || entries < 0 ? 0 : 2 * table::size(slots, entries);
  }
  plan_storage(const plan_storage&) = delete;
  plan_storage& operator=(const plan_storage&) = delete;
  VTC_INLINE ~plan_storage() {
    table_.release();
    spare_.release();
  }

  // Room for so many slots and entries, so that building needs no allocation.
  VTC_INLINE status reserve(index_t slots, index_t entries) noexcept {
    return table_.reserve(slots, entries) && spare_.reserve(slots, entries) ? status::ok : status::out_of_memory;
  }

  VTC_INLINE void clear(index_t source_count) noexcept {
    view_ = plan_view{};
    view_.source_count = source_count;
    failed_ = weighted_ = false;
  }
  // Opens a slot; the entries added next belong to it.
  VTC_INLINE void slot(index_t anchor) noexcept {
    if (view_.slot_count >= table_.slots && !more(doubled(table_.slots), 0)) return;
    table_.begin[view_.slot_count] = view_.entry_count;
    table_.anchor[view_.slot_count++] = anchor;
  }
  // Opens an extra slot that stands last, whatever its anchor.
  VTC_INLINE void append(index_t anchor) noexcept {
    slot(appended_mark - anchor);
    ++view_.appended;
  }
  VTC_INLINE void add(index_t source) noexcept {
    if (view_.entry_count >= table_.entries && !more(0, doubled(table_.entries))) return;
    table_.source[view_.entry_count] = source;
    table_.weight[view_.entry_count++] = 1;
  }
  VTC_INLINE void add(index_t source, float weight) noexcept {
    add(source);
    if (failed_) return;
    weighted_ = true;
    table_.weight[view_.entry_count - 1] = weight;
  }
  VTC_INLINE void pick(index_t source) noexcept {
    slot(source);
    add(source);
  }
  VTC_INLINE void reduce_by(reduction how) noexcept { view_.how = how; }
  VTC_INLINE void shape(cells grid) noexcept { view_.shape = grid; }
  VTC_INLINE void appended(index_t slots) noexcept { view_.appended = slots; }
  VTC_INLINE void add_note(std::uint32_t n) noexcept { view_.notes |= n; }

  // Starts the table over; copy_slot(k) then takes the k-th slot of what was there, so slots can be put into another order. Both tables get the
  // room: they change places, and the next call of this size shall find all it needs.
  VTC_INLINE void start_copy(index_t slots, index_t entries) noexcept {
    if (failed_ || finish() != status::ok || reserve(slots, entries) != status::ok) {
      failed_ = true;
      return;
    }
    const table old = table_;
    table_ = spare_;
    spare_ = old;
    view_.slot_count = view_.entry_count = 0;
  }
  VTC_INLINE void copy_slot(index_t k) noexcept {
    if (failed_) return;
    slot(spare_.anchor[k]);
    for (index_t e = spare_.begin[k]; e < spare_.begin[k + 1]; ++e) {
      add(spare_.source[e]);
      if (!failed_) table_.weight[view_.entry_count - 1] = spare_.weight[e];
    }
  }

  // Closes the table. Until then view() must not be read.
  VTC_INLINE status finish() noexcept {
    if (failed_ || !table_.reserve(view_.slot_count, view_.entry_count)) return status::out_of_memory;
    table_.begin[view_.slot_count] = view_.entry_count;
    view_.slot_begin = table_.begin;
    view_.source = table_.source;
    view_.anchor = table_.anchor;
    view_.weight = weighted_ ? table_.weight : nullptr;
    return status::ok;
  }
  VTC_INLINE index_t slot_count() const noexcept { return view_.slot_count; }
  VTC_INLINE index_t entry_count() const noexcept { return view_.entry_count; }
  VTC_INLINE index_t appended_count() const noexcept { return view_.appended; }
  VTC_INLINE index_t anchor(index_t slot) const noexcept { return table_.anchor[slot]; }
  VTC_INLINE bool is_appended(index_t slot) const noexcept { return table_.anchor[slot] <= appended_mark; }
  VTC_INLINE bool copies_appended(index_t k) const noexcept { return !failed_ && spare_.anchor[k] <= appended_mark; }  // of copy_slot(k)
  VTC_INLINE void settle(index_t slot) noexcept {  // an appended slot, in its place
    if (!failed_) table_.anchor[slot] = appended_mark - table_.anchor[slot];
  }
  VTC_INLINE const plan_view& view() const noexcept { return view_; }
  VTC_INLINE operator const plan_view&() const noexcept { return view_; }
  VTC_INLINE std::size_t bytes() const noexcept { return table_.bytes() + spare_.bytes(); }

 private:
  struct table {
    index_t *begin, *anchor, *source;
    float* weight;
    index_t slots, entries;
    bool borrowed;

    VTC_INLINE static std::size_t size(index_t s, index_t e) noexcept {
      return (2 * static_cast<std::size_t>(s) + 1) * sizeof(index_t) + static_cast<std::size_t>(e) * (sizeof(index_t) + sizeof(float));
    }
    // The arrays one after the other; returns what lies behind them.
    VTC_INLINE void* borrow(void* bytes, index_t s, index_t e) noexcept {
      borrowed = true;
      if (bytes == nullptr || s < 0 || e < 0) return nullptr;
      slots = s;
      entries = e;
      begin = static_cast<index_t*>(bytes);
      anchor = begin + s + 1;
      source = anchor + s;
      weight = static_cast<float*>(static_cast<void*>(source + e));
      return weight + e;
    }

    VTC_INLINE bool reserve(index_t s, index_t e) noexcept {
      if (borrowed) return s <= slots && e <= entries && begin != nullptr;
      if (s > slots || begin == nullptr) {
        s = s > 0 ? s : 1;
        if (s == INT32_MAX || !grow(begin, s + 1) || !grow(anchor, s)) return false;
        slots = s;
      }
      if (e > entries || source == nullptr) {
        e = e > 0 ? e : 1;
        if (!grow(source, e) || !grow(weight, e)) return false;
        entries = e;
      }
      return true;
    }
    VTC_INLINE void release() noexcept {
      if (borrowed) return;
      std::free(begin);
      std::free(anchor);
      std::free(source);
      std::free(weight);
    }
    VTC_INLINE std::size_t bytes() const noexcept { return begin == nullptr ? 0 : size(slots, entries); }
    template <class T>
    VTC_INLINE static bool grow(T*& p, index_t n) noexcept {
      void* grown = std::realloc(p, sizeof(T) * static_cast<std::size_t>(n));
      if (grown == nullptr) return false;
      p = static_cast<T*>(grown);
      return true;
    }
  };

  VTC_INLINE static index_t doubled(index_t n) noexcept { return n > INT32_MAX / 2 - 8 ? INT32_MAX - 1 : 2 * n + 8; }
  VTC_INLINE bool more(index_t slots, index_t entries) noexcept {
    const bool full = slots <= table_.slots && entries <= table_.entries;  // as many as an index can count
    if (!failed_ && (full || !table_.reserve(slots, entries))) failed_ = true;
    return !failed_;
  }

  static constexpr index_t appended_mark = -2;  // while the plan is built, anchor a of an appended slot stands as appended_mark - a

  table table_{}, spare_{};
  bool failed_ = false, weighted_ = false;
  plan_view view_{};
};

}  // namespace v0_1
}  // namespace vtc
