#include "vlm.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cut.hpp"
#include "files/npy.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/host/openvino.hpp"
#include "vtc/sequence/positions.hpp"

namespace vlm {
namespace {

using recogniser::fault;
using recogniser::require;
using clock = std::chrono::steady_clock;

struct words {
  std::string vision, language, pixels, seam;
  std::vector<std::string> methods{"tome", "divprune", "adaptive_pool", "uniform"};
  std::vector<vtc::index_t> keeps{288, 144, 64};
  std::vector<vtc::index_t> grid;
  bool class_row = false;
  int threads = 1, repeat = 5;
};

struct times {
  double encode = 1e30, compress = 1e30, project = 1e30, prefill = 1e30;
};
struct result {
  std::string method;
  vtc::index_t keep = INT32_MAX, rows = 0;
  bool identity = false;
  times best;
  std::vector<float> logits;  // behind the last row
};

void keep_shorter(double& best, clock::time_point start) {
  best = std::min(best, std::chrono::duration<double, std::milli>(clock::now() - start).count());
}

class parts {
 public:
  explicit parts(const words& w) {
    how_ = {ov::inference_num_threads(w.threads), ov::hint::inference_precision(ov::element::f32),
            ov::hint::execution_mode(ov::hint::ExecutionMode::ACCURACY)};
    const auto vision = read(w.vision);
    language_ = request(read(w.language), w.language);
    if (!asks_for("inputs_embeds")) throw fault(fault::input, w.language + " has no input inputs_embeds: it is no language part");
    const auto seam = w.seam.empty() ? vision->output(0) : find_tensor(vision, w.seam);
    if (seam.get_partial_shape().rank().is_dynamic() || seam.get_partial_shape().rank().get_length() != 3)
      throw fault(fault::input, "the tensor at the seam is not [1, rows, width]");
    whole_ = request(vision, w.vision);
    cut(vision, w.seam);
    const files::array values = files::read_npy(w.pixels);
    values.expect("f4", {1, 3, -1, -1});
    pixels_ = ov::Tensor(ov::element::f32, {1, 3, static_cast<std::size_t>(values.side(2)), static_cast<std::size_t>(values.side(3))});
    std::memcpy(pixels_.data<float>(), values.values<float>(), pixels_.get_byte_size());
    set_grid(w);
  }

  vtc::index_t encode() {
    encoder_.set_input_tensor(pixels_);
    encoder_.infer();
    return static_cast<vtc::index_t>(encoder_.get_output_tensor(0).get_shape()[1]);
  }
  vtc::index_t rows() const { return rows_; }

  vtc::index_t compress(const recogniser::method& m, vtc::index_t keep) {
    // ---- vtc, from here
    const vtc::rows tokens = vtc::host::openvino_rows(encoder_.get_output_tensor(0));
    require(m.make_plan(vtc::give(where_, vtc::tokens(tokens), vtc::metric(tokens)), vtc::keep(keep), memory_, plan_), m.text());
    const vtc::index_t k = plan_.view().slot_count;
    seam_ = ov::Tensor(ov::element::f32, {1, static_cast<std::size_t>(k), static_cast<std::size_t>(tokens.width)});
    require(vtc::apply(plan_, tokens, vtc::host::mutable_openvino_rows(seam_)), m.text());
    const auto rule = axes_ == 1 ? vtc::position_rule::renumber : vtc::position_rule::keep;
    positions_.resize(static_cast<std::size_t>(k * axes_));
    require(vtc::positions(plan_, ids_.data(), rows_, axes_, rule, 0, vtc::planes{positions_.data(), k, axes_, k}, nullptr), m.text());
    // ---- to here
    return k;
  }
  bool identity() const { return plan_.view().has(vtc::note::identity); }
  void pass_on() {
    seam_ = encoder_.get_output_tensor(0);
    positions_ = ids_;
  }

  void project() {
    if (!has_projector_) return;
    projector_.set_tensor("vtc_rows", seam_);
    projector_.infer();
  }
  std::vector<float> projected() { return values(embeddings()); }
  std::vector<float> projected_whole() {
    whole_.set_input_tensor(pixels_);
    whole_.infer();
    return values(whole_.get_output_tensor(0));
  }

