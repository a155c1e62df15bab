// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/peers/nearest_neighbours.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "reproduce/peers/parallel.hpp"

namespace supdict::app::peers {
namespace {

constexpr std::array<int, 5> kCandidates = {1, 3, 5, 7, 9};
constexpr Index kMostQueries = 5000;
constexpr Index kBlock = 128;

/// The `count` nearest training signals of each column of X, nearest first: count x m.
Matrix<Index> nearest(const Labelled& train, const Matrix<float>& X, Index count, int threads) {
  const Vector<float> half_norms = 0.5F * train.X.colwise().squaredNorm().transpose();
  Matrix<Index> found(count, X.cols());
  const auto blocks = static_cast<int>((X.cols() + kBlock - 1) / kBlock);
  in_parallel(threads, blocks, [&](int block) {
    const Index first = block * kBlock;
    const Index size = std::min(kBlock, X.cols() - first);
    // ||t - x||^2 / 2 without ||x||^2 / 2, which is the same for all t.
    Matrix<float> distances = -train.X.transpose() * X.middleCols(first, size);
    distances.colwise() += half_norms;
    std::vector<Index> order(train.size());
    for (Index j = 0; j < size; ++j) {
      const auto closer = [&](Index a, Index b) { return distances(a, j) < distances(b, j); };
      std::iota(order.begin(), order.end(), Index{0});
      std::partial_sort(order.begin(), order.begin() + count, order.end(), closer);
      std::copy_n(order.begin(), count, found.col(first + j).begin());
    }
  });
  return found;
}

/// The most frequent class of the first k; among equals that of the nearest.
int vote(const Labelled& train, const Index* neighbours, int k) {
  std::vector<int> votes(train.n_classes, 0);
  int best = train.y[neighbours[0]];
  for (int i = 0; i < k; ++i) {
    ++votes[train.y[neighbours[i]]];
  }
  for (int i = 0; i < k; ++i) {
    const int other = train.y[neighbours[i]];
    if (votes[other] > votes[best]) best = other;
  }
  return best;
}

}  // namespace

NearestNeighbours NearestNeighbours::chosen(const Labelled& train, int threads) {
  const Labelled queries = thinned(train, kMostQueries);
  const Index most = std::min<Index>(kCandidates.back(), train.size() - 1);
  // The nearest one is the query itself.
  const Matrix<Index> found = nearest(train, queries.X, most + 1, threads);
  NearestNeighbours best{.training_error = 2};
  for (const int k : kCandidates) {
    if (k > most) break;
    std::vector<int> predicted;
    for (Index j = 0; j < queries.size(); ++j) {
      predicted.push_back(vote(train, found.col(j).data() + 1, k));
    }
    const double error = error_rate(predicted, queries.y);
    if (error < best.training_error) best = {k, error};
  }
  return best;
}

std::vector<int> NearestNeighbours::predict(const Labelled& train, const Matrix<float>& X,
                                            int threads) const {
  const Matrix<Index> found = nearest(train, X, k, threads);
  std::vector<int> labels;
  for (Index j = 0; j < X.cols(); ++j) labels.push_back(vote(train, found.col(j).data(), k));
  return labels;
}

}  // namespace supdict::app::peers
