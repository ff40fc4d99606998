// What a method is: a planner that turns clean candidate rows and one number into slots, or a score in front of such a planner.
//
// A planner is a struct (its members are its options, with defaults) with
//   static constexpr input needs                      the inputs it cannot do without
//   template <class Arch> status build(const inputs&, const task&, workspace&, plan_storage&, Arch) const noexcept
// and, where it differs from the default,
//   static constexpr input compares = input::metric   the rows it compares: the door hands over their squared norms
//   static constexpr input needs_any = a | b          inputs of which one is enough
//   static constexpr bool takes_budget = false        its count is fixed by its options alone
//   static constexpr bool publishes_class_row = false the published code drops the class row, which only asks: `official` does so, too
//   bounds slots(const layout&, const task&) const    how many slots come of t.count candidates when t.slots are asked for (none: the
//                                                     method decides; the answer {none, none} says that it cannot)
//   status check(const layout&, const task&) const    why build would refuse this task, before any data: the door and slots() ask it
//   index_t own_count(const task&) const              slots to make of the candidates when no budget is given, or none
//   template <class Arch> void measure(const inputs&, const task&, workspace&, Arch) const    takes what build will take
//   template <class Self, class Visit> static void options(Self&, Visit&&)                    names its options (see option.hpp)
//   template <class Self, class Visit> static void tensors(Self&, Visit&&)                    names tensors of its own (see option.hpp)
//   status check_tensors(const inputs&) const         needs_tensor where one of them is missing or does not fit; a score may have it, too
// A score is a struct with `needs` and
//   template <class Arch> status operator()(const inputs&, workspace&, float* score_of_row, Arch) const noexcept
// and optionally `measure(const inputs&, workspace&, Arch)`, `options`, and `as_published()`, a copy of itself with the published code's defaults.
//
// Gives: task, scored<Score, Planner>, and one trait per optional member. Order and ties, cost, workspace: those of the method.
// Errors: a type that is no planner fails in make_plan with the message vtc-P1.
#pragma once

#include <type_traits>
#include <utility>

#include "vtc/budget/budget.hpp"
#include "vtc/inputs.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {

enum class role : std::uint8_t { kept, candidate, padding };  // kept: protected by the layout

struct task {
  const index_t* candidate;  // [count] source rows: valid, unprotected, finite, ascending
  index_t count;
  index_t slots;              // to make of them; none: the method decides
  index_t region;             // which region they are, or none: all of them
  index_t kept;               // protected rows among the rows of this call
  index_t kept_in_all;        // protected rows of the whole layout: with `each`, those of no region or of another one, too
  index_t lead;               // protected rows in front of the first candidate (a class row at 0 shifts ToMe's even and odd)
  const float* squared_norm;  // [count] of the compared rows, for planners that compare
  const role* roles;          // [N] what became of every row
  slot_order order;           // `source`: the door puts the slots in order, whatever order they are built in
  bool official;              // counts, order and coefficients of the published code

