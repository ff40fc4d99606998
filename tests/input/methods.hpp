// Every method of the catalogue, in every way that matters, behind one face: so that a property is written once and asked of all.
//
// Include this in one file of a test program: it instantiates every method.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "input/token_field.hpp"
#include "vtc/compress.hpp"
#include "vtc/method/catalogue.hpp"

namespace input {

struct method {
  std::string name;       // with what was set
  vtc::input needs, needs_any;
  vtc::counting counts;
  bool takes_budget;      // else its options alone fix the count
  bool compares;          // rows with a norm that is not finite are padding
  bool reads_scores;      // follows budgets that look at scores
  bool compares_tokens;   // the rows compared are the tokens themselves
  bool needs_grid;        // reads where a cell lies
  bool pools;             // averages cells of the grid
  bool selects;           // one row a slot
  bool reads_sizes;       // merged rows weigh as their sizes say

  std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&)> make_plan;
  std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&, const vtc::mutable_rows&)> compress;
  std::function<vtc::status(const vtc::layout&, const vtc::budget&, vtc::bounds&)> slots;
  std::function<std::size_t(const vtc::inputs&, const vtc::budget&, int lanes)> workspace_bytes;
};

// A method that cannot work without a tensor of its own gets one: made of the scores, or the layers of a small network.
struct tensor_giver {
  const vtc::inputs& in;
  void operator()(const std::string& name, vtc::rows& tensor, const char*) const {
    if (name == "middle" && in.scores != nullptr && in.where.count > 0) tensor = vtc::view(in.scores, 1, in.where.count);
    static const std::vector<float> numbers = random_rows(1, 16384, 99);
    const vtc::index_t width = in.tokens.width;
    if (width <= 0 || width > 1024) return;
    if (name == "norm_weight" || name == "norm_bias") tensor = vtc::view(numbers.data() + 7, 1, width);
    const vtc::index_t sides[] = {width, 8, 4, 3, 2};
    for (vtc::index_t k = 1; k <= 4; ++k) {
      const std::string layer = "linear" + std::to_string(k);
      if (name == layer + "_weight") tensor = vtc::view(numbers.data() + 100 * k, sides[k], sides[k - 1]);
      if (name == layer + "_bias") tensor = vtc::view(numbers.data() + 50 * k, 1, sides[k]);
    }
  }
};
template <class P, class = void>
struct has_tensors : std::false_type {};
template <class P>
struct has_tensors<P, std::void_t<decltype(P::tensors(std::declval<P&>(), std::declval<tensor_giver>()))>> : std::true_type {};
template <class P>
P with_tensors(P policy, const vtc::inputs& in) {
  if constexpr (has_tensors<P>::value) P::tensors(policy, tensor_giver{in});
  return policy;
}

template <class P>
method make_method(const P& policy, const std::string& set = "") {
  using planner = std::decay_t<decltype(vtc::planner_of(policy))>;
  method m{};
  m.name = std::string(P::information.name) + set;
  m.needs = P::needs;
  m.needs_any = vtc::detail::needs_any<P>::value;
  m.counts = P::information.counts;
  m.takes_budget = vtc::detail::takes_budget<planner>::value;
  m.compares = vtc::detail::compared<planner>::value != vtc::input::nothing;
  m.compares_tokens = vtc::detail::compared<planner>::value == vtc::input::tokens;
  m.reads_scores = vtc::detail::is_scored<P>::value || vtc::covers(P::needs, vtc::input::scores);
  m.needs_grid = vtc::covers(P::needs, vtc::input::geometry);
  m.reads_sizes = std::is_base_of_v<vtc::merge::bipartite, planner>;
  m.pools = P::information.what == vtc::family::pooling;
  m.selects = P::information.what == vtc::family::selection;
  m.make_plan = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan) {
    return vtc::make_plan(with_tensors(policy, in), in, want, memory, plan);
  };
  m.compress = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan, const vtc::mutable_rows& out) {
    return vtc::compress(with_tensors(policy, in), in, want, memory, plan, out);
  };
  m.slots = [policy](const vtc::layout& where, const vtc::budget& want, vtc::bounds& out) { return vtc::slots(policy, where, want, out); };
  m.workspace_bytes = [policy](const vtc::inputs& in, const vtc::budget& want, int lanes) { return vtc::workspace_bytes(with_tensors(policy, in), in, want, lanes); };
  return m;
}

// Each method as it is, and with the options that change its way.
inline std::vector<method> methods() {
  std::vector<method> list;
  for (vtc::index_t i = 0; i < vtc::method_count; ++i) vtc::with_method(i, [&](auto policy) { list.push_back(make_method(policy)); });
  vtc::method::block_pool block{};
  block.how = vtc::pool::mode::max;
  list.push_back(make_method(block, ":mode=max"));
  block.how = vtc::pool::mode::bilinear;
  list.push_back(make_method(block, ":mode=bilinear"));
  block.how = vtc::pool::mode::mean;
  block.odd = vtc::pool::edge::partial;
  list.push_back(make_method(block, ":edge=partial"));
  vtc::method::adaptive_pool adaptive{};
  adaptive.how = vtc::pool::mode::max;
  list.push_back(make_method(adaptive, ":mode=max"));
  adaptive.how = vtc::pool::mode::bilinear;
  list.push_back(make_method(adaptive, ":mode=bilinear"));
  vtc::method::tome tome{};
  tome.max_remove = 3;
  list.push_back(make_method(tome, ":max_remove=3"));
  vtc::method::visionzip visionzip{};
  visionzip.planner.contextual = 3;
  visionzip.planner.normalise = true;
  list.push_back(make_method(visionzip, ":contextual=3,normalise"));
  vtc::method::query_similarity query{};
  query.score.how = vtc::score::match::mean;
  query.score.dissimilar = true;
  list.push_back(make_method(query, ":match=mean,dissimilar"));
  vtc::method::query_similarity raters{};
  raters.score.raters = true;
  list.push_back(make_method(raters, ":raters"));
  vtc::method::received_attention every{};
  every.score.every = 3;
  list.push_back(make_method(every, ":every=3"));
  vtc::method::cdpruner blend{};
  blend.planner.how = vtc::select::relevance_kernel::blend;
  list.push_back(make_method(blend, ":kernel=blend"));
  blend.planner.how = vtc::select::relevance_kernel::theta;
  list.push_back(make_method(blend, ":kernel=theta"));
  vtc::method::atc atc{};
  atc.linkage = vtc::merge::cluster_distance::complete;
  list.push_back(make_method(atc, ":linkage=complete"));
  vtc::method::cdpruner cdpruner{};
  cdpruner.planner.sign = vtc::relevance::dissimilar;
  list.push_back(make_method(cdpruner, ":relevance=dissimilar"));
  return list;
}

}  // namespace input
