// SPDX-License-Identifier: BSD-3-Clause
// With the Gram matrix the correlations D'r are updated in T, which is enough to tell the next atom
// as long as they are far above rounding. From there on, and without the matrix, they are computed
// anew from the residual in double, for all signals of the block at once (scan.hpp). The last of
// these passes is the certificate.
#include "coding/pursuit.hpp"

#include <cmath>

#include "coding/gram_free_bounds.hpp"
#include "coding/growing_set.hpp"
#include "coding/scan.hpp"

namespace supdict::coding {
namespace {

// An atom whose squared distance from the span of the chosen ones is this share of its squared
// length adds only rounding errors.
constexpr double kDependent = 1e-12;
// Correlations below this share of the largest possible one are not left to sums in T.
template <class T>
constexpr double kWorn = sizeof(T) == 4 ? 1e-4 : 1e-10;
// The margin around kappa where sums in T do not decide.
constexpr double kNearKappa = 1 + 1e-3;
// The best atoms of a scan, compared anew in double.
constexpr Size kCandidates = 4;

/// One signal.
template <class T>
class Pursuit {
 public:
  Pursuit(const PursuitTask<T>& task, const T* x, double xx)
      : task_(task),
        set_(task.atoms, x, xx, 1, task.kappa),
        sizes_(magnitudes(task.atoms, x, xx)),
        barred_(task.atoms.k(), false) {}

  /// Chooses atoms as long as T has the digits for it. `rho` is D'x, and is overwritten.
  void choose_by_gram(T* rho, std::vector<T>& directions);
  /// Least squares over the chosen atoms.
  void fit();
  void ask(std::vector<Inquiry<T>*>& inquiries);
  /// After the scan: chooses the next atom. True if there is none.
  bool judge();
  void write(Size column, const BlockView<T>& block) const;

 private:
  bool add(Size atom);
  std::vector<double> solved(std::vector<double> right) const;
  void improve();
  double residual_of(const std::vector<double>& code, std::vector<double>& r) const;
  double norm1() const {
    double sum = 0;
    for (const double entry : alpha_) sum += std::abs(entry);
    return sum;
  }
  double error_of_residual() const {
    return residual_error(sizes_, norm1(), static_cast<double>(support_.size()));
  }
  bool full() const { return std::ssize(support_) >= task_.most(); }
  const double* factor_row(Size t) const { return factor_.data() + t * (t + 1) / 2; }

