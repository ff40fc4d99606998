// The image part of RKLLM's multimodal input as rows: the caller's own f32 embeddings, image after image.
//
// Inputs: what has image_embed, n_image_tokens and n_image: RKLLMMultiModelInput up to 1.2, its member `image` in RKLLMMultiModalInput of 1.3; and the width
// of an embedding, which the struct does not say.
// Gives: n_image * n_image_tokens rows. Compressed in place or into rows of one's own, set image_embed and n_image_tokens to what was written: one number for
// all images, so each must keep as many rows (vtc::keep(k).each_region() with a region per image).
// Refused: null_rows without embeddings; bad_shape for no image or no token.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Image>
VTC_INLINE mutable_rows mutable_rkllm_rows(Image& image, index_t width) noexcept {
  dimensions d{};
  d.type = element::f32;
  d.add(image.n_image <= INT32_MAX ? static_cast<std::int64_t>(image.n_image) : 0);
  d.add(image.n_image_tokens <= INT32_MAX ? static_cast<std::int64_t>(image.n_image_tokens) : 0);
  d.add(width);
  d.packed();
  return rows_of(d, static_cast<void*>(image.image_embed));
}
template <class Image>
VTC_INLINE rows rkllm_rows(const Image& image, index_t width) noexcept {
  return mutable_rkllm_rows(image, width);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
