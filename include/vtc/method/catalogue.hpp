// Every published method by name: the one list that the tool, the benchmarks, the documents and the C interface read.
//
// Gives: catalogue, a list of policy types, each with `information` (about.hpp); method_count; with_method(place or name, body), which calls body
// with a default-made policy. Adding a method adds one include and one line here. Not part of vtc.hpp: a program that knows its method
// includes that one header. Order and ties: names are unique. Cost: compile time. Workspace: none. Errors: false for an unknown name.
#pragma once

#include "vtc/method/adaptive_pool.hpp"
#include "vtc/method/aim.hpp"
#include "vtc/method/atc.hpp"
#include "vtc/method/ats.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/cdpruner.hpp"
#include "vtc/method/conditional_dpp.hpp"
#include "vtc/method/dart.hpp"
#include "vtc/method/dbdpc.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/method/dpc_knn.hpp"
#include "vtc/method/euti.hpp"
#include "vtc/method/evit.hpp"
#include "vtc/method/facility_location.hpp"
#include "vtc/method/farthest_point.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/globalcom2.hpp"
#include "vtc/method/hiprune.hpp"
#include "vtc/method/hired.hpp"
#include "vtc/method/holov.hpp"
#include "vtc/method/kmeans.hpp"
#include "vtc/method/kmedoids.hpp"
#include "vtc/method/learned_head.hpp"
#include "vtc/method/mmr.hpp"
#include "vtc/method/mmtok.hpp"
#include "vtc/method/pact.hpp"
#include "vtc/method/pitome.hpp"
#include "vtc/method/pixel_shuffle.hpp"
#include "vtc/method/prumerge.hpp"
#include "vtc/method/prumerge_plus.hpp"
#include "vtc/method/query_similarity.hpp"
#include "vtc/method/random.hpp"
#include "vtc/method/received_attention.hpp"
#include "vtc/method/scope.hpp"
#include "vtc/method/tofu.hpp"
#include "vtc/method/token_pooling.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/tome_kth.hpp"
#include "vtc/method/tome_random.hpp"
#include "vtc/method/top_k.hpp"
#include "vtc/method/trim.hpp"
#include "vtc/method/uniform.hpp"
#include "vtc/method/visionzip.hpp"
#include "vtc/method/vispruner.hpp"

namespace vtc {
inline namespace v0_1 {

template <class... P>
struct method_list {
  static constexpr index_t count = static_cast<index_t>(sizeof...(P));
};

using catalogue = method_list<  //
    method::block_pool,         //
    method::adaptive_pool,      //
    method::pixel_shuffle,      //
    method::tome,               //
    method::top_k,              //
    method::fastervlm,          //
    method::received_attention, //
    method::visionzip,          //
    method::query_similarity,   //
    method::cdpruner,           //
    method::divprune,           //
    method::evit,               //
    method::trim,               //
    method::euti,               //
    method::hiprune,            //
    method::holov,              //
    method::hired,              //
    method::globalcom2,         //
    method::vispruner,          //
    method::ats,                //
    method::scope,              //
    method::facility_location,  //
    method::mmtok,              //
    method::conditional_dpp,    //
    method::tome_kth,           //
    method::tome_random,        //
    method::aim,                //
    method::tofu,               //
    method::pitome,             //
    method::dbdpc,              //
    method::pact,               //
    method::dpc_knn,            //
    method::prumerge,           //
    method::prumerge_plus,      //
    method::dart,               //
    method::learned_head,       //
    method::farthest_point,     //
    method::mmr,                //
    method::kmeans,             //
    method::token_pooling,      //
    method::kmedoids,           //
    method::atc,                //
    method::random,             //
    method::uniform>;

inline constexpr index_t method_count = catalogue::count;

namespace detail {
VTC_INLINE bool same_name(const char* a, const char* b) noexcept {
  for (; *a != 0 && *a == *b; ++a, ++b) {
  }
  return *a == *b;
}
template <class Body, class... P>
VTC_INLINE bool with_place(index_t place, Body&& body, method_list<P...>) noexcept {
  index_t k = 0;
  return ((k++ == place ? (body(P{}), true) : false) || ...);
}
template <class Body, class... P>
VTC_INLINE bool with_name(const char* name, Body&& body, method_list<P...>) noexcept {
  return ((same_name(P::information.name, name) ? (body(P{}), true) : false) || ...);
}
}  // namespace detail

template <class Body>
VTC_INLINE bool with_method(index_t place, Body&& body) noexcept {
  return detail::with_place(place, static_cast<Body&&>(body), catalogue{});
}
template <class Body>
VTC_INLINE bool with_method(const char* name, Body&& body) noexcept {
  return detail::with_name(name, static_cast<Body&&>(body), catalogue{});
}

}  // namespace v0_1
}  // namespace vtc
