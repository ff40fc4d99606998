#include <algorithm>
#include <chrono>

#include "commands.hpp"
#include "engines.hpp"
#include "fault.hpp"
#include "output_folder.hpp"
#include "plan_files.hpp"
#include "policy.hpp"
#include "text.hpp"
#include "thread_pool.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/sequence/positions.hpp"
#include "vtc/sequence/slots.hpp"

#include "apply_plan.hpp"
#include "budget_text.hpp"
