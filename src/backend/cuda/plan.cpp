// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/plan.hpp"

#include <algorithm>

#include "coding/packed.hpp"

namespace supdict::cuda {
namespace {

using coding::Size;

constexpr Size kStepsPerAtom = 4;  // as on the CPU

/// Columns of rows (k x n, k atoms for each of n features) go to columns of `to` from `first` on.
template <class Entry>
void spread(Size n_atoms, int n, int columns, int first, const Entry& entry,
            std::vector<double>& to) {
  for (int t = 0; t < n; ++t) {
    double* row = to.data() + static_cast<Size>(t) * columns + first;
    for (Size i = 0; i < n_atoms; ++i) row[i] = entry(i, t);
  }
}

}  // namespace

int padded_atoms(Size n_atoms) {
  constexpr Size kFew = 64;
  constexpr Size kStep = 128;
  if (n_atoms <= kFew) return static_cast<int>(kFew);
  return static_cast<int>((n_atoms + kStep - 1) / kStep * kStep);
}

Plan::Plan(const coding::Packed<float>& packed)
    : n(static_cast<int>(packed.n_features())),
      K(padded_atoms(packed.n_atoms())),
      n_atoms_(packed.n_atoms()),
      most_steps_(static_cast<int>(kStepsPerAtom * packed.k())) {
  const Size k = packed.k();
  const bool supervised = packed.n_classes() == 2;
  bilinear = supervised && packed.bilinear();
  columns = bilinear ? 2 * K : K;
  exact_.n_features = static_cast<double>(n);
  exact_.atom_size = packed.atom_size();
  exact_.bilinear = bilinear;
  rows.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(columns));
  const auto atoms = [&](Size i, Size t) { return double{packed.transposed_atoms()[t * k + i]}; };
  spread(n_atoms_, n, columns, 0, atoms, rows);
  G.resize(static_cast<std::size_t>(K) * static_cast<std::size_t>(K));
  for (Size j = 0; j < n_atoms_; ++j) {
    std::copy_n(packed.gram() + j * k, n_atoms_, G.data() + j * K);
  }
  if (!supervised) return;
  exact_.bias = double{packed.b()[1]} - double{packed.b()[0]};
  exact_.theta_size = packed.theta_size();
  exact_.bias_size = packed.bias_size();
  if (bilinear) {
    const float* Wt = packed.transposed_maps().data();
    const auto difference = [&](Size i, Size t) {
      return double{Wt[t * 2 * k + k + i]} - double{Wt[t * 2 * k + i]};
    };
    spread(n_atoms_, n, columns, K, difference, rows);
    return;
  }
  d.resize(K);
  for (Size i = 0; i < n_atoms_; ++i) {
    d[i] = packed.class_columns()(i, 1) - packed.class_columns()(i, 0);
  }
}

Order Plan::order(double lambda0, double lambda1, std::span<const int> hypotheses,
                  const coding::Settings& settings) const {
  Order order;
  order.exact = exact_;
  order.exact.lambda0 = lambda0;
  order.exact.lambda1 = lambda1;
  order.exact.tolerance = settings.tolerance;
  Task& task = order.task;
  task.n_atoms = static_cast<int>(n_atoms_);
  task.lambda0 = static_cast<float>(lambda0);
  task.target = static_cast<float>(lambda1 / (2 * lambda0));
  task.bias = static_cast<float>(exact_.bias);
  task.tolerance = static_cast<float>(settings.tolerance);
  task.most_steps = std::min(most_steps_, settings.max_iterations);
  task.n_hypotheses = static_cast<int>(hypotheses.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    task.labels |= static_cast<std::uint32_t>(hypotheses[i] != 0) << i;
  }
  return order;
}

}  // namespace supdict::cuda
