// A pretrained recogniser of text lines (PP-OCRv6, small) cut at its seam, in whatever runtime: between the columns of the picture and the two attention
// blocks that read them. Two streams cross the seam, column tokens and a skip connection; one plan compresses both.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "vtc/inputs.hpp"
#include "vtc/make_plan.hpp"

namespace CLI {
class App;
}

namespace recogniser {

struct fault : std::runtime_error {
  enum code { command_line = 2, input = 3, files_or_memory = 4 };
  fault(code exit, const std::string& sentence) : std::runtime_error(sentence), exit_code(exit) {}
  code exit_code;
};
void require(vtc::status s, const std::string& context);

struct line {
  std::vector<float> pixels;  // [3, 48, width], as the model takes them
  int width;                  // a multiple of 8: one column token for 8 pixels
  std::string truth;          // without spaces
};

struct files {
  std::vector<line> lines;              // the first half is clear, the second hard
  std::vector<std::string> characters;  // of class 1, 2, ...; class 0 is the blank
};
files read_files(const std::string& data, const std::string& truths);

// A method by name, for hosts that can give tokens and their grid. Faults: command_line for unknown words, input for a method that needs more.
class method {
 public:
  explicit method(const std::string& text);
  const std::string& text() const { return text_; }
  vtc::status make_plan(const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan) const {
    return make_plan_(in, want, memory, plan);
  }

 private:
  std::string text_;
  std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&)> make_plan_;
};

// The three things that a runtime does with a line, and the one that vtc does in it.
class runtime {
 public:
  virtual ~runtime() = default;
  virtual const char* name() const = 0;
  virtual vtc::index_t head(const line& l) = 0;                                 // leaves both streams in the runtime's tensors; their rows
  virtual vtc::index_t compress(const method& m, const vtc::budget& want) = 0;  // from there into the inputs of the tail; their rows
  virtual void pass_on() = 0;                                                   // the streams go on as they are
  virtual vtc::rows tail() = 0;                                                 // probabilities [rows, classes], until the next call
  virtual vtc::rows whole(const line& l) = 0;                                   // of the model that was not cut
};

// Checks what must hold and prints the tables. Returns how many checks failed.
int run(runtime& host, const files& data, const std::vector<method>& methods, const std::vector<int>& percents, const std::string& json);

// Options of the command line that all hosts share.
struct words {
  std::string model, data, truths, json;
  std::vector<std::string> methods{"random", "uniform", "divprune", "tome", "adaptive_pool"};
  std::vector<int> percents{90, 70, 50};
  int threads = 1;
};
// Reads the words and runs the body; turns faults into one line and an exit code.
int parse_and_run(CLI::App& app, int count, char** arguments, const std::function<int()>& body);
void require_files(const std::vector<std::string>& paths);
// The same for a recogniser in whatever runtime.
int main_of(int count, char** arguments, const char* about, const std::function<int(const words&)>& body);

}  // namespace recogniser
