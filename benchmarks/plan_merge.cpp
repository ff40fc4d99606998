#include "all_lines.hpp"

void add_plan_merge(contest::lines&) {}
