// SPDX-License-Identifier: BSD-3-Clause
#include "coding/certificates.hpp"

#include <algorithm>

namespace supdict::coding {
namespace {

template <class T>
void count(Certificates<T>& codes) {
  CodingSummary& summary = codes.summary;
  summary.n_problems = codes.value.size();
  if (summary.n_problems == 0) return;
  for (Index e = 0; e < summary.n_problems; ++e) {
    const CodingStatus status = codes.status.data()[e];
    summary.n_converged += status == CodingStatus::kConverged;
    summary.n_iteration_limit += status == CodingStatus::kIterationLimit;
    summary.n_precision_limit += status == CodingStatus::kPrecisionLimit;
    const double gap = codes.gap.data()[e];
    if (!(gap > 0)) continue;
    summary.max_relative_gap = std::max(summary.max_relative_gap, gap / codes.upper.data()[e]);
  }
  const auto count = static_cast<double>(summary.n_problems);
  summary.mean_iterations = codes.iterations.template cast<double>().sum() / count;
}

}  // namespace

template <class T>
void report(std::span<const Outcome> outcomes, Index m, bool with_level, Certificates<T>& codes) {
  const Index h = std::ssize(codes.hypotheses);
  codes.value.resize(h, m);
  codes.lower.resize(h, m);
  codes.upper.resize(h, m);
  codes.iterations.resize(h, m);
  codes.status.resize(h, m);
  for (Index e = 0; e < m * h; ++e) {
    const Outcome& outcome = outcomes[e];
    codes.value.data()[e] = outcome.value;
    codes.lower.data()[e] = outcome.lower;
    codes.upper.data()[e] = outcome.upper;
    codes.iterations.data()[e] = outcome.iterations;
    codes.status.data()[e] = static_cast<CodingStatus>(outcome.status);
  }
  codes.gap = codes.upper - codes.lower;
  if (with_level) {
    codes.level.resize(h, m);
    for (Index e = 0; e < m * h; ++e) codes.level.data()[e] = outcomes[e].level;
  }
  count(codes);
}

template void report<float>(std::span<const Outcome>, Index, bool, Certificates<float>&);
template void report<double>(std::span<const Outcome>, Index, bool, Certificates<double>&);

}  // namespace supdict::coding
