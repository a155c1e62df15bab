// SPDX-License-Identifier: BSD-3-Clause
#include "support/exact_costs.hpp"

#include <cmath>
#include <vector>

namespace supdict::testing {
namespace {

using Real = long double;
using Reals = std::vector<Real>;

/// Row a_l of the class matrix for the signal x.
template <class T>
Reals class_row(const SupervisedDictionary<T>& model, const Vector<T>& x, Index l) {
  Reals row(model.n_atoms(), 0);
  for (Index i = 0; i < model.n_atoms(); ++i) {
    if (model.decision == Decision::kLinear) {
      row[i] = model.W(i, l);
      continue;
    }
    for (Index r = 0; r < x.size(); ++r) {
      row[i] += static_cast<Real>(model.W(r, l * model.n_atoms() + i)) * static_cast<Real>(x[r]);
    }
  }
  return row;
}

/// softmax(z), and log sum_j exp(z_j - z_label).
Real softmax(const Reals& z, std::size_t label, Reals& q) {
  Real top = z[0];
  for (const Real value : z) top = std::max(top, value);
  Real sum = 0;
  q.resize(z.size());
  for (std::size_t l = 0; l < z.size(); ++l) sum += q[l] = std::exp(z[l] - top);
  for (Real& value : q) value /= sum;
  return top - z[label] + std::log(sum);
}

/// The penalty h(alpha) = sum_j lambda1 w_j |alpha_j| + lambda3 alpha_j^2, alpha >= 0 where asked,
/// and its conjugate, by its definition: nothing of the change of variables that the library makes.
struct PlainPenalty {
  const CodePenalty& penalty;
  Real lambda1;
  Real lambda3;

  Real threshold(std::size_t j) const {
    return penalty.weights.empty() ? lambda1 : lambda1 * static_cast<Real>(penalty.weights[j]);
  }
  Real size(Real c) const { return penalty.nonnegative ? std::max<Real>(c, 0) : std::abs(c); }

  Real of(const Vector<double>& alpha) const {
    Real sum = 0;
    for (Index j = 0; j < alpha.size(); ++j) {
      const Real value = std::abs(static_cast<Real>(alpha[j]));
      sum += (threshold(static_cast<std::size_t>(j)) + lambda3 * value) * value;
    }
    return sum;
  }
  /// The largest s <= 1 for which h*(s c) is finite with lambda3 = 0.
  Real feasible(const Reals& c) const {
    Real s = 1;
    for (std::size_t j = 0; j < c.size(); ++j) {
      if (size(c[j]) * s > threshold(j)) s = threshold(j) / size(c[j]);
    }
    return s;
  }
  /// h*(s c); without a ridge 0, for s <= feasible(c).
  Real conjugate(const Reals& c, Real s) const {
    Real sum = 0;
    for (std::size_t j = 0; lambda3 > 0 && j < c.size(); ++j) {
      const Real excess = std::max<Real>(size(s * c[j]) - threshold(j), 0);
      sum += excess * excess / (4 * lambda3);
    }
    return sum;
  }
};

Real xlogx(Real x) {
  return x > 0 ? x * std::log(x) : 0;
}

}  // namespace

template <class T>
ExactBounds exact_bounds(const SupervisedDictionary<T>& model, const Vector<T>& x,
                         const Vector<double>& alpha, int label, double kappa) {
  const bool lasso = label < 0;
  const Real lambda0 = lasso ? 1 : model.lambda0;
  const Real lambda1 = lasso ? kappa : model.lambda1;
  const PlainPenalty h{model.penalty, lambda1, lambda0 * static_cast<Real>(model.penalty.ridge)};
  const Index k = model.n_atoms();
  Real rr = 0;
  Real rx = 0;
  Reals r(x.size());
  for (Index t = 0; t < x.size(); ++t) {
    Real value = x[t];
    for (Index i = 0; i < k; ++i) {
      if (alpha[i] != 0) value -= static_cast<Real>(model.D(t, i)) * static_cast<Real>(alpha[i]);
    }
    r[t] = value;
    rr += value * value;
    rx += value * static_cast<Real>(x[t]);
  }
  Reals c(k, 0);
  for (Index i = 0; i < k; ++i) {
    Real& sum = c[i];
    for (Index t = 0; t < x.size(); ++t) {
      sum += static_cast<Real>(model.D(t, i)) * r[t];
    }
    sum *= 2 * lambda0;
  }
  Real loss = 0;
  Reals v;
  if (!lasso) {
    Reals z;
    std::vector<Reals> rows;
    for (Index l = 0; l < model.n_classes(); ++l) {
      rows.push_back(class_row(model, x, l));
      Real sum = model.b[l];
      for (Index i = 0; i < k; ++i) {
        sum += rows.back()[i] * static_cast<Real>(alpha[i]);
      }
      z.push_back(sum);
    }
    loss = softmax(z, label, v);
    for (std::size_t l = 0; l < v.size(); ++l) {
      v[l] = (static_cast<int>(l) == label ? 1 : 0) - v[l];
      for (std::size_t i = 0; i < c.size(); ++i) c[i] += v[l] * rows[l][i];
    }
  }
  const auto dual = [&](Real s) {
    Real value = 2 * s * lambda0 * rx - s * s * lambda0 * rr - h.conjugate(c, s);
    for (std::size_t l = 0; l < v.size(); ++l) {
      value -= s * v[l] * static_cast<Real>(model.b[static_cast<Index>(l)]) +
               xlogx((static_cast<int>(l) == label ? 1 : 0) - s * v[l]);
    }
    return value;
  };
  ExactBounds bounds;
  bounds.upper = loss + lambda0 * rr + h.of(alpha);
  bounds.lower = dual(h.feasible(c));
  if (h.lambda3 > 0) bounds.lower = std::max(bounds.lower, dual(1));
  return bounds;
}

template ExactBounds exact_bounds<float>(const SupervisedDictionary<float>&, const Vector<float>&,
                                         const Vector<double>&, int, double);
template ExactBounds exact_bounds<double>(const SupervisedDictionary<double>&,
                                          const Vector<double>&, const Vector<double>&, int,
                                          double);

}  // namespace supdict::testing
