// MNN::Express::VARP by its documented interface, as far as it is read.
#pragma once

#include <vector>

namespace mock_mnn {

enum format { NHWC, NC4HW4, NCHW };
struct halide_type {
  int code;  // int 0, uint 1, float 2, bfloat 4
  unsigned char bits;
};
struct Info {
  format order;
  std::vector<int> dim;
  halide_type type;
};

struct Variable {
  Info info;
  void* memory;
  bool good = true;

  const Info* getInfo() { return good ? &info : nullptr; }
  template <class T>
  const T* readMap() {
    return static_cast<const T*>(memory);
  }
  template <class T>
  T* writeMap() {
    return static_cast<T*>(memory);
  }
};
class VARP {
 public:
  explicit VARP(Variable* v) : variable_(v) {}
  Variable* operator->() const { return variable_; }

 private:
  Variable* variable_;
};

}  // namespace mock_mnn
