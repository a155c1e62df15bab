// SPDX-License-Identifier: BSD-3-Clause
#include "coding/coding_judge.hpp"

#include <algorithm>
#include <cmath>

#include "coding/solver_table.hpp"

namespace supdict::coding {
namespace {

// Violations of the bound |c_j| <= lambda1, as a share of the tolerance.
constexpr double kShareOfViolations = 0.1;

template <class T>
double norm_of_r(const Coding<T>& coding) {
  return std::max(std::sqrt(coding.rr) * (1 + 1e-9), kSmallestNorm);
}

}  // namespace

template <class T>
void CodingJudge<T>::find_dual_point(Coding<T>& coding) const {
  coding.r.resize(task_.atoms.n());
  set_.residual(coding.alpha.data(), coding.r.data());
  coding.rr = coding.rx = 0;
  for (std::size_t i = 0; i < coding.r.size(); ++i) {
    coding.rr += coding.r[i] * coding.r[i];
    coding.rx += coding.r[i] * set_.x()[i];
  }
  if (!supervised()) return;
  coding.v.assign(coding.posterior.size(), 0);
  double others = 0;
  for (std::size_t l = 0; l < coding.v.size(); ++l) {
    if (static_cast<int>(l) == coding.label) continue;
    coding.v[l] = -coding.posterior[l];
    others += coding.posterior[l];
  }
  coding.v[coding.label] = others;
}

template <class T>
double CodingJudge<T>::error_of_scan(const Coding<T>& coding, double c_size) const {
  return scan_error<T>(sizes_, task_.lambda0, norm_of_r(coding), mass(), c_size);
}

template <class T>
double CodingJudge<T>::limit_of_scan(const Coding<T>& coding) const {
  return std::max(0.0, coding.lambda1 - error_of_scan(coding, coding.lambda1));
}

/// Over the set.
template <class T>
std::vector<double> CodingJudge<T>::correlations(const Coding<T>& coding,
                                                 const Problem<double>& problem) const {
  std::vector<double> c(set_.size());
  set_.products(coding.r.data(), c.data());
  for (Size i = 0; i < set_.size(); ++i) {
    double& entry = c[i];
    entry *= 2 * task_.lambda0;
    for (Size l = 0; l < problem.p; ++l) {
      entry += coding.v[l] * problem.A[l * problem.k + i];
    }
  }
  return c;
}

/// Of the candidates, which the scan knows in T only.
template <class T>
std::vector<double> CodingJudge<T>::correlations_outside(const Coding<T>& coding) const {
  std::vector<double> c;
  for (const Candidate& candidate : coding.inquiry.candidates) {
    double entry = 2 * task_.lambda0 * set_.product(candidate.atom, coding.r.data());
    for (std::size_t l = 0; l < coding.v.size(); ++l) {
      entry += coding.v[l] * set_.class_entry(candidate.atom, static_cast<int>(l));
    }
    c.push_back(std::abs(entry));
  }
  return c;
}

/// The code in double against its dual point, given ||c||_inf as computed.
template <class T>
struct CodingJudge<T>::Measured {
  double value;
  double gap;
  double mass;  ///< of the classes other than the hypothesis
};

template <class T>
typename CodingJudge<T>::Measured CodingJudge<T>::measured(const Coding<T>& coding,
                                                           const Problem<double>& problem,
                                                           const std::vector<double>& c,
                                                           double c_max, double* memory) const {
  const double lambda0 = task_.lambda0;
  const double lambda1 = coding.lambda1;
  const double s = c_max > lambda1 ? lambda1 / c_max : 1;
  const ClassPoint at = class_point_finder()(problem, coding.alpha.data(), s, memory);
  double gap = lambda0 * (1 - s) * (1 - s) * coding.rr + at.divergence;
  double norm1 = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    norm1 += std::abs(coding.alpha[i]);
    gap += std::max(0.0, lambda1 * std::abs(coding.alpha[i]) - s * coding.alpha[i] * c[i]);
  }
  return {at.value + lambda0 * coding.rr + lambda1 * norm1, gap, at.mass};
}

/// The code as it is returned, rounded to T.
template <class T>
struct CodingJudge<T>::Returned {
  double rr = 0;
  double norm1 = 0;
  double nonzeros = 0;
  ClassPoint at;
};

