// --boxes FILE: boxes in the pixels of a picture, as rows to keep.
//
// {"picture": [width, height], "boxes": [[left, top, right, bottom], ...], "placements": [...]}. Without placements the picture is stretched over every
// region; else each names one: {"region": 0} stretched, {"region": 0, "fit": "pad"} or "pad_behind" with its shape kept, {"region": 2, "tile": [row, column],
// "of": [rows, columns]}, or {"region": 0, "part": [l, t, r, b], "cells": [l, t, r, b]} for any other cut; "frame": n for one frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vtc/view/boxes.hpp"

namespace tool {

// Marks the rows that the boxes touch. Faults: unreadable; malformed; those of vtc::protect_boxes.
void protect_boxes(const std::string& path, const vtc::layout& where, std::vector<std::uint8_t>& protect);

}  // namespace tool