  const PursuitTask<T>& task_;
  GrowingSet<T> set_;
  Magnitudes sizes_;
  std::vector<bool> barred_;    ///< k: chosen, or dependent on those that are
  std::vector<Size> support_;   ///< positions in the set
  std::vector<double> factor_;  ///< Cholesky factor over the support, row after row
  std::vector<double> y_;       ///< its inverse times D'x
  std::vector<double> alpha_;   ///< over the set
  std::vector<double> r_;       ///< x - D alpha
  double r_norm_ = 0;
  double largest_ = 0;  ///< of |2 d_j'r| over all atoms, rounded up
  Inquiry<T> inquiry_;
  Status status_ = Status::kConverged;
};

template <class T>
Size strongest(const T* rho, Size k) {
  const Eigen::Map<const Vector<T>> all(rho, k);
  const T largest = all.cwiseAbs().maxCoeff();
  Size j = 0;
  while (j + 1 < k && !(std::abs(rho[j]) >= largest)) ++j;
  return j;
}

template <class T>
void Pursuit<T>::choose_by_gram(T* rho, std::vector<T>& directions) {
  const Size k = task_.packed->k();
  const auto& kernels = simd::kernels<T>();
  const double floor = std::max(kNearKappa * task_.kappa / 2, kWorn<T> * sizes_.x * sizes_.atom);
  std::vector<T> weights;
  for (Size t = 0; !full() && t < task_.settings.max_iterations; ++t) {
    const Size atom = strongest(rho, k);
    if (!(std::abs(static_cast<double>(rho[atom])) > floor) || barred_[atom]) return;
    if (!add(atom)) return;
    // D'z for z, the part of the atom that is orthogonal to those chosen before, of length 1.
    directions.resize((t + 1) * k);
    T* direction = directions.data() + t * k;
    const double* row = factor_row(t);
    weights.clear();
    for (Size i = 0; i < t; ++i) weights.push_back(static_cast<T>(-row[i]));
    std::copy_n(task_.packed->gram() + atom * k, k, direction);
    kernels.combine(k, t, directions.data(), k, weights.data(), 1, direction);
    Eigen::Map<Vector<T>>(direction, k) *= static_cast<T>(1 / row[t]);
    const T step = static_cast<T>(-y_.back());
    kernels.combine(k, 1, direction, k, &step, 1, rho);
  }
}

/// False if the atom depends on the chosen ones.
template <class T>
bool Pursuit<T>::add(Size atom) {
  barred_[atom] = true;
  set_.add(atom);
  const Size at = set_.size() - 1;
  const double* g = set_.gram_column(at);
  const auto t = std::ssize(support_);
  factor_.resize((t + 1) * (t + 2) / 2);
  double* row = factor_.data() + t * (t + 1) / 2;
  double left = g[at];
  double y = set_.correlation(at);
  for (Size i = 0; i < t; ++i) {
    const double* other = factor_row(i);
    const Eigen::Map<const Vector<double>> done(row, i);
    row[i] = (g[support_[i]] - done.dot(Eigen::Map<const Vector<double>>(other, i))) / other[i];
    left -= row[i] * row[i];
    y -= row[i] * y_[i];
  }
  if (!(left > kDependent * g[at])) return false;
  row[t] = std::sqrt(left);
  y_.push_back(y / row[t]);
  support_.push_back(at);
  return true;
}

/// The transposed factor, inverted, times `right`.
template <class T>
std::vector<double> Pursuit<T>::solved(std::vector<double> right) const {
  for (Size i = std::ssize(right) - 1; i >= 0; --i) {
    const double* row = factor_row(i);
    right[i] /= row[i];
    for (Size c = 0; c < i; ++c) right[c] -= right[i] * row[c];
  }
  return right;
}

/// A step of iterative refinement: removes what rounding has left of the correlations with the
/// chosen atoms.
template <class T>
void Pursuit<T>::improve() {
  std::vector<double> c(set_.size());
  set_.products(r_.data(), c.data());
  std::vector<double> missing(support_.size());
  for (Size i = 0; i < std::ssize(support_); ++i) {
    const double* row = factor_row(i);
    double sum = c[support_[i]];
    for (Size e = 0; e < i; ++e) sum -= row[e] * missing[e];
    missing[i] = sum / row[i];
  }
  missing = solved(std::move(missing));
  for (Size i = 0; i < std::ssize(support_); ++i) alpha_[support_[i]] += missing[i];
}

/// Of a code over the set: writes r, and returns its norm, rounded up.
template <class T>
double Pursuit<T>::residual_of(const std::vector<double>& code, std::vector<double>& r) const {
  r.resize(task_.atoms.n());
  set_.residual(code.data(), r.data());
  double rr = 0;
  for (const double entry : r) rr += entry * entry;
  return std::max(std::sqrt(rr) * (1 + 1e-9), kSmallestNorm);
}

template <class T>
void Pursuit<T>::fit() {
  alpha_.assign(set_.size(), 0);
  const std::vector<double> found = solved(y_);
  for (Size i = 0; i < std::ssize(support_); ++i) alpha_[support_[i]] = found[i];
  residual_of(alpha_, r_);
  improve();
  r_norm_ = residual_of(alpha_, r_);
}

template <class T>
void Pursuit<T>::ask(std::vector<Inquiry<T>*>& inquiries) {
  inquiry_.r = r_.data();
  inquiry_.most = kCandidates;
  inquiry_.taken = &barred_;
  inquiries.push_back(&inquiry_);
}

template <class T>
bool Pursuit<T>::judge() {
  std::vector<double> c(set_.size());
  set_.products(r_.data(), c.data());
  double inside = 0;
  for (const double entry : c) inside = std::max(inside, 2 * std::abs(entry));
  double outside = inquiry_.rest;
  Size best = -1;
  double of_best = 0;
  for (const Candidate& candidate : inquiry_.candidates) {
    outside = std::max(outside, candidate.size);
    const double size = 2 * std::abs(set_.product(candidate.atom, r_.data()));
    if (size > of_best) {
      of_best = size;
      best = candidate.atom;
    }
  }
  largest_ = std::max(inside + exact_error(sizes_, 1, r_norm_, 0, inside),
                      outside + scan_error<T>(sizes_, 1, r_norm_, 0, outside));
  const double noise =
      exact_error(sizes_, 1, r_norm_, 0, of_best) + 2 * sizes_.atom * error_of_residual();
  if (full() || !(of_best > std::max(task_.kappa, noise))) return true;
  if (set_.size() >= task_.settings.max_iterations) {
    status_ = Status::kIterationLimit;
    return true;
  }
  add(best);
  return false;
}

template <class T>
void Pursuit<T>::write(Size column, const BlockView<T>& block) const {
  std::vector<std::pair<Size, T>> entries;
  std::vector<double> rounded(alpha_.size());
  double norm1_rounded = 0;
  for (const Size at : support_) {
    const T value = static_cast<T>(alpha_[at]);
    if (value != T(0)) entries.emplace_back(set_.atom(at), value);
    rounded[at] = static_cast<double>(value);
    norm1_rounded += std::abs(rounded[at]);
  }
  std::sort(entries.begin(), entries.end());
  std::vector<double> r;
  residual_of(rounded, r);
  double rr = 0;
  double moved = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    rr += r[i] * r[i];
    moved += (r[i] - r_[i]) * (r[i] - r_[i]);
  }
  Outcome& outcome = block.outcome[column];
  outcome.value = rr;
  outcome.lower = 0;
  outcome.upper = value_above(sizes_, 1, 0, rr, norm1_rounded, static_cast<double>(entries.size()),
                              ClassPoint{});
  const double off = std::sqrt(moved) * (1 + 1e-9) + error_of_residual();
  outcome.level = (largest_ + 2 * sizes_.atom * off) * (1 + 1e-15);
  outcome.iterations = static_cast<int>(set_.size());
  outcome.status = status_;
  block.write(column, entries, task_.atoms.k());
}

}  // namespace

