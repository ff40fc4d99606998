#!/usr/bin/env python3
"""A small vision-language model with random weights in OpenVINO's format, in the form in which such models are exported: a vision part (encoder and projector), a
language part with inputs_embeds, attention_mask and position_ids. It tells times and bits, never the quality of answers.

usage: make_random_vlm.py PICTURE.png FOLDER   (needs numpy, pillow, openvino)

FOLDER gets vision.xml (the tensor `encoder` lies between encoder and projector), language.xml and pixels.npy.
"""
import sys
import numpy as np
import openvino as ov
from openvino import opset13 as op
from PIL import Image

PICTURE, PATCH, VISION, LANGUAGE, HEADS, WORDS = 336, 14, 256, 512, 8, 1000
random = np.random.default_rng(0)


def weight(*shape):
    return op.constant((random.standard_normal(shape) / np.sqrt(shape[-2] if len(shape) == 2 else 1)).astype(np.float32))


def whole_numbers(values):
    return op.constant(np.array(values, np.int64))


def linear(x, a, b):
    return op.matmul(x, weight(a, b), False, False)


def block(x, width, mask=None):
    """Attention and a feed-forward network of four times the width, each after a normalisation."""
    def normal(y):
        return op.mvn(y, whole_numbers([-1]), True, 1e-5, "INSIDE_SQRT")

    def by_head(y):
        return op.transpose(op.reshape(y, whole_numbers([0, -1, HEADS, width // HEADS]), True), whole_numbers([0, 2, 1, 3]))

    y = normal(x)
    q, k, v = (by_head(linear(y, width, width)) for _ in range(3))
    read = op.scaled_dot_product_attention(q, k, v, causal=mask is not None) if mask is None else op.scaled_dot_product_attention(q, k, v, mask, causal=False)
    x = op.add(x, linear(op.reshape(op.transpose(read, whole_numbers([0, 2, 1, 3])), whole_numbers([0, -1, width]), True), width, width))
    return op.add(x, linear(op.gelu(linear(normal(x), width, 4 * width), "tanh"), 4 * width, width))


def vision():
    pixels = op.parameter([1, 3, PICTURE, PICTURE], np.float32, name="pixel_values")
    patches = op.convolution(pixels, weight(VISION, 3, PATCH, PATCH), [PATCH, PATCH], [0, 0], [0, 0], [1, 1])
    x = op.transpose(op.reshape(op.multiply(patches, op.constant(np.float32(0.04))), whole_numbers([1, VISION, -1]), False), whole_numbers([0, 2, 1]))
    x = block(block(x, VISION), VISION)
    x.output(0).get_tensor().set_names({"encoder"})
    pixels.output(0).get_tensor().set_names({"pixel_values"})
    y = linear(op.gelu(linear(x, VISION, LANGUAGE), "tanh"), LANGUAGE, LANGUAGE)
    return ov.Model([y], [pixels], "vision")


def language():
    rows = op.parameter([1, -1, LANGUAGE], np.float32, name="inputs_embeds")
    seen = op.parameter([1, -1], np.int64, name="attention_mask")
    places = op.parameter([1, -1], np.int64, name="position_ids")
    for p in (rows, seen, places):
        p.output(0).get_tensor().set_names({p.get_friendly_name()})
    x = op.add(rows, op.gather(weight(4096, LANGUAGE), places, op.constant(np.int64(0))))
    # A row sees those before it that the mask allows.
    before = op.less_equal(op.unsqueeze(places, whole_numbers([1])), op.unsqueeze(places, whole_numbers([2])))
    allowed = op.logical_and(before, op.equal(op.unsqueeze(seen, whole_numbers([1])), op.constant(np.int64(1))))
    mask = op.unsqueeze(allowed, whole_numbers([1]))
    for _ in range(3):
        x = block(x, LANGUAGE, mask)
    return ov.Model([linear(x, LANGUAGE, WORDS)], [rows, seen, places], "language")


def main():
    picture, folder = sys.argv[1:3]
    pixels = np.asarray(Image.open(picture).convert("RGB").resize((PICTURE, PICTURE), Image.BICUBIC), np.float32) / 255
    pixels = (pixels - np.float32([0.4815, 0.4578, 0.4082])) / np.float32([0.2686, 0.2613, 0.2758])
    np.save(f"{folder}/pixels.npy", np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]).astype(np.float32))
    ov.save_model(vision(), f"{folder}/vision.xml", compress_to_fp16=False)
    ov.save_model(language(), f"{folder}/language.xml", compress_to_fp16=False)


main()
