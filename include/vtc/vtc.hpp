// vtc: compresses the visual tokens of a vision-language model between vision encoder and language model.
//
// This header is the vocabulary: views, layout, inputs, budget, plan, make_plan, apply, positions, compress. A method is one more include:
//   #include <vtc/method/visionzip.hpp>
// docs/contracts.md states what holds for all methods: counts, order, ties, bits, memory, errors.
#pragma once

#include "vtc/apply/apply.hpp"
#include "vtc/apply/restore.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/budget/budget.hpp"
#include "vtc/compress.hpp"
#include "vtc/config.hpp"
#include "vtc/inputs.hpp"
#include "vtc/make_plan.hpp"
#include "vtc/plan/check.hpp"
#include "vtc/plan/compose.hpp"
#include "vtc/plan/invert.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/planner.hpp"
#include "vtc/sequence/positions.hpp"
#include "vtc/sequence/slots.hpp"
#include "vtc/slot_count.hpp"
#include "vtc/status.hpp"
#include "vtc/version.hpp"
#include "vtc/view/attention.hpp"
#include "vtc/view/layout.hpp"
#include "vtc/view/rows.hpp"
#include "vtc/workspace.hpp"
