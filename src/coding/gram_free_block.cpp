// SPDX-License-Identifier: BSD-3-Clause
// Rounds of: solve every signal on its working set, exactly and in double; look at the correlations
// of all atoms with the residuals (scan.hpp); add the atoms that violate |c_j| <= lambda1 most. A
// code without violators is optimal, and the correlations are its certificate.
#include "coding/gram_free_block.hpp"

#include <algorithm>
#include <cmath>

#include "coding/gram_free_signal.hpp"

namespace supdict::coding {
namespace {

/// The non-zero entries of a code, by atom. The set may have grown since it was found.
template <class T>
std::vector<std::pair<Size, T>> entries_of(const GrowingSet<T>& set, const Coding<T>& coding) {
  std::vector<std::pair<Size, T>> entries;
  const Size size = std::min(set.size(), std::ssize(coding.alpha));
  for (Size i = 0; i < size; ++i) {
    const T value = static_cast<T>(coding.alpha[i]);
    if (value != T(0)) entries.emplace_back(set.atom(i), value);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

template <class T>
void write_results(const GramFreeSignal<T>& signal, Size first, const BlockView<T>& block, Size k) {
  for (std::size_t i = 0; i < signal.codings().size(); ++i) {
    const Coding<T>& coding = signal.codings()[i];
    const Size column = first + static_cast<Size>(i);
    const auto p = static_cast<Size>(coding.posterior.size());
    for (Size l = 0; l < p; ++l) {
      block.posterior[column * p + l] = static_cast<T>(coding.posterior[l]);
    }
    block.outcome[column] = coding.outcome;
    block.write(column, entries_of(signal.set(), coding), k);
  }
}

}  // namespace

template <class T>
bool code_block(const GramFreeTask<T>& task, const BlockView<T>& block) {
  const Size h = task.n_hypotheses();
  const Size k = task.atoms.k();
  std::vector<GramFreeSignal<T>> signals;
  signals.reserve(block.m);
  for (Size j = 0; j < block.m; ++j) {
    const T* x = block.X + j * block.ldx;
    const double xx = simd::kernels<T>().sum_of_squares(task.atoms.n(), x);
    if (!std::isfinite(xx)) return false;
    GramFreeSignal<T>& signal = signals.emplace_back(task, x, xx);
    if (block.warm != nullptr) {
      signal.begin_with(block.warm + j * block.warm_stride * k, block.warm_stride);
    }
  }
  std::vector<double> memory;
  Reserve reserve;
  scan_in_rounds(
      task.atoms, task.lambda0, task.settings, signals,
      [&](GramFreeSignal<T>& signal) { signal.solve(memory, reserve); },
      [&](GramFreeSignal<T>& signal) { return signal.judge(memory); });
  for (Size j = 0; j < block.m; ++j) {
    write_results(signals[j], j * h, block, k);
  }
  return true;
}

template bool code_block<float>(const GramFreeTask<float>&, const BlockView<float>&);
template bool code_block<double>(const GramFreeTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
