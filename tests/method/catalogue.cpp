#include <vtc/method/catalogue.hpp>

#include <cstring>
#include <set>
#include <string>

#include "catch.hpp"

using vtc::index_t;

TEST_CASE("the catalogue holds every method of the tool, once, each with all its words") {
  std::set<std::string> names;
  for (index_t i = 0; i < vtc::method_count; ++i)
    CHECK(vtc::with_method(i, [&](auto policy) {
      const vtc::about about = policy.information;
      INFO(about.name);
      CHECK(names.insert(about.name).second);
      for (const char* word : {about.name, about.source, about.cost, about.scratch, about.differences, about.when}) CHECK(std::strlen(word) > 0);
      for (const char* c = about.name; *c != 0; ++c) CHECK(((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_'));
    }));
  CHECK(names == std::set<std::string>{"block_pool", "adaptive_pool", "pixel_shuffle", "tome", "top_k", "fastervlm", "received_attention", "visionzip", "query_similarity",
                                       "cdpruner", "divprune", "evit", "trim", "euti", "hiprune", "holov", "hired", "globalcom2", "vispruner", "ats", "scope", "facility_location", "mmtok", "conditional_dpp", "tome_kth", "tome_random", "aim", "tofu", "pitome", "dbdpc", "pact", "dpc_knn", "prumerge", "prumerge_plus", "dart", "learned_head", "farthest_point", "mmr", "kmeans", "token_pooling", "kmedoids", "atc", "random", "uniform"});
}

TEST_CASE("a method is found by its whole name only, and by its place") {
  int called = 0;
  CHECK(vtc::with_method("tome", [&](auto policy) { called += std::string(policy.information.name) == "tome"; }));
  CHECK(called == 1);
  for (const char* name : {"", "tom", "tomes", "Tome", "tome "}) CHECK_FALSE(vtc::with_method(name, [&](auto) { ++called; }));
  CHECK_FALSE(vtc::with_method(vtc::method_count, [&](auto) { ++called; }));
  CHECK_FALSE(vtc::with_method(vtc::none, [&](auto) { ++called; }));
  CHECK(called == 1);
}

namespace {

struct lister {
  std::set<std::string>* names;
  template <class T, class... Rest>
  void operator()(const char* name, T&, Rest...) const {
    names->insert(name);
  }
};
template <class P>
std::set<std::string> options_of() {
  std::set<std::string> names;
  P policy{};
  P::options(policy, lister{&names});
  return names;
}

}  // namespace

TEST_CASE("options are those of the parts, and cdpruner's score has none of its own") {
  CHECK(options_of<vtc::method::block_pool>() == std::set<std::string>{"stride", "kernel", "mode", "edge"});
  CHECK(options_of<vtc::method::adaptive_pool>() == std::set<std::string>{"output", "mode"});
  CHECK(options_of<vtc::method::pixel_shuffle>() == std::set<std::string>{"factor", "order", "pad"});
  CHECK(options_of<vtc::method::tome>() == std::set<std::string>{"remove", "threshold", "max_remove"});
  CHECK(options_of<vtc::method::visionzip>() == std::set<std::string>{"dominant", "contextual", "normalise"});
  CHECK(options_of<vtc::method::query_similarity>() == std::set<std::string>{"match", "dissimilar", "raters"});
  CHECK(options_of<vtc::method::cdpruner>() == std::set<std::string>{"relevance", "kernel", "theta", "weight"});
  CHECK(options_of<vtc::method::random>() == std::set<std::string>{"seed"});
  CHECK(options_of<vtc::method::fastervlm>().empty());
}
