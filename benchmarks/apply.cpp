#include "all_lines.hpp"

void add_apply(contest::lines&) {}
