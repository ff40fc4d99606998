#include "all_lines.hpp"

void add_plan_select(contest::lines&) {}
