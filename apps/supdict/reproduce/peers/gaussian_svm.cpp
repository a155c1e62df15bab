// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/peers/gaussian_svm.hpp"

#include <libsvm/svm.h>

#include <algorithm>
#include <array>
#include <memory>
#include <supdict/error.hpp>

#include "reproduce/peers/parallel.hpp"
#include "reproduce/peers/sparse_columns.hpp"

namespace supdict::app::peers {
namespace {

constexpr std::array<double, 3> kC = {1, 10, 100};
constexpr std::array<double, 5> kGamma = {0.5, 1, 2, 4, 8};
constexpr int kFolds = 5;
constexpr double kCacheMegabytes = 200;

using Nodes = SparseColumns<svm_node>;

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

struct Pair {
  int a = 0;
  int b = 0;
};

std::vector<Pair> pairs_of(int n_classes) {
  std::vector<Pair> pairs;
  for (int a = 0; a < n_classes; ++a) {
    for (int b = a + 1; b < n_classes; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

svm_parameter parameters(const GaussianSvm& svm) {
  svm_parameter result{};
  result.svm_type = C_SVC;
  result.kernel_type = RBF;
  result.gamma = svm.gamma;
  result.C = svm.C;
  result.cache_size = kCacheMegabytes;
  result.eps = 1e-3;
  result.shrinking = 1;
  return result;
}

/// Class of every column of X according to one pair; if one class has no signals, all get the
/// other.
std::vector<int> decide(const GaussianSvm& svm, Pair pair, const Labelled& train,
                        const Nodes& nodes, const Nodes& tests, Index n_tests) {
  std::vector<svm_node*> x;
  std::vector<double> y;
  for (Index j = 0; j < train.size(); ++j) {
    const int label = train.y[j];
    if (label != pair.a && label != pair.b) continue;
    x.push_back(nodes.column(j));
    y.push_back(label);
  }
  const svm_problem problem{static_cast<int>(y.size()), y.data(), x.data()};
  const svm_parameter given = parameters(svm);
  if (const char* complaint = svm_check_parameter(&problem, &given)) {
    throw Error(ErrorCode::kInvalidOption, std::string("libsvm: ") + complaint);
  }
  const std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &given));
  std::vector<int> decided;
  for (Index j = 0; j < n_tests; ++j) {
    decided.push_back(static_cast<int>(svm_predict(model.get(), tests.column(j))));
  }
  return decided;
}

std::vector<int> most_votes(const std::vector<std::vector<int>>& decided, int n_classes,
                            Index n_tests) {
  std::vector<int> labels;
  for (Index j = 0; j < n_tests; ++j) {
    std::vector<int> votes(n_classes, 0);
    for (const auto& pair : decided) {
      ++votes[pair[j]];
    }
    labels.push_back(static_cast<int>(std::ranges::max_element(votes) - votes.begin()));
  }
  return labels;
}

}  // namespace

std::vector<int> GaussianSvm::predict(const Labelled& train, const Matrix<float>& X,
                                      int threads) const {
  svm_set_print_string_function([](const char*) {});
  const Nodes nodes(train.X);
  const Nodes tests(X);
  const std::vector<Pair> pairs = pairs_of(train.n_classes);
  std::vector<std::vector<int>> decided(pairs.size());
  in_parallel(threads, static_cast<int>(pairs.size()),
              [&](int i) { decided[i] = decide(*this, pairs[i], train, nodes, tests, X.cols()); });
  return most_votes(decided, train.n_classes, X.cols());
}

GaussianSvm GaussianSvm::chosen(const Labelled& train, Index most, int threads) {
  const Labelled few = thinned(train, most);
  std::vector<GaussianSvm> grid;
  for (const double C : kC) {
    for (const double gamma : kGamma) grid.push_back({C, gamma, 0});
  }
  in_parallel(threads, static_cast<int>(grid.size()), [&](int i) {
    GaussianSvm& svm = grid[i];
    for (int fold = 0; fold < kFolds; ++fold) {
      svm.training_error += fold_error(few, fold, kFolds,
                                       [&](const Labelled& rest, const Matrix<float>& held) {
                                         return svm.predict(rest, held, 1);
                                       }) /
                            kFolds;
    }
  });
  return *std::ranges::min_element(grid, {}, &GaussianSvm::training_error);
}

}  // namespace supdict::app::peers
