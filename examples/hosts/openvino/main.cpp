// The recogniser in OpenVINO: cut in two by ov::Model, compressed between, with one plan for both streams. All tensors are the runtime's own.
#include <algorithm>
#include <openvino/openvino.hpp>
#include <openvino/opsets/opset13.hpp>
#include <string>

#include "cut.hpp"
#include "recogniser/recogniser.hpp"
#include "view_checks.hpp"
#include "vlm.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/host/openvino.hpp"

namespace {

using recogniser::fault;
using recogniser::require;

constexpr const char* tokens_name = "p2o.pd_op.transpose.0.0";  // [1, T, 120]
constexpr const char* skip_name = "p2o.pd_op.swish.0.0";        // [1, 120, 1, T]
constexpr const char* output_name = "fetch_name_0";             // [1, T, classes]

// Picture to both streams, rows side by side: the channels-first stream is turned by the model, so that nobody copies it.
std::shared_ptr<ov::Model> head_of(const std::shared_ptr<ov::Model>& whole) {
  const auto model = whole->clone();
  const auto order = ov::opset13::Constant::create(ov::element::i64, {4}, {0, 2, 3, 1});
  const auto skip = std::make_shared<ov::opset13::Transpose>(find_tensor(model, skip_name), order);
  return std::make_shared<ov::Model>(ov::OutputVector{find_tensor(model, tokens_name), skip}, model->get_parameters());
}

// Streams of any number of rows to the output.
std::shared_ptr<ov::Model> tail_of(const std::shared_ptr<ov::Model>& whole) {
  const auto model = whole->clone();
  ov::ParameterVector inputs{parameter_for("vtc_tokens", {1, -1, 120}, find_tensor(model, tokens_name)),
                             parameter_for("vtc_skip", {1, 1, -1, 120}, find_tensor(model, skip_name), {0, 3, 1, 2})};
  for (const auto& old : model->get_parameters()) inputs.push_back(old);  // the tail asks the picture's shape, whatever its width
  return std::make_shared<ov::Model>(model->outputs(), inputs);
}

class openvino_host final : public recogniser::runtime {
 public:
  openvino_host(const std::string& path, int threads) {
    try {
      const auto model = core_.read_model(path);
      find_tensor(model, output_name);
      const ov::AnyMap how{ov::inference_num_threads(threads), ov::hint::inference_precision(ov::element::f32),
                           ov::hint::execution_mode(ov::hint::ExecutionMode::ACCURACY)};
      whole_ = core_.compile_model(model, "CPU", how).create_infer_request();
      head_ = core_.compile_model(head_of(model), "CPU", how).create_infer_request();
      tail_ = core_.compile_model(tail_of(model), "CPU", how).create_infer_request();
    } catch (const ov::Exception&) {
      throw fault(fault::input, path + " is no model that OpenVINO can read");
    }
    tail_.set_input_tensor(2, ov::Tensor(ov::element::f32, {1, 3, 48, 8}));
  }
  const char* name() const override { return "OpenVINO"; }

  vtc::index_t head(const recogniser::line& l) override {
    head_.set_input_tensor(picture(l));
    head_.infer();
    rows_ = static_cast<vtc::index_t>(head_.get_output_tensor(0).get_shape()[1]);
    return rows_;
  }

  vtc::index_t compress(const recogniser::method& m, const vtc::budget& want) override {
    // ---- vtc, from here
    const vtc::rows tokens = vtc::host::openvino_rows(head_.get_output_tensor(0)),
                    skip = vtc::host::openvino_rows(head_.get_output_tensor(1));
    const auto columns = vtc::layout_builder<1>{}.grid(1, rows_);
    require(m.make_plan(vtc::give(columns, vtc::tokens(tokens), vtc::metric(tokens)), want, memory_, plan_), m.text());
    const auto k = static_cast<std::size_t>(plan_.view().slot_count);
    ov::Tensor fewer_tokens = input(0, {1, k, 120}), fewer_skip = input(1, {1, 1, k, 120});
    require(vtc::apply(plan_, tokens, vtc::host::mutable_openvino_rows(fewer_tokens)), m.text());
    require(vtc::apply(plan_, skip, vtc::host::mutable_openvino_rows(fewer_skip)), m.text());
    // ---- to here
    return plan_.view().slot_count;
  }

  void pass_on() override {
    tail_.set_input_tensor(0, head_.get_output_tensor(0));
    tail_.set_input_tensor(1, head_.get_output_tensor(1));
  }
  vtc::rows tail() override {
    tail_.infer();
    return vtc::host::openvino_rows(tail_.get_output_tensor(0));
  }
  vtc::rows whole(const recogniser::line& l) override {
    whole_.set_input_tensor(picture(l));
    whole_.infer();
    return vtc::host::openvino_rows(whole_.get_output_tensor(0));
  }

 private:
  static ov::Tensor picture(const recogniser::line& l) {
    return ov::Tensor(ov::element::f32, {1, 3, 48, static_cast<std::size_t>(l.width)}, const_cast<float*>(l.pixels.data()));
  }
  // An input of the tail with this shape, in memory that stays.
  ov::Tensor input(std::size_t i, const ov::Shape& shape) {
    std::vector<float>& memory = inputs_[i];
    memory.resize(std::max(memory.size(), ov::shape_size(shape)));
    const ov::Tensor t(ov::element::f32, shape, memory.data());
    tail_.set_input_tensor(i, t);
    return t;
  }

  ov::Core core_;
  ov::InferRequest whole_, head_, tail_;
  std::vector<float> inputs_[2];
  vtc::index_t rows_ = 0;
  vtc::workspace memory_;
  vtc::plan_storage plan_;
};

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i)
    if (std::string(arguments[i]).rfind("--vision", 0) == 0) return vlm::main_of(count, arguments);
  return recogniser::main_of(
      count, arguments,
      "A pretrained text recogniser in OpenVINO with all and with fewer of its columns. (--vision ... --help: a vision-language model)",
      [](const recogniser::words& w) {
        std::vector<recogniser::method> methods(w.methods.begin(), w.methods.end());
        const recogniser::files data = recogniser::read_files(w.data, w.truths);
        openvino_host host(w.model, w.threads);
        const int failed = check_views() + recogniser::run(host, data, methods, w.percents, w.json);
        return failed == 0 ? 0 : 1;
      });
}
