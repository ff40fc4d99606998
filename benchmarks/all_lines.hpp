// Every file of benchmarks adds its lines to the table.
#pragma once

#include "contest/line.hpp"

void add_kernel_products(contest::lines& all);
void add_kernel_rows(contest::lines& all);
void add_kernel_order(contest::lines& all);
void add_scores(contest::lines& all);
void add_plan_select(contest::lines& all);
void add_plan_merge(contest::lines& all);
void add_plan_pool(contest::lines& all);
void add_apply(contest::lines& all);
void add_end_to_end(contest::lines& all);