  std::vector<float> prefill() {
    const ov::Tensor x = embeddings();
    const std::size_t k = x.get_shape()[1];
    language_.reset_state();
    language_.set_tensor("inputs_embeds", x);
    if (asks_for("attention_mask")) fill("attention_mask", {1, k}, [](std::size_t) { return 1; });
    if (asks_for("beam_idx")) language_.set_tensor("beam_idx", zero_);
    if (asks_for("position_ids"))
      fill("position_ids", axes_ == 1 ? ov::Shape{1, k} : ov::Shape{3, 1, k}, [&](std::size_t i) { return positions_[i]; });
    language_.infer();
    const ov::Tensor logits = language_.get_output_tensor(0);
    const std::size_t classes = logits.get_shape().back();
    const float* end = logits.data<float>() + logits.get_size();
    return std::vector<float>(end - classes, end);
  }

 private:
  std::shared_ptr<ov::Model> read(const std::string& path) {
    try {
      return core_.read_model(path);
    } catch (const ov::Exception&) {
      throw fault(fault::input, path + " is no model that OpenVINO can read");
    }
  }
  ov::InferRequest request(const std::shared_ptr<ov::Model>& model, const std::string& path) {
    try {
      return core_.compile_model(model, "CPU", how_).create_infer_request();
    } catch (const ov::Exception&) {
      throw fault(fault::input, path + " cannot be run");
    }
  }
  // The encoder ends in the tensor; the projector, if there is one behind it, begins with it.
  void cut(const std::shared_ptr<ov::Model>& vision, const std::string& seam) {
    const auto first = vision->clone(), second = vision->clone();
    encoder_ = request(
        std::make_shared<ov::Model>(ov::OutputVector{seam.empty() ? first->output(0) : find_tensor(first, seam)}, first->get_parameters()),
        "the encoder");
    has_projector_ = !seam.empty();
    if (!has_projector_) return;
    const auto tensor = find_tensor(second, seam);
    ov::PartialShape shape = tensor.get_partial_shape();
    shape[1] = -1;
    const auto rows = parameter_for("vtc_rows", shape, tensor);
    projector_ = request(std::make_shared<ov::Model>(second->outputs(), ov::ParameterVector{rows}), "the part behind the seam");
  }
  void set_grid(const words& w) {
    rows_ = encode();
    const vtc::index_t cells = rows_ - (w.class_row ? 1 : 0);
    auto side = static_cast<vtc::index_t>(std::lround(std::sqrt(static_cast<double>(cells))));
    vtc::index_t height = side * side == cells ? side : 1, width = cells / height;
    if (w.grid.size() == 2) height = w.grid[0], width = w.grid[1];
    if (height * width != cells)
      throw fault(fault::input,
                  "the grid has " + std::to_string(height * width) + " cells, the encoder gives " + std::to_string(cells) + " rows");
    if (w.class_row) where_.extra(1);
    where_.grid(height, width);
    for (const auto& input : language_.get_compiled_model().inputs())
      if (input.get_names().count("position_ids") != 0 && input.get_partial_shape().rank().get_length() == 3) axes_ = 3;
    ids_.resize(static_cast<std::size_t>(rows_ * axes_));
    for (vtc::index_t r = 0; r < rows_; ++r) {
      const vtc::index_t cell = std::max(0, r - (rows_ - cells));
      if (axes_ == 1) ids_[static_cast<std::size_t>(r)] = r;
      else ids_[static_cast<std::size_t>(rows_ + r)] = cell / width, ids_[static_cast<std::size_t>(2 * rows_ + r)] = cell % width;
    }
  }
  bool asks_for(const std::string& name) {
    for (const auto& input : language_.get_compiled_model().inputs())
      if (input.get_names().count(name) != 0) return true;
    return false;
  }
  template <class Value>
  void fill(const std::string& name, const ov::Shape& shape, Value value) {
    ov::Tensor t(ov::element::i64, shape);
    for (std::size_t i = 0; i < t.get_size(); ++i) t.data<std::int64_t>()[i] = value(i);
    language_.set_tensor(name, t);
  }
  ov::Tensor embeddings() { return has_projector_ ? projector_.get_output_tensor(0) : seam_; }
  static std::vector<float> values(const ov::Tensor& t) {
    return std::vector<float>(t.data<const float>(), t.data<const float>() + t.get_size());
  }

