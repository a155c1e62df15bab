// SPDX-License-Identifier: BSD-3-Clause
// Steps of every trainer from one and the same model, with all signals: sums are then those of E,
// and two descriptions of one problem may differ by rounding alone.
#pragma once

#include <gtest/gtest.h>

#include <numeric>

#include "support/expect.hpp"
#include "training/ways.hpp"

namespace supdict::testing {

inline constexpr Index kFeatures = 10;
inline constexpr Index kAtoms = 12;
inline constexpr Index kSignals = 24;
inline constexpr int kClasses = 3;

/// Adam and line searches enlarge what rounding leaves; a mistake is of order 1.
template <class T>
inline constexpr double kSame = sizeof(T) == 8 ? 1e-7 : 5e-3;

template <class T>
class Steps : public ::testing::Test {
 protected:
  Steps() {
    const auto patterns = mixed_patterns<T>(kFeatures, kSignals, kClasses, 0.1, 1);
    data_.X = patterns.X.colwise().normalized();
    for (Index j = 0; j < kSignals; ++j) {
      data_.y.push_back(static_cast<int>(j % kClasses));
      data_.weights.push_back(j % 4 == 0 ? 2.0 : 0.75);
    }
    data_.n_classes = kClasses;
  }

  static SupervisedDictionary<T> first(const Way& way) {
    Recipe recipe{.n = kFeatures, .k = kAtoms, .p = kClasses, .lambda0 = 10, .theta = 0.3};
    recipe.decision = way.bilinear() ? Decision::kBilinear : Decision::kLinear;
    const SupervisedDictionary<double> model = make_problem(recipe).model;
    if constexpr (sizeof(T) == 4) {
      return to_float(model);
    } else {
      return model;
    }
  }

  static Stepped<T> run(const Way& way, const PartData<T>& data) {
    return steps(step_options(way), data, first(way));
  }

  static TrainOptions step_options(const Way& way) {
    TrainOptions options = options_of(way);
    options.iterations = way.stochastic() ? 5 : 2;
    return options;
  }

  PartData<T> data_;
};

template <class T>
void expect_same(const SupervisedDictionary<T>& a, const SupervisedDictionary<T>& b,
                 const Way& way) {
  EXPECT_LE(relative_difference(a.D, b.D), kSame<T>) << way;
  EXPECT_LE(relative_difference(a.W, b.W), kSame<T>) << way;
  EXPECT_LE(relative_difference(a.b, b.b), kSame<T>) << way;
}

inline std::vector<Index> in_order(Index count) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

}  // namespace supdict::testing