template <class T>
bool code_block(const PursuitTask<T>& task, const BlockView<T>& block) {
  std::vector<Pursuit<T>> pursuits;
  pursuits.reserve(block.m);
  for (Size j = 0; j < block.m; ++j) {
    const T* x = block.X + j * block.ldx;
    const double xx = simd::kernels<T>().sum_of_squares(task.atoms.n(), x);
    if (!std::isfinite(xx)) return false;
    pursuits.emplace_back(task, x, xx);
  }
  if (task.packed != nullptr) {
    const Size k = task.packed->k();
    const Lines<T> Q = make_lines<T>(k * block.m);
    task.packed->correlate(block.X, block.ldx, block.m, Q.get());
    std::vector<T> directions;
    for (Size j = 0; j < block.m; ++j) {
      task.settings.throw_if_stopped();
      pursuits[j].choose_by_gram(Q.get() + j * k, directions);
    }
  }
  scan_in_rounds(
      task.atoms, 1, task.settings, pursuits, [](Pursuit<T>& pursuit) { pursuit.fit(); },
      [](Pursuit<T>& pursuit) { return pursuit.judge(); });
  for (Size j = 0; j < block.m; ++j) pursuits[j].write(j, block);
  return true;
}

template bool code_block<float>(const PursuitTask<float>&, const BlockView<float>&);
template bool code_block<double>(const PursuitTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
