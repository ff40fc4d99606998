#!/usr/bin/env python3
"""What the recogniser's hosts read: the lines of examples/text_reader rendered, the model's characters, and the model cut in two.

usage: prepare.py MODEL.onnx LINES.txt FONT.ttf FOLDER   (needs numpy, pillow, onnx)

FOLDER gets pixels.npy f4 [sum of W, 48, 3] (each line lies on its side, W a multiple of 8, BGR, (v / 255 - 0.5) / 0.5), offsets.npy i4 [lines + 1],
characters.txt (line k is class k + 1), head.onnx and tail.onnx. The first half of the lines is clear; the second is rendered small, blurred and noisy.
"""
import sys
import numpy as np
import onnx
from onnx import helper
from PIL import Image, ImageDraw, ImageFilter, ImageFont

TOKENS, SKIP, OUTPUT = "p2o.pd_op.transpose.0.0", "p2o.pd_op.swish.0.0", "fetch_name_0"


def render(text, font_path, hard, seed):
    """[W, 48, 3] in the model's numbers."""
    size = 14 if hard else 30
    font = ImageFont.truetype(font_path, size)
    left, top, right, bottom = font.getbbox(text)
    height = 20 if hard else 48
    canvas = Image.new("L", (right - left + height, height), 255)
    ImageDraw.Draw(canvas).text((height // 2 - left, (height - (bottom - top)) // 2 - top), text, font=font, fill=20)
    if hard:
        canvas = canvas.filter(ImageFilter.GaussianBlur(0.8))
        noise = np.random.default_rng(seed).normal(0, 24, (canvas.height, canvas.width))
        canvas = Image.fromarray(np.clip(np.asarray(canvas) + noise, 0, 255).astype(np.uint8))
    width = (canvas.width * 48 + height - 1) // height
    width = (width + 7) // 8 * 8
    grey = np.asarray(canvas.resize((width, 48), Image.BICUBIC), np.float32)
    return np.repeat(((grey / 255 - 0.5) / 0.5).T[:, :, None], 3, axis=2)


def cut(model_path, folder):
    """head.onnx: x to the two streams, both [.., T, 120]; tail.onnx: the streams to the output. Transposes turn the channels-first stream, on both sides."""
    model = onnx.shape_inference.infer_shapes(onnx.load(model_path))
    types = {v.name: v for v in model.graph.value_info}
    for names, path in (((["x"], [TOKENS, SKIP]), "head"), ((["x", TOKENS, SKIP], [OUTPUT]), "tail")):
        part = onnx.utils.Extractor(model).extract_model(*names)
        graph = part.graph
        if path == "head":
            graph.node.append(helper.make_node("Transpose", [SKIP], ["skip_rows"], perm=[0, 2, 3, 1]))
            rows, changed = graph.output, [v for v in graph.output if v.name == SKIP][0]
        else:
            graph.node.insert(0, helper.make_node("Transpose", ["skip_rows"], [SKIP], perm=[0, 3, 1, 2]))
            rows, changed = graph.input, [v for v in graph.input if v.name == SKIP][0]
        rows.remove(changed)
        rows.append(helper.make_tensor_value_info("skip_rows", onnx.TensorProto.FLOAT, [1, 1, "rows", 120]))
        for v in list(graph.input) + list(graph.output):
            if v.name == TOKENS:
                v.type.tensor_type.shape.dim[1].ClearField("dim_value")
                v.type.tensor_type.shape.dim[1].dim_param = "rows"
        onnx.save(part, f"{folder}/{path}.onnx")
    assert TOKENS in types and SKIP in types
    characters = [p.value for p in model.metadata_props if p.key == "character"][0]
    open(f"{folder}/characters.txt", "w").write(characters)


def main():
    model_path, lines_path, font, folder = sys.argv[1:5]
    lines = open(lines_path, encoding="ascii").read().split("\n")[:-1]
    pictures = [render(text, font, i >= len(lines) // 2, i) for i, text in enumerate(lines)]
    np.save(f"{folder}/pixels.npy", np.concatenate(pictures))
    np.save(f"{folder}/offsets.npy", np.cumsum([0] + [len(p) for p in pictures]).astype(np.int32))
    cut(model_path, folder)


main()
