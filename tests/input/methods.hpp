// Every method of the catalogue, in every way that matters, behind one face: so that a property is written once and asked of all.
//
// Include this in one file of a test program: it instantiates every method.
#pragma once

#include <functional>
#include <string>
#include <vector>

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
  bool needs_grid;        // pools cells
  bool selects;           // one row a slot
  bool reads_sizes;       // merged rows weigh as their sizes say

  std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&)> make_plan;
  std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&, const vtc::mutable_rows&)> compress;
  std::function<vtc::status(const vtc::layout&, const vtc::budget&, vtc::bounds&)> slots;
  std::function<std::size_t(const vtc::inputs&, const vtc::budget&, int lanes)> workspace_bytes;
};

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
  m.reads_scores = vtc::detail::is_scored<P>::value || vtc::covers(P::needs, vtc::input::scores);
  m.needs_grid = vtc::covers(P::needs, vtc::input::geometry);
  m.reads_sizes = std::is_base_of_v<vtc::merge::bipartite, planner>;
  m.selects = !m.needs_grid && !m.reads_sizes && !std::is_same_v<planner, vtc::merge::dominant_and_contextual>;
  m.make_plan = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan) {
    return vtc::make_plan(policy, in, want, memory, plan);
  };
  m.compress = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan, const vtc::mutable_rows& out) {
    return vtc::compress(policy, in, want, memory, plan, out);
  };
  m.slots = [policy](const vtc::layout& where, const vtc::budget& want, vtc::bounds& out) { return vtc::slots(policy, where, want, out); };
  m.workspace_bytes = [policy](const vtc::inputs& in, const vtc::budget& want, int lanes) { return vtc::workspace_bytes(policy, in, want, lanes); };
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
  vtc::method::cdpruner cdpruner{};
  cdpruner.planner.sign = vtc::select::relevance::dissimilar;
  list.push_back(make_method(cdpruner, ":relevance=dissimilar"));
  return list;
}

}  // namespace input
