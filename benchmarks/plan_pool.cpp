#include "all_lines.hpp"

void add_plan_pool(contest::lines&) {}