  ov::Core core_;
  ov::AnyMap how_;
  ov::InferRequest whole_, encoder_, projector_, language_;
  bool has_projector_ = false;
  ov::Tensor pixels_, seam_, zero_{ov::element::i32, {1}};
  vtc::layout_builder<2> where_;
  vtc::index_t rows_ = 0, axes_ = 1;
  std::vector<std::int32_t> ids_, positions_;
  vtc::workspace memory_;
  vtc::plan_storage plan_;
};

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}
int report(const char* what, bool good) {
  std::printf("%-82s %s\n", what, good ? "yes" : "NO");
  return good ? 0 : 1;
}

int check(parts& p) {
  p.encode();
  p.pass_on();
  p.project();
  const int failed =
      report("encoder + projector equals the vision part in one piece, bit for bit", same(p.projected(), p.projected_whole()));
  const std::vector<float> plain = p.prefill();
  p.compress(recogniser::method("tome"), p.rows() + 7);
  p.project();
  return failed + report("with every row kept the logits are the same bits", p.identity() && same(p.prefill(), plain));
}

void measure(parts& p, const recogniser::method* m, result& r) {
  auto start = clock::now();
  p.encode();
  keep_shorter(r.best.encode, start);
  start = clock::now();
  if (m == nullptr) p.pass_on(), r.rows = p.rows();
  else r.rows = p.compress(*m, r.keep), r.identity = p.identity();
  keep_shorter(r.best.compress, start);
  start = clock::now();
  p.project();
  keep_shorter(r.best.project, start);
  start = clock::now();
  r.logits = p.prefill();
  keep_shorter(r.best.prefill, start);
}

int run(const words& w) {
  const std::vector<recogniser::method> methods(w.methods.begin(), w.methods.end());
  parts p(w);
  const int failed = check(p);
  std::vector<result> results(1);
  results[0].method = "every row";
  for (const vtc::index_t keep : w.keeps)
    for (const auto& m : methods) {
      results.emplace_back();
      results.back().method = m.text();
      results.back().keep = keep;
    }
  for (int i = 0; i < w.repeat; ++i)
    for (std::size_t k = 0; k < results.size(); ++k) measure(p, k == 0 ? nullptr : &methods[(k - 1) % methods.size()], results[k]);
  std::printf("\n%-20s %7s %9s %9s %9s %9s %9s  %s\n%-20s %7s %9s %9s %9s %9s %9s  %s\n", "", "visual", "encode", "compress", "project",
              "prefill", "first", "first token as", "method", "tokens", "ms", "ms", "ms", "ms", "token ms", "with every row");
  const auto token = [](const result& r) { return std::max_element(r.logits.begin(), r.logits.end()) - r.logits.begin(); };
  for (const result& r : results)
    std::printf("%-20s %7d %9.2f %9.3f %9.2f %9.2f %9.2f  %s%s\n", r.method.c_str(), r.rows, r.best.encode, r.best.compress, r.best.project,
                r.best.prefill, r.best.encode + r.best.compress + r.best.project + r.best.prefill,
                token(r) == token(results[0]) ? "yes" : "no", r.identity ? ", every row is kept" : "");
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main_of(int count, char** arguments) {
  words w;
  CLI::App app("A vision-language model in OpenVINO, cut between encoder and projector, with all and with fewer visual tokens.");
  app.add_option("--vision", w.vision, "pixels [1, 3, H, W] to rows [1, N, C]")->required()->type_name("IR");
  app.add_option("--language", w.language,
                 "inputs_embeds [1, N, C] to logits; attention_mask, position_ids and beam_idx are given where it asks")
      ->required()
      ->type_name("IR");
  app.add_option("--pixels", w.pixels, "f4 [1, 3, H, W], as the vision part takes them")->required()->type_name("NPY");
  app.add_option("--seam", w.seam, "the tensor between encoder and projector; without it the output of the vision part")
      ->type_name("TENSOR");
  app.add_option("--grid", w.grid, "height,width of the rows; without it square")->delimiter(',')->expected(2);
  app.add_flag("--class-row", w.class_row, "a class row stands in front of the grid");
  app.add_option("--method", w.methods, "as in `vtc methods`; may be repeated")->expected(1)->take_all();
  app.add_option("--keep", w.keeps, "rows")->delimiter(',')->check(CLI::PositiveNumber);
  app.add_option("--threads", w.threads, "of the runtime")->check(CLI::Range(1, 1024));
  app.add_option("--repeat", w.repeat, "runs in turn, of which the shortest counts")->check(CLI::Range(1, 1000));
  return recogniser::parse_and_run(app, count, arguments, [&] {
    recogniser::require_files({w.vision, w.language, w.pixels});
    return run(w);
  });
}

}  // namespace vlm
