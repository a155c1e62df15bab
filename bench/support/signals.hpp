// SPDX-License-Identifier: BSD-3-Clause
// Signals that code like small natural images, generated from a seed: unit-norm sums of a few
// oriented smooth bumps plus noise, and dictionaries of such bumps.
#pragma once

#include <cmath>
#include <random>

#include "supdict/supdict.hpp"

namespace bench {

using supdict::Index;
using supdict::Matrix;
using supdict::Vector;

/// An oriented Gaussian bump on a side x side grid, unit norm.
inline Vector<float> bump(Index side, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto extent = static_cast<double>(side);
  const double row = extent * unit(random);
  const double col = extent * unit(random);
  const double angle = std::acos(-1.0) * unit(random);
  const double length = extent * (0.10 + 0.10 * unit(random));
  const double width = extent * (0.03 + 0.03 * unit(random));
  Vector<float> d(side * side);
  for (Index i = 0; i < d.size(); ++i) {
    const Index pixel_row = i / side;
    const Index pixel_col = i % side;
    const double y = static_cast<double>(pixel_row) - row;
    const double x = static_cast<double>(pixel_col) - col;
    const double along = (std::cos(angle) * x + std::sin(angle) * y) / length;
    const double across = (std::cos(angle) * y - std::sin(angle) * x) / width;
    d[i] = static_cast<float>(std::exp(-0.5 * (along * along + across * across)));
  }
  d.normalize();
  return d;
}

inline Matrix<float> bumps(Index side, Index count, unsigned seed) {
  std::mt19937 random(seed);
  Matrix<float> D(side * side, count);
  for (Index i = 0; i < count; ++i) D.col(i) = bump(side, random);
  return D;
}

/// Sums of four bumps that need not be atoms of any dictionary, with a little noise.
inline Matrix<float> signals(Index side, Index count, unsigned seed) {
  constexpr int kBumps = 4;
  constexpr double kNoise = 0.2;  // norm of the noise relative to one bump
  std::mt19937 random(seed);
  std::normal_distribution<double> gauss;
  std::uniform_real_distribution<float> strength(0.3F, 1.0F);
  const double deviation = kNoise / static_cast<double>(side);
  Matrix<float> X(side * side, count);
  for (Index j = 0; j < count; ++j) {
    for (float& x : X.col(j)) x = static_cast<float>(deviation * gauss(random));
    for (int i = 0; i < kBumps; ++i) X.col(j) += strength(random) * bump(side, random);
    X.col(j).normalize();
  }
  return X;
}

/// A linear model with random weights that are large enough for the class term to matter.
inline supdict::SupervisedDictionary<float> linear_model(const Matrix<float>& D, Index n_classes,
                                                         double lambda0, double kappa,
                                                         unsigned seed) {
  constexpr float kWeight = 3.0F;
  std::mt19937 random(seed);
  std::normal_distribution<float> gauss;
  auto model =
      supdict::untrained<float>(D, n_classes, supdict::Decision::kLinear, lambda0, kappa * lambda0);
  for (float& w : model.W.reshaped()) w = kWeight * gauss(random);
  return model;
}

}  // namespace bench
