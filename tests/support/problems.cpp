// SPDX-License-Identifier: BSD-3-Clause
#include "support/problems.hpp"

#include <cmath>
#include <random>

#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

template <class To, class From>
SupervisedDictionary<To> convert(const SupervisedDictionary<From>& model) {
  SupervisedDictionary<To> result;
  result.decision = model.decision;
  result.D = model.D.template cast<To>();
  result.W = model.W.template cast<To>();
  result.b = model.b.template cast<To>();
  result.lambda0 = model.lambda0;
  result.lambda1 = model.lambda1;
  result.penalty = model.penalty;
  return result;
}

/// Row l, entry i of A for the signal x.
double class_row(const SupervisedDictionary<double>& model, const Vector<double>& x, Index l,
                 Index i) {
  if (model.decision == Decision::kLinear) return model.W(i, l);
  double sum = 0;
  for (Index r = 0; r < x.size(); ++r) sum += model.W(r, l * model.n_atoms() + i) * x[r];
  return sum;
}

/// exp(z_j - z_l) summed over j, in logarithm.
double log_loss(const std::vector<double>& z, std::size_t label) {
  double top = 0;
  for (const double value : z) top = std::max(top, value - z[label]);
  double sum = 0;
  for (const double value : z) sum += std::exp(value - z[label] - top);
  return top + std::log(sum);
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Recipe& recipe) {
  return out << to_string(recipe.decision) << " n=" << recipe.n << " k=" << recipe.k
             << " p=" << recipe.p << " m=" << recipe.m << " lambda0=" << recipe.lambda0
             << " kappa=" << recipe.kappa << " theta=" << recipe.theta << " seed=" << recipe.seed;
}

Matrix<double> random_matrix(Index rows, Index cols, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  Matrix<double> M(rows, cols);
  for (Index e = 0; e < M.size(); ++e) M.data()[e] = normal(engine);
  return M;
}

LabelledProblem<double> make_problem(const Recipe& recipe) {
  const std::uint64_t seed = 16 * recipe.seed;
  const bool linear = recipe.decision == Decision::kLinear;
  LabelledProblem<double> problem;
  SupervisedDictionary<double>& model = problem.model;
  model.decision = recipe.decision;
  model.D = random_matrix(recipe.n, recipe.k, seed);
  for (Index i = 0; i < recipe.k; ++i) {
    model.D.col(i) *= (i % 3 == 1 ? 0.7 : 1) / model.D.col(i).norm();
  }
  model.W = recipe.theta * random_matrix(linear ? recipe.k : recipe.n,
                                         linear ? recipe.p : recipe.k * recipe.p, seed + 1);
  model.b = 0.3 * random_matrix(recipe.p, 1, seed + 2);
  model.lambda0 = recipe.lambda0;
  model.lambda1 = recipe.kappa * recipe.lambda0;
  problem.X = random_matrix(recipe.n, recipe.m, seed + 3);
  for (auto x : problem.X.colwise()) x.normalize();
  std::mt19937_64 engine(seed + 4);
  std::uniform_int_distribution<int> any_class(0, static_cast<int>(recipe.p) - 1);
  for (Index j = 0; j < recipe.m; ++j) problem.y.push_back(any_class(engine));
  return problem;
}

SupervisedDictionary<float> to_float(const SupervisedDictionary<double>& model) {
  return convert<float>(model);
}

SupervisedDictionary<double> to_double(const SupervisedDictionary<float>& model) {
  return convert<double>(model);
}

double plain_cost(const SupervisedDictionary<double>& model, const Vector<double>& x,
                  const Vector<double>& alpha, int label) {
  double rr = 0;
  for (Index i = 0; i < x.size(); ++i) {
    double r = x[i];
    for (Index a = 0; a < alpha.size(); ++a) r -= model.D(i, a) * alpha[a];
    rr += r * r;
  }
  double norm1 = 0;
  double norm2 = 0;
  for (Index a = 0; a < alpha.size(); ++a) {
    norm1 += (model.penalty.weights.empty() ? 1 : model.penalty.weights[a]) * std::abs(alpha[a]);
    norm2 += alpha[a] * alpha[a];
  }
  rr += model.penalty.ridge * norm2;
  if (label < 0) return rr + model.lambda1 / model.lambda0 * norm1;
  std::vector<double> z;
  for (Index l = 0; l < model.n_classes(); ++l) {
    z.push_back(model.b[l]);
    for (Index a = 0; a < alpha.size(); ++a) z.back() += class_row(model, x, l, a) * alpha[a];
  }
  return log_loss(z, label) + model.lambda0 * rr + model.lambda1 * norm1;
}

double largest_correlation_at_zero(const SupervisedDictionary<double>& model,
                                   const Vector<double>& x, int label) {
  Vector<double> v = -(model.b.array() - model.b.maxCoeff()).exp();
  v /= -v.sum();
  v[label] += 1;
  double largest = 0;
  for (Index i = 0; i < model.n_atoms(); ++i) {
    double c = 2 * model.lambda0 * model.D.col(i).dot(x);
    for (Index l = 0; l < model.n_classes(); ++l) c += v[l] * class_row(model, x, l, i);
    largest = std::max(largest, std::abs(c));
  }
  return largest;
}

CodingOptions options_for(const std::string& solver, double tolerance) {
  CodingOptions options{.solver = solver,
                        .tolerance = tolerance,
                        .max_iterations = 50000,
                        .gram = GramMatrix::kWhole};
  if (solver.ends_with(kWithoutGram)) {
    options.solver.resize(solver.size() - kWithoutGram.size());
    options.gram = GramMatrix::kNone;
  }
  return options;
}

bool meet(const Interval& a, const Interval& b, double rounding) {
  const auto slack = rounding * (1 + a.high.array().abs());
  return (a.low.array() <= b.high.array() + slack).all() &&
         (b.low.array() <= a.high.array() + slack).all();
}

Interval exact_costs(const SupervisedDictionary<double>& model, const Matrix<double>& X) {
  const Interval a = interval_of(Coder<double>(model, options_for("cd", kExact)).encode(X));
  const Interval b = interval_of(Coder<double>(model, options_for("fista", kExact)).encode(X));
  return {a.low.cwiseMax(b.low), a.high.cwiseMin(b.high)};
}

}  // namespace supdict::testing
