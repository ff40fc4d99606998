// vtc apply and vtc restore: a stored plan on other rows of the same picture, and back.
#include "vtc/apply/restore.hpp"

#include <algorithm>

#include "apply_plan.hpp"
#include "commands.hpp"
#include "engines.hpp"
#include "fault.hpp"
#include "output_folder.hpp"
#include "plan_files.hpp"
#include "thread_pool.hpp"

namespace tool {
namespace {

vtc::element parse_element(const std::string& word) {
  for (const vtc::element e : {vtc::element::f32, vtc::element::f16, vtc::element::bf16})
    if (word == name_of(e)) return e;
  misuse("--element is f32, f16 or bf16, not \"" + word + "\"");
}

void write(const rows_out& rows, output_file& file) {
  rows.write(file.path());
  file.commit();
}

void require_rows(const rows_file& in, vtc::index_t count, const std::string& name) {
  if (in.count != count || in.width <= 0)
    fail(vtc::status::shapes_differ,
         name + " holds " + files::describe(in.shape()) + ", and the plan has " + std::to_string(count) + " rows there");
}

}  // namespace

void apply(const apply_words& words, const run_words& run) {
  const instruction_set set = choose_engine(run.arch);
  output_file file(words.out);
  const plan_files plan(words.plan);
  const vtc::reduction how = words.reduce.empty() ? plan.view().how : parse_reduction(words.reduce);
  const rows_file in(words.rows, conversion::none);
  require_rows(in, plan.view().source_count, words.rows);
  thread_pool pool(run.threads);
  rows_out out =
      make_output(plan.view(), in.view(), how, words.element.empty() ? element_for_output(in.type) : parse_element(words.element));
  apply_plan(*set.functions, pool.executor(), plan.view(), in.view(), out.view(), how);
  write(out, file);
}

void restore(const apply_words& words) {
  output_file file(words.out);
  const plan_files plan(words.plan);
  const rows_file in(words.rows, conversion::none);
  require_rows(in, plan.view().slot_count, words.rows);
  const bool side_by_side = plan.view().how == vtc::reduction::concatenate && plan.view().slot_count > 0;
  const vtc::index_t parts = side_by_side ? std::max(plan.view().slot_begin[1], 1) : 1;
  rows_out out(plan.view().source_count, in.width / parts, element_for_output(in.type));
  require(vtc::restore(plan.view(), in.view(), out.view()));
  write(out, file);
}

}  // namespace tool
