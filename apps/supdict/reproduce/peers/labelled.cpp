// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/peers/labelled.hpp"

#include <algorithm>

namespace supdict::app::peers {

Labelled Labelled::pick(const std::vector<Index>& columns) const {
  Labelled some{X(Eigen::all, columns), {}, n_classes};
  some.y.reserve(columns.size());
  for (const Index j : columns) some.y.push_back(y[j]);
  return some;
}

Labelled thinned(const Labelled& data, Index count) {
  if (data.size() <= count) return data;
  std::vector<Index> columns;
  for (Index i = 0; i < count; ++i) columns.push_back(i * data.size() / count);
  return data.pick(columns);
}

double error_rate(const std::vector<int>& predicted, const std::vector<int>& expected) {
  std::size_t wrong = 0;
  for (std::size_t j = 0; j < expected.size(); ++j) wrong += predicted[j] != expected[j] ? 1 : 0;
  return static_cast<double>(wrong) /
         static_cast<double>(std::max<std::size_t>(1, expected.size()));
}

double fold_error(const Labelled& data, int fold, int n_folds, const Trial& trial) {
  std::vector<Index> held;
  std::vector<Index> rest;
  for (Index j = 0; j < data.size(); ++j) (j % n_folds == fold ? held : rest).push_back(j);
  const Labelled test = data.pick(held);
  return error_rate(trial(data.pick(rest), test.X), test.y);
}

}  // namespace supdict::app::peers
