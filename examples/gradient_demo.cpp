// SPDX-License-Identifier: BSD-3-Clause
// Gradient descent on the training objective (docs/equations.md, E5) by hand: code the signals
// under both classes, take a step on the dictionary and the decision functions, and put the atoms
// back into the unit ball.
#include <cstdio>
#include <supdict/supdict.hpp>
#include <vector>

int main() {
  // Six signals of four features, one per column; three atoms of unit length.
  supdict::Matrix<float> X(4, 6);
  // clang-format off
  X << 1, .9F, .8F, 0, .1F, 0,
       0, .1F, .2F, 1, .9F, .8F,
       0, .2F, 0, 0, .3F, 0,
       .1F, 0, .1F, .2F, 0, .1F;
  // clang-format on
  const std::vector<int> y = {0, 0, 0, 1, 1, 1};
  const supdict::Matrix<float> D = supdict::Matrix<float>::Identity(4, 3);

  // Two classes; lambda0 weighs the reconstruction, lambda1 the sparsity.
  auto model = supdict::untrained<float>(D, 2, supdict::Decision::kLinear, 10, 1.5);
  for (int step = 0; step < 100; ++step) {
    const auto codes = supdict::Coder<float>(model).encode(X);
    const auto E = supdict::objective(model, X, codes, y, {.mu = 0.5, .lambda2 = 0.01});
    model.D -= 0.01F * E.gradient.D;
    model.W -= 0.5F * E.gradient.W;
    model.b -= 0.5F * E.gradient.b;
    supdict::project_atoms(model.D);
  }

  const supdict::Prediction result = supdict::predict(model, X);
  bool all_right = true;
  for (std::size_t j = 0; j < y.size(); ++j) {
    all_right = all_right && result.label[j] == y[j];
    std::printf("signal %zu: class %d, predicted %d (%s)\n", j, y[j], result.label[j],
                result.certified[j] ? "certified" : "not certified");
  }
  return all_right ? 0 : 1;
}
