// A model cut in two at a tensor, by OpenVINO's public functions: the first half ends in it, the second begins with it, at any number of rows.
#pragma once

#include <openvino/openvino.hpp>
#include <openvino/opsets/opset13.hpp>
#include <string>

#include "recogniser/recogniser.hpp"

inline ov::Output<ov::Node> find_tensor(const std::shared_ptr<ov::Model>& model, const std::string& name) {
  for (const auto& node : model->get_ordered_ops())
    for (const auto& output : node->outputs())
      if (output.get_names().count(name) != 0) return output;
  throw recogniser::fault(recogniser::fault::input, "the model has no tensor " + name + ": it is not one that can be cut there");
}

// Puts a parameter of this shape in the place of a tensor, or of what `turned` makes of it.
inline std::shared_ptr<ov::opset13::Parameter> parameter_for(const std::string& name, const ov::PartialShape& shape,
                                                             ov::Output<ov::Node> tensor, const std::vector<int64_t>& order = {}) {
  auto parameter = std::make_shared<ov::opset13::Parameter>(ov::element::f32, shape);
  ov::Output<ov::Node> value = parameter->output(0);
  if (!order.empty())
    value = std::make_shared<ov::opset13::Transpose>(value, ov::opset13::Constant::create(ov::element::i64, {order.size()}, order));
  tensor.replace(value);                                // moves the old names along:
  parameter->output(0).get_tensor().set_names({name});  // name the parameter afterwards
  return parameter;
}
