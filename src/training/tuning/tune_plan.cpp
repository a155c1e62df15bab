// SPDX-License-Identifier: BSD-3-Clause
#include "training/tuning/tune_plan.hpp"

#include <charconv>

#include "core/rng.hpp"
#include "core/sequence.hpp"
#include "supdict/error.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

template <class Number>
std::vector<Number> read_list(const std::string& name, const std::string& text) {
  std::vector<Number> values;
  const char* at = text.data();
  const char* end = at + text.size();
  while (true) {
    Number value{};
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc() || !(value > 0)) break;
    values.push_back(value);
    if (read.ptr == end) return values;
    if (*read.ptr != ',') break;
    at = read.ptr + 1;
  }
  throw Error(ErrorCode::kInvalidOption,
              name + " is '" + text + "'; expected positive numbers separated by commas");
}

/// Without a fold there must still be two classes to learn.
void check_dealt(const std::vector<int>& dealt, const TuneOptions& tuning) {
  if (tuning.subset == 1) {
    throw Error(ErrorCode::kInvalidOption,
                "subset is 1; expected 0 or at least 2 signals of each class, because some are "
                "held out");
  }
  const auto enough = std::ranges::count_if(dealt, [](int count) { return count >= 2; });
  if (enough >= 2) return;
  throw Error(ErrorCode::kInvalidValue,
              std::to_string(enough) + " of " + std::to_string(dealt.size()) +
                  " classes have two signals or more; expected two such classes, because some "
                  "signals are held out");
}

}  // namespace

std::vector<double> read_kappas(const TuneOptions& tuning) {
  return read_list<double>("grid_kappa", tuning.grid_kappa);
}

std::vector<TunePoint> grid(const TuneOptions& tuning) {
  std::vector<TunePoint> points;
  const auto kappas = read_kappas(tuning);
  for (const int atoms : read_list<int>("grid_atoms", tuning.grid_atoms)) {
    for (const double kappa : kappas) points.push_back({atoms, kappa, {}});
  }
  return points;
}

std::vector<int> deal(std::span<const std::string> labels, const TuneOptions& tuning,
                      std::uint64_t seed) {
  auto order = core::numbers_below(std::ssize(labels));
  core::Rng{seed, kFoldStream}.shuffle(order);
  const ClassLabels known = ClassLabels::from(labels);
  const std::vector<int> y = known.encode(labels);
  std::vector<int> dealt(known.size(), 0);
  std::vector<int> fold(labels.size(), -1);
  for (const Index j : order) {
    int& count = dealt[y[j]];
    if (tuning.subset > 0 && count >= tuning.subset) continue;
    fold[j] = count++ % tuning.folds;
  }
  check_dealt(dealt, tuning);
  return fold;
}

}  // namespace supdict::training
