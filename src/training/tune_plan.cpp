// SPDX-License-Identifier: BSD-3-Clause
#include "training/tune_plan.hpp"

#include <charconv>
#include <numeric>

#include "core/rng.hpp"
#include "supdict/error.hpp"
#include "training/streams.hpp"

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
  std::vector<Index> order(labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  core::Rng{seed, kFoldStream}.shuffle(order);
  const ClassLabels known = ClassLabels::from(labels);
  const std::vector<int> y = known.encode(labels);
  std::vector<int> dealt(static_cast<std::size_t>(known.size()), 0);
  std::vector<int> fold(labels.size(), -1);
  for (const Index j : order) {
    const auto at = static_cast<std::size_t>(j);
    int& count = dealt[static_cast<std::size_t>(y[at])];
    if (tuning.subset > 0 && count >= tuning.subset) continue;
    fold[at] = count++ % tuning.folds;
  }
  return fold;
}

}  // namespace supdict::training
