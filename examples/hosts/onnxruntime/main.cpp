// The recogniser in ONNX Runtime: two models made by recogniser/prepare.py, compressed between, with one plan for both streams. All tensors are the
// runtime's own; the rows that are left are written straight into the inputs of the second model.
#include <onnxruntime_cxx_api.h>

#include <algorithm>

#include "recogniser/recogniser.hpp"
#include "view_checks.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/host/onnxruntime.hpp"

namespace {

using recogniser::fault;
using recogniser::require;

constexpr const char* picture_name = "x";                       // [1, 3, 48, W]
constexpr const char* tokens_name = "p2o.pd_op.transpose.0.0";  // [1, T, 120]
constexpr const char* skip_name = "skip_rows";                  // [1, 1, T, 120]
constexpr const char* output_name = "fetch_name_0";             // [1, T, classes]

class onnxruntime_host final : public recogniser::runtime {
 public:
  onnxruntime_host(const recogniser::words& w)
      : environment_(ORT_LOGGING_LEVEL_ERROR), processor_(Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault)) {
    Ort::SessionOptions how;
    how.SetIntraOpNumThreads(w.threads);
    how.SetInterOpNumThreads(1);
    whole_ = open(w.model, how);
    expect(whole_, w.model, {picture_name}, {output_name});
    head_ = open(w.data + "/head.onnx", how);
    expect(head_, w.data + "/head.onnx", {picture_name}, {tokens_name, skip_name});
    tail_ = open(w.data + "/tail.onnx", how);
    expect(tail_, w.data + "/tail.onnx", {picture_name, tokens_name, skip_name}, {output_name});
    inputs_.emplace_back(tensor(any_picture_, {1, 3, 48, 8}));  // the tail asks the picture's shape, whatever its width
    inputs_.resize(3);
  }
  const char* name() const override { return "ONNX Runtime"; }

  vtc::index_t head(const recogniser::line& l) override {
    const char* const outputs[] = {tokens_name, skip_name};
    const Ort::Value x = picture(l);
    streams_ = head_.Run({}, &picture_name, &x, 1, outputs, 2);
    rows_ = static_cast<vtc::index_t>(streams_[0].GetTensorTypeAndShapeInfo().GetShape()[1]);
    return rows_;
  }

  vtc::index_t compress(const recogniser::method& m, const vtc::budget& want) override {
    // ---- vtc, from here
    const vtc::rows tokens = vtc::host::onnxruntime_rows(streams_[0]), skip = vtc::host::onnxruntime_rows(streams_[1]);
    const auto columns = vtc::layout_builder<1>{}.grid(1, rows_);
    require(m.make_plan(vtc::give(columns, vtc::tokens(tokens), vtc::metric(tokens)), want, memory_, plan_), m.text());
    const vtc::index_t k = plan_.view().slot_count;
    inputs_[1] = tensor(fewer_[0], {1, k, 120});
    inputs_[2] = tensor(fewer_[1], {1, 1, k, 120});
    require(vtc::apply(plan_, tokens, vtc::host::mutable_onnxruntime_rows(inputs_[1])), m.text());
    require(vtc::apply(plan_, skip, vtc::host::mutable_onnxruntime_rows(inputs_[2])), m.text());
    // ---- to here
    return k;
  }

  void pass_on() override {
    for (std::size_t i = 0; i < 2; ++i) {
      const auto about = streams_[i].GetTensorTypeAndShapeInfo();
      const std::vector<std::int64_t> shape = about.GetShape();
      inputs_[i + 1] = Ort::Value::CreateTensor<float>(processor_, streams_[i].GetTensorMutableData<float>(), about.GetElementCount(),
                                                       shape.data(), shape.size());
    }
  }
  vtc::rows tail() override {
    const char* const names[] = {picture_name, tokens_name, skip_name};
    output_ = tail_.Run({}, names, inputs_.data(), 3, &output_name, 1);
    return vtc::host::onnxruntime_rows(output_[0]);
  }
  vtc::rows whole(const recogniser::line& l) override {
    const Ort::Value x = picture(l);
    output_ = whole_.Run({}, &picture_name, &x, 1, &output_name, 1);
    return vtc::host::onnxruntime_rows(output_[0]);
  }

 private:
  Ort::Session open(const std::string& path, const Ort::SessionOptions& how) {
    recogniser::require_files({path});
    try {
      return Ort::Session(environment_, path.c_str(), how);
    } catch (const Ort::Exception&) {
      throw fault(fault::input, path + " is no model that ONNX Runtime can read");
    }
  }
  static void expect(const Ort::Session& s, const std::string& path, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs) {
    Ort::AllocatorWithDefaultOptions memory;
    std::vector<std::string> has_inputs, has_outputs;
    for (std::size_t i = 0; i < s.GetInputCount(); ++i) has_inputs.emplace_back(s.GetInputNameAllocated(i, memory).get());
    for (std::size_t i = 0; i < s.GetOutputCount(); ++i) has_outputs.emplace_back(s.GetOutputNameAllocated(i, memory).get());
    const auto same = [](std::vector<std::string> a, std::vector<std::string> b) {
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      return a == b;
    };
    if (!same(has_inputs, inputs) || !same(has_outputs, outputs))
      throw fault(fault::input, path + " is not the recogniser that this program takes");
  }
  Ort::Value tensor(std::vector<float>& memory, const std::vector<std::int64_t>& shape) {
    std::size_t size = 1;
    for (const std::int64_t n : shape) size *= static_cast<std::size_t>(n);
    memory.resize(std::max(memory.size(), size));
    return Ort::Value::CreateTensor<float>(processor_, memory.data(), size, shape.data(), shape.size());
  }
  Ort::Value picture(const recogniser::line& l) {
    const std::int64_t shape[] = {1, 3, 48, l.width};
    return Ort::Value::CreateTensor<float>(processor_, const_cast<float*>(l.pixels.data()), l.pixels.size(), shape, 4);
  }

  Ort::Env environment_;
  Ort::MemoryInfo processor_;
  Ort::Session whole_{nullptr}, head_{nullptr}, tail_{nullptr};
  std::vector<Ort::Value> streams_, inputs_, output_;
  std::vector<float> any_picture_, fewer_[2];
  vtc::index_t rows_ = 0;
  vtc::workspace memory_;
  vtc::plan_storage plan_;
};

}  // namespace

int main(int count, char** arguments) {
  return recogniser::main_of(count, arguments, "A pretrained text recogniser in ONNX Runtime with all and with fewer of its columns.",
                             [](const recogniser::words& w) {
                               const std::vector<recogniser::method> methods(w.methods.begin(), w.methods.end());
                               const recogniser::files data = recogniser::read_files(w.data, w.truths);
                               onnxruntime_host host(w);
                               const int failed = check_views() + recogniser::run(host, data, methods, w.percents, w.json);
                               return failed == 0 ? 0 : 1;
                             });
}
