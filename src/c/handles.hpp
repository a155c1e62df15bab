// SPDX-License-Identifier: BSD-3-Clause
// What the handles of the C interface hold.
#pragma once

#include <string>
#include <variant>

#include "supdict/predictor.hpp"
#include "supdict/supdict.h"

struct SupdictModel {
  supdict::Context context;
  std::variant<supdict::Predictor<float>, supdict::Predictor<double>> predictor;
  std::string description;
};

struct SupdictCoder {
  std::variant<supdict::Coder<float>, supdict::Coder<double>> coder;
};

namespace supdict::c_api {

/// What a model says about itself, as JSON.
template <class T>
std::string describe(const Predictor<T>& predictor);

/// The scalar type of a Predictor or a Coder.
template <class Holder>
struct ScalarOf;
template <template <class> class Holder, class T>
struct ScalarOf<Holder<T>> {
  using Type = T;
};

}  // namespace supdict::c_api