template <class T>
typename CodingJudge<T>::Returned CodingJudge<T>::returned(const Coding<T>& coding,
                                                           const Problem<double>& problem,
                                                           double* memory) const {
  Returned code;
  std::vector<double> rounded(coding.alpha.size());
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    rounded[i] = static_cast<double>(static_cast<T>(coding.alpha[i]));
    code.norm1 += std::abs(rounded[i]);
    code.nonzeros += rounded[i] != 0 ? 1 : 0;
  }
  std::vector<double> r(coding.r.size());
  set_.residual(rounded.data(), r.data());
  for (const double entry : r) code.rr += entry * entry;
  code.at = class_point_finder()(problem, rounded.data(), 1, memory);
  return code;
}

/// Value, bounds and status, given ||c||_inf as computed and with all errors.
template <class T>
void CodingJudge<T>::bound(Coding<T>& coding, const Problem<double>& problem,
                           const std::vector<double>& c, double c_max, double safe_c_max,
                           std::vector<double>& memory) const {
  const double lambda0 = task_.lambda0;
  const double lambda1 = coding.lambda1;
  if (std::ssize(memory) < term_memory(problem.p)) memory.resize(term_memory(problem.p));
  // The dual point of the code in double bounds the optimum whatever the code.
  const Measured measured = this->measured(coding, problem, c, c_max, memory.data());
  const double safe = feasible_scale(safe_c_max, lambda1, measured.mass, sizes_.p);
  const ClassPoint dual = class_point_finder()(problem, coding.alpha.data(), safe, memory.data());
  const Returned code = returned(coding, problem, memory.data());

  Outcome& outcome = coding.outcome;
  outcome.value = code.at.value + lambda0 * code.rr + lambda1 * code.norm1;
  const double lower =
      quadratic_below(sizes_, lambda0, safe, coding.rx, coding.rr) + dual.dual_below;
  const double upper =
      value_above(sizes_, lambda0, lambda1, code.rr, code.norm1, code.nonzeros, code.at);
  outcome.lower = lower > 0 ? lower : 0;
  outcome.level = lambda1 / lambda0;
  outcome.upper = upper >= 0 ? upper : HUGE_VAL;
  const double gap = measured.gap + std::max(0.0, outcome.value - measured.value);
  const bool converged =
      gap <= task_.settings.tolerance * outcome.value && std::isfinite(outcome.value);
  if (converged) {
    outcome.status = Status::kConverged;
  } else if (outcome.status == Status::kConverged) {
    outcome.status = Status::kIterationLimit;
  }
}

template <class T>
void CodingJudge<T>::judge(Coding<T>& coding, const Problem<double>& problem,
                           std::vector<double>& memory, std::vector<Size>& violators) const {
  const std::vector<double> inside = correlations(coding, problem);
  const std::vector<double> outside = correlations_outside(coding);
  double c_max = 0;
  for (const double c : inside) c_max = std::max(c_max, std::abs(c));
  for (const double c : outside) c_max = std::max(c_max, c);
  double safe = c_max + exact_error(sizes_, task_.lambda0, norm_of_r(coding), mass(), c_max);
  const Inquiry<T>& inquiry = coding.inquiry;
  // Without this no other |c| is above lambda1 - error_of_scan().
  if (inquiry.limit <= 0 || inquiry.rest > 0) {
    const double rest = std::max(inquiry.rest, inquiry.limit);
    safe = std::max(safe, rest + error_of_scan(coding, std::max(rest, coding.lambda1)));
    c_max = std::max(c_max, inquiry.rest);
  }
  bound(coding, problem, inside, c_max, safe, memory);
  if (coding.outcome.status == Status::kConverged) return;
  const double leeway = 1 + std::max(kShareOfViolations * task_.settings.tolerance, 1e-14);
  for (std::size_t i = 0; i < outside.size(); ++i) {
    if (!(outside[i] <= leeway * coding.lambda1)) {
      violators.push_back(coding.inquiry.candidates[i].atom);
    }
  }
}

template class CodingJudge<float>;
template class CodingJudge<double>;

}  // namespace supdict::coding
