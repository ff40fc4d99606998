// dpc_knn: clusters around dense rows that are far from denser ones.
//
// Source: DPC-KNN, Du et al. 2016; TCFormer, Zeng et al. 2022; Chat-UniVi, Jin et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N^2 D + K N D. Workspace: about 130 N + 4 N neighbours + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/density_peaks.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct dpc_knn : merge::density_peaks {
  static constexpr about information{"dpc_knn", family::merging, "DPC-KNN, Du et al. 2016; TCFormer, Zeng et al. 2022; Chat-UniVi, Jin et al. 2024", counting::exact,
                                     "2 N^2 D + K N D", "about 130 N + 4 N neighbours + 256 D",
                                     "no noise on the densities: of equal ones the lower row is denser; means without the published 1e-6 in the denominator",
                                     "clusters of any shape should become one row each"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
