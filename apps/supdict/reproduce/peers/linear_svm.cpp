// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/peers/linear_svm.hpp"

#include <linear.h>

#include <algorithm>
#include <array>
#include <memory>
#include <supdict/error.hpp>

#include "reproduce/peers/sparse_columns.hpp"

namespace supdict::app::peers {
namespace {

constexpr std::array<double, 6> kC = {0.1, 1, 10, 100, 1000, 10000};
constexpr int kFolds = 3;

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

using Nodes = SparseColumns<feature_node>;

}  // namespace

std::vector<int> LinearSvm::predict(const Labelled& train, const Matrix<float>& X) const {
  set_print_string_function([](const char*) {});
  Nodes nodes(train.X, true);
  std::vector<double> y(train.y.begin(), train.y.end());
  const problem data{static_cast<int>(train.size()), static_cast<int>(X.rows()) + 1, y.data(),
                     nodes.columns(), 1};
  parameter given{};
  given.solver_type = L2R_L2LOSS_SVC;  // Newton steps in the primal: no random choices
  given.C = C;
  given.eps = 1e-3;
  if (const char* complaint = check_parameter(&data, &given)) {
    throw Error(ErrorCode::kInvalidOption, std::string("liblinear: ") + complaint);
  }
  const std::unique_ptr<model, FreeModel> trained(::train(&data, &given));
  const Nodes tests(X, true);
  std::vector<int> labels;
  for (Index j = 0; j < X.cols(); ++j) {
    labels.push_back(static_cast<int>(::predict(trained.get(), tests.column(j))));
  }
  return labels;
}

LinearSvm LinearSvm::chosen(const Labelled& train) {
  LinearSvm best{.training_error = 2};
  for (const double C : kC) {
    LinearSvm svm{C, 0};
    for (int fold = 0; fold < kFolds; ++fold) {
      svm.training_error += fold_error(train, fold, kFolds,
                                       [&](const Labelled& rest, const Matrix<float>& held) {
                                         return svm.predict(rest, held);
                                       }) /
                            kFolds;
    }
    if (svm.training_error < best.training_error) best = svm;
  }
  return best;
}

}  // namespace supdict::app::peers