  // Where a row stands among the candidates, or none.
  VTC_INLINE index_t place_of(index_t row) const noexcept {
    index_t low = 0, high = count;
    while (low < high) {
      const index_t middle = low + (high - low) / 2;
      if (candidate[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low < count && candidate[low] == row ? low : none;
  }
};

namespace detail {

template <class P, class = void>
struct compared : std::integral_constant<input, input::nothing> {};
template <class P>
struct compared<P, std::void_t<decltype(P::compares)>> : std::integral_constant<input, P::compares> {};

template <class P, class = void>
struct takes_budget : std::true_type {};
template <class P>
struct takes_budget<P, std::void_t<decltype(P::takes_budget)>> : std::bool_constant<P::takes_budget> {};

template <class P, class = void>
struct publishes_class_row : std::true_type {};
template <class P>
struct publishes_class_row<P, std::void_t<decltype(P::publishes_class_row)>> : std::bool_constant<P::publishes_class_row> {};

template <class P, class = void>
struct needs_any : std::integral_constant<input, input::nothing> {};
template <class P>
struct needs_any<P, std::void_t<decltype(P::needs_any)>> : std::integral_constant<input, P::needs_any> {};

template <class P, class = void>
struct is_scored : std::false_type {};
template <class P>
struct is_scored<P, std::void_t<typename P::score_type, typename P::planner_type>> : std::true_type {};

template <class P, class = void>
struct has_slots : std::false_type {};
template <class P>
struct has_slots<P, std::void_t<decltype(std::declval<const P&>().slots(std::declval<const layout&>(), std::declval<const task&>()))>>
    : std::true_type {};

template <class P, class = void>
struct has_check : std::false_type {};
template <class P>
struct has_check<P, std::void_t<decltype(std::declval<const P&>().check(std::declval<const layout&>(), std::declval<const task&>()))>>
    : std::true_type {};

template <class P, class = void>
struct has_check_tensors : std::false_type {};
template <class P>
struct has_check_tensors<P, std::void_t<decltype(std::declval<const P&>().check_tensors(std::declval<const inputs&>()))>> : std::true_type {
};

template <class P, class = void>
struct has_own_count : std::false_type {};
template <class P>
struct has_own_count<P, std::void_t<decltype(std::declval<const P&>().own_count(std::declval<const task&>()))>> : std::true_type {};

template <class P, class Arch, class = void>
struct has_measure : std::false_type {};
template <class P, class Arch>
struct has_measure<P, Arch,
                   std::void_t<decltype(std::declval<const P&>().measure(std::declval<const inputs&>(), std::declval<const task&>(),
                                                                         std::declval<workspace&>(), Arch{}))>> : std::true_type {};
template <class S, class Arch, class = void>
struct score_has_measure : std::false_type {};
template <class S, class Arch>
struct score_has_measure<
    S, Arch, std::void_t<decltype(std::declval<const S&>().measure(std::declval<const inputs&>(), std::declval<workspace&>(), Arch{}))>>
    : std::true_type {};

// The score as it was set, or with what the published code does where nothing was set.
template <class S, class = void>
struct has_published_form : std::false_type {};
template <class S>
struct has_published_form<S, std::void_t<decltype(std::declval<const S&>().as_published())>> : std::true_type {};
template <class S>
VTC_INLINE S published(const S& score, bool official) noexcept {
  if constexpr (has_published_form<S>::value)
    if (official) return score.as_published();
  return score;
}

template <class P, class Arch, class = void>
struct is_planner : std::false_type {};
template <class P, class Arch>
struct is_planner<P, Arch,
                  std::void_t<decltype(P::needs),
                              decltype(std::declval<const P&>().build(std::declval<const inputs&>(), std::declval<const task&>(),
                                                                      std::declval<workspace&>(), std::declval<plan_storage&>(), Arch{}))>>
    : std::bool_constant<noexcept(std::declval<const P&>().build(std::declval<const inputs&>(), std::declval<const task&>(),
                                                                 std::declval<workspace&>(), std::declval<plan_storage&>(), Arch{}))> {};

}  // namespace detail

// Whether what the method picks depends on one score per row, its own or the host's.
template <class P>
inline constexpr bool ranks_by_scores = detail::is_scored<P>::value || covers(P::needs, input::scores);

// Any score before any planner that needs scores.
template <class Score, class Planner>
struct scored {
  using score_type = Score;
  using planner_type = Planner;
  static constexpr input needs = without(Score::needs | Planner::needs, input::scores);
  static constexpr input needs_any = detail::needs_any<Score>::value;

  Score score{};
  Planner planner{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    if constexpr (has_options<Score>::value) Score::options(self.score, visit);
    if constexpr (has_options<Planner>::value) Planner::options(self.planner, visit);
  }
  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    if constexpr (has_tensors<Score>::value) Score::tensors(self.score, visit);
    if constexpr (has_tensors<Planner>::value) Planner::tensors(self.planner, visit);
  }

 private:
  struct any_visitor {};
  template <class P, class = void>
  struct has_options : std::false_type {};
  template <class P>
  struct has_options<P, std::void_t<decltype(&P::template options<P, any_visitor&>)>> : std::true_type {};
  template <class P, class = void>
  struct has_tensors : std::false_type {};
  template <class P>
  struct has_tensors<P, std::void_t<decltype(&P::template tensors<P, any_visitor&>)>> : std::true_type {};
};

// The planner inside: itself, or what stands behind the score.
template <class P>
VTC_INLINE const auto& planner_of(const P& policy) noexcept {
  if constexpr (detail::is_scored<P>::value) return policy.planner;
  else return policy;
}

namespace detail {

// Whether the method can follow this kind of budget.
template <class P>
VTC_INLINE bool follows(const budget& want) noexcept {
  using planner_type = std::decay_t<decltype(planner_of(std::declval<const P&>()))>;
  if (want.reads_scores() && !ranks_by_scores<P>) return false;
  return want.by == budget::rule::method || takes_budget<planner_type>::value;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
