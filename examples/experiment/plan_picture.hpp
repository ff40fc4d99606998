// What a plan did to a picture: kept cells stay clear, dropped ones are dimmed, cells that were merged share a tint.
#pragma once

#include "files/image.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/view/layout.hpp"

namespace experiment {

// `grid` says which rows of the plan are the cells of the picture; its first frame is drawn.
files::image draw_plan(const files::image& picture, const vtc::plan_view& plan, const vtc::region& grid);

}  // namespace experiment
