// SPDX-License-Identifier: BSD-3-Clause
// Rounds of: solve every signal on its working set, exactly and in double; look at the correlations
// of all atoms with the residuals (scan.hpp); add the atoms that violate |c_j| <= lambda1 most. A
// code without violators is optimal, and the correlations are its certificate.
#include "coding/gram_free_block.hpp"

#include <algorithm>
#include <cmath>

#include "coding/gram_free_bounds.hpp"
#include "coding/growing_set.hpp"
#include "coding/reserve.hpp"
#include "coding/scan.hpp"
#include "coding/solver_table.hpp"

namespace supdict::coding {
namespace {

// Atoms that a coding adds at once: at least so many, and as many as its code has non-zeros.
constexpr Size kFirstAtoms = 48;
constexpr Size kMoreAtoms = 32;
// Iterations on one working set. A set that is too small for the signal may be harder to solve than
// all atoms are; its atoms are then chosen with what these have reached. More are spent where that
// finds no atom to add.
constexpr int kFewIterations = 1000;
constexpr int kMoreIterations = 8;
constexpr int kMostRounds = 200;
// The gap on the set and violations of the bound, as shares of the tolerance.
constexpr double kShareOnSet = 0.5;
constexpr double kShareOfViolations = 0.1;
// Squares of smaller numbers may be lost.
constexpr double kSmallestNorm = 0x1p-500;

/// One signal under one hypothesis.
template <class T>
struct Coding {
  int label = -1;
  double lambda1 = 0;         ///< larger than the task's where the number of non-zeros is limited
  std::vector<double> alpha;  ///< over the set
  std::vector<double> posterior;  ///< p
  std::vector<double> r;          ///< x - D alpha
  std::vector<double> v;          ///< e_l - posterior
  double rr = 0;
  double rx = 0;
  Inquiry<T> inquiry;
  Outcome outcome;
  bool done = false;
};

template <class T>
class Signal {
 public:
  Signal(const GramFreeTask<T>& task, const T* x, double xx)
      : task_(task),
        x_(x),
        set_(task.atoms, x, xx, task.lambda0, task.lambda1),
        sizes_(magnitudes(task.atoms, xx)),
        codings_(static_cast<std::size_t>(task.n_hypotheses())) {
    const bool zero = std::all_of(x, x + task.atoms.n(), [](T entry) { return entry == T(0); });
    if (!zero) sizes_.x = std::max(sizes_.x, kSmallestNorm);
    for (std::size_t i = 0; i < codings_.size(); ++i) {
      codings_[i].lambda1 = task.lambda1;
      if (supervised()) codings_[i].label = task.hypotheses[i];
    }
  }

  /// Begins with codes, one per hypothesis or (`count` is 1) the same for each.
  void begin_with(const T* codes, Size count) {
    const Size k = task_.atoms.k();
    for (Size e = 0; e < k * count; ++e) {
      if (codes[e] != T(0) && !set_.taken()[static_cast<std::size_t>(e % k)]) set_.add(e % k);
    }
    given_ = codes;
    n_given_ = count;
  }

  /// Codes on the working set under the hypotheses that are not done.
  void solve(std::vector<double>& memory, Reserve& reserve);
  /// What to ask of the scan.
  void ask(std::vector<Inquiry<T>*>& inquiries);
  /// After the scan: bounds of the optimum, and the atoms that the set needs. True if the signal is
  /// done.
  bool judge(std::vector<double>& memory);

  const std::vector<Coding<T>>& codings() const { return codings_; }
  const GrowingSet<T>& set() const { return set_; }

 private:
  bool supervised() const { return !task_.hypotheses.empty(); }
  Problem<double> problem_of(const Coding<T>& coding);
  void fill_starts(const Problem<double>& problem, double* alpha) const;
  void find_dual_point(Coding<T>& coding);
  void judge(Coding<T>& coding, std::vector<double>& memory, std::vector<Size>& violators);
  std::vector<double> correlations(const Coding<T>& coding, const Problem<double>& problem) const;
  std::vector<double> correlations_outside(const Coding<T>& coding) const;
  void bound(Coding<T>& coding, const Problem<double>& problem, const std::vector<double>& c,
             double c_max, double safe_c_max, std::vector<double>& memory) const;
  /// At most: of the classes other than the hypothesis.
  double mass() const { return supervised() ? 1 : 0; }
  static double norm_of_r(const Coding<T>& coding) {
    return std::max(std::sqrt(coding.rr) * (1 + 1e-9), kSmallestNorm);
  }
  double error_of_scan(const Coding<T>& coding, double c_size) const {
    return scan_error<T>(sizes_, task_.lambda0, norm_of_r(coding), mass(), c_size);
  }
  double leeway() const {
    return 1 + std::max(kShareOfViolations * task_.settings.tolerance, 1e-14);
  }

  const GramFreeTask<T>& task_;
  const T* x_;
  GrowingSet<T> set_;
  Magnitudes sizes_;
  std::vector<Coding<T>> codings_;
  const T* given_ = nullptr;  ///< codes to begin with
  Size n_given_ = 0;
  int rounds_ = 0;
  int budget_ = kFewIterations;
};

template <class T>
Problem<double> Signal<T>::problem_of(const Coding<T>& coding) {
  Problem<double> problem = set_.problem();
  problem.rounding = class_rounding(sizes_);
  problem.label = coding.label;
  if (!supervised()) problem.p = 0;
  return problem;
}

template <class T>
void Signal<T>::solve(std::vector<double>& memory, Reserve& reserve) {
  Problem<double> problem = problem_of(codings_.front());
  if (task_.solver.needs_norms) set_.add_norms(problem);
  std::vector<int> labels;
  std::vector<Coding<T>*> open;
  int used = 0;
  for (Coding<T>& coding : codings_) {
    if (coding.done) continue;
    labels.push_back(coding.label);
    open.push_back(&coding);
    used = std::max(used, coding.outcome.iterations);
  }
  const Size count = std::ssize(open);
  const Size k = problem.k;
  const Size p = problem.p;
  const Size wanted = (k + p) * count + workspace_size(k, p) + 2 * kPad;
  if (std::ssize(memory) < wanted) memory.resize(static_cast<std::size_t>(wanted));
  std::vector<Outcome> outcomes(open.size());
  Request<double> request;
  request.hypotheses = labels.data();
  request.count = count;
  request.Alpha = memory.data();
  request.workspace = request.Alpha + k * count;
  request.posterior = request.workspace + workspace_size(k, p);
  request.outcome = outcomes.data();
  reserve.release();
  request.more = reserve.view();
  if (rounds_ == 0 && given_ != nullptr) {
    request.starts = Starts::kAll;
    fill_starts(problem, request.Alpha);
  }
  const Settings settings{kShareOnSet * task_.settings.tolerance,
                          std::clamp(task_.settings.max_iterations - used, 1, std::max(budget_, 1)),
                          task_.settings.throw_if_stopped, task_.settings.max_nonzeros};
  task_.solver.solve_double(problem, settings, request);
  for (Size i = 0; i < count; ++i) {
    Coding<T>& coding = *open[static_cast<std::size_t>(i)];
    coding.alpha.assign(request.Alpha + i * k, request.Alpha + (i + 1) * k);
    coding.posterior.assign(request.posterior + i * p, request.posterior + (i + 1) * p);
    const Outcome& outcome = outcomes[static_cast<std::size_t>(i)];
    coding.outcome.iterations += outcome.iterations;
    coding.outcome.status = outcome.status;
    if (task_.settings.max_nonzeros > 0) coding.lambda1 = outcome.level * task_.lambda0;
    find_dual_point(coding);
  }
  ++rounds_;
}

/// The codes that were given, over the set.
template <class T>
void Signal<T>::fill_starts(const Problem<double>& problem, double* alpha) const {
  for (Size i = 0; i < task_.n_hypotheses(); ++i, alpha += problem.k) {
    const T* given = given_ + (n_given_ > 1 ? i : 0) * task_.atoms.k();
    std::fill_n(alpha, problem.k, 0.0);
    for (Size e = 0; e < set_.size(); ++e) alpha[e] = static_cast<double>(given[set_.atom(e)]);
  }
}

template <class T>
void Signal<T>::find_dual_point(Coding<T>& coding) {
  coding.r.resize(static_cast<std::size_t>(task_.atoms.n()));
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
  coding.v[static_cast<std::size_t>(coding.label)] = others;
}

template <class T>
void Signal<T>::ask(std::vector<Inquiry<T>*>& inquiries) {
  for (Coding<T>& coding : codings_) {
    if (coding.done) continue;
    Inquiry<T>& inquiry = coding.inquiry;
    inquiry.r = coding.r.data();
    inquiry.x = x_;
    inquiry.v = supervised() ? coding.v.data() : nullptr;
    inquiry.limit = std::max(0.0, coding.lambda1 - error_of_scan(coding, coding.lambda1));
    const Size nonzeros =
        std::ssize(coding.alpha) - std::count(coding.alpha.begin(), coding.alpha.end(), 0.0);
    const Size more = set_.size() == 0
                          ? std::max(kFirstAtoms, task_.settings.max_nonzeros + kMoreAtoms)
                          : std::max(kMoreAtoms, nonzeros);
    inquiry.most = std::max<Size>(kPad, more / std::ssize(codings_));
    inquiry.taken = &set_.taken();
    inquiries.push_back(&inquiry);
  }
}

/// Over the set.
template <class T>
std::vector<double> Signal<T>::correlations(const Coding<T>& coding,
                                            const Problem<double>& problem) const {
  std::vector<double> c(static_cast<std::size_t>(set_.size()));
  set_.products(coding.r.data(), c.data());
  for (Size i = 0; i < set_.size(); ++i) {
    double& entry = c[static_cast<std::size_t>(i)];
    entry *= 2 * task_.lambda0;
    for (Size l = 0; l < problem.p; ++l) {
      entry += coding.v[static_cast<std::size_t>(l)] * problem.A[l * problem.k + i];
    }
  }
  return c;
}

/// Of the candidates, which the scan knows in T only.
template <class T>
std::vector<double> Signal<T>::correlations_outside(const Coding<T>& coding) const {
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

template <class T>
void Signal<T>::judge(Coding<T>& coding, std::vector<double>& memory,
                      std::vector<Size>& violators) {
  const Problem<double> problem = problem_of(coding);
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
  for (std::size_t i = 0; i < outside.size(); ++i) {
    if (!(outside[i] <= leeway() * coding.lambda1)) {
      violators.push_back(coding.inquiry.candidates[i].atom);
    }
  }
}

/// Value, bounds and status, given ||c||_inf as computed and with all errors.
template <class T>
void Signal<T>::bound(Coding<T>& coding, const Problem<double>& problem,
                      const std::vector<double>& c, double c_max, double safe_c_max,
                      std::vector<double>& memory) const {
  const double lambda0 = task_.lambda0;
  const double lambda1 = coding.lambda1;
  const FindClassPoint class_point = class_point_finder();
  if (std::ssize(memory) < term_memory(problem.p)) {
    memory.resize(static_cast<std::size_t>(term_memory(problem.p)));
  }
  // The dual point of the code in double bounds the optimum whatever the code.
  const double s = c_max > lambda1 ? lambda1 / c_max : 1;
  const ClassPoint at = class_point(problem, coding.alpha.data(), s, memory.data());
  const double safe = feasible_scale(safe_c_max, lambda1, at.mass, sizes_.p);
  const ClassPoint dual = class_point(problem, coding.alpha.data(), safe, memory.data());
  double gap = lambda0 * (1 - s) * (1 - s) * coding.rr + at.divergence;
  double norm1 = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    norm1 += std::abs(coding.alpha[i]);
    gap += std::max(0.0, lambda1 * std::abs(coding.alpha[i]) - s * coding.alpha[i] * c[i]);
  }
  const double value = at.value + lambda0 * coding.rr + lambda1 * norm1;

  // The code as it is returned.
  std::vector<double> rounded(coding.alpha.size());
  double norm1_rounded = 0;
  double nonzeros = 0;
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    rounded[i] = static_cast<double>(static_cast<T>(coding.alpha[i]));
    norm1_rounded += std::abs(rounded[i]);
    nonzeros += rounded[i] != 0 ? 1 : 0;
  }
  std::vector<double> r(coding.r.size());
  set_.residual(rounded.data(), r.data());
  double rr = 0;
  for (const double entry : r) rr += entry * entry;
  const ClassPoint primal = class_point(problem, rounded.data(), 1, memory.data());

  Outcome& outcome = coding.outcome;
  outcome.value = primal.value + lambda0 * rr + lambda1 * norm1_rounded;
  const double lower =
      quadratic_below(sizes_, lambda0, safe, coding.rx, coding.rr) + dual.dual_below;
  const double upper = value_above(sizes_, lambda0, lambda1, rr, norm1_rounded, nonzeros, primal);
  outcome.lower = lower > 0 ? lower : 0;
  outcome.level = lambda1 / lambda0;
  outcome.upper = upper >= 0 ? upper : HUGE_VAL;
  gap += std::max(0.0, outcome.value - value);
  const bool converged =
      gap <= task_.settings.tolerance * outcome.value && std::isfinite(outcome.value);
  if (converged) {
    outcome.status = Status::kConverged;
  } else if (outcome.status == Status::kConverged) {
    outcome.status = Status::kIterationLimit;
  }
}

template <class T>
bool Signal<T>::judge(std::vector<double>& memory) {
  std::vector<Size> violators;
  bool all_done = true;
  bool stuck = false;
  for (Coding<T>& coding : codings_) {
    if (coding.done) continue;
    const std::size_t before = violators.size();
    const bool solved = coding.outcome.status == Status::kConverged;
    judge(coding, memory, violators);
    const bool at_limit =
        rounds_ >= kMostRounds || coding.outcome.iterations >= task_.settings.max_iterations;
    const bool needs_none = violators.size() == before;
    coding.done = coding.outcome.status == Status::kConverged || at_limit ||
                  (needs_none && (solved || budget_ >= task_.settings.max_iterations));
    stuck |= needs_none && !coding.done;
    all_done &= coding.done;
  }
  if (stuck) {
    budget_ = budget_ > task_.settings.max_iterations / kMoreIterations
                  ? task_.settings.max_iterations
                  : kMoreIterations * budget_;
  }
  if (all_done) return true;
  for (const Size atom : violators) {
    if (!set_.taken()[static_cast<std::size_t>(atom)]) set_.add(atom);
  }
  return false;
}

/// The non-zero entries of a code, by atom. The set may have grown since it was found.
template <class T>
std::vector<std::pair<Size, T>> entries_of(const GrowingSet<T>& set, const Coding<T>& coding) {
  std::vector<std::pair<Size, T>> entries;
  const Size size = std::min(set.size(), std::ssize(coding.alpha));
  for (Size i = 0; i < size; ++i) {
    const T value = static_cast<T>(coding.alpha[static_cast<std::size_t>(i)]);
    if (value != T(0)) entries.emplace_back(set.atom(i), value);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

template <class T>
void write_results(const Signal<T>& signal, Size first, const BlockView<T>& block, Size k) {
  for (std::size_t i = 0; i < signal.codings().size(); ++i) {
    const Coding<T>& coding = signal.codings()[i];
    const Size column = first + static_cast<Size>(i);
    const auto p = static_cast<Size>(coding.posterior.size());
    for (Size l = 0; l < p; ++l) {
      block.posterior[column * p + l] =
          static_cast<T>(coding.posterior[static_cast<std::size_t>(l)]);
    }
    block.outcome[column] = coding.outcome;
    const auto entries = entries_of(signal.set(), coding);
    if (block.sparse != nullptr) {
      block.sparse->add(entries);
    } else {
      T* code = block.Alpha + column * k;
      std::fill_n(code, k, T(0));
      for (const auto& [atom, value] : entries) code[atom] = value;
    }
  }
}

}  // namespace

template <class T>
bool code_block(const GramFreeTask<T>& task, const BlockView<T>& block) {
  const Size h = task.n_hypotheses();
  const Size k = task.atoms.k();
  std::vector<Signal<T>> signals;
  signals.reserve(static_cast<std::size_t>(block.m));
  for (Size j = 0; j < block.m; ++j) {
    const T* x = block.X + j * block.ldx;
    const double xx = simd::kernels<T>().sum_of_squares(task.atoms.n(), x);
    if (!std::isfinite(xx)) return false;
    Signal<T>& signal = signals.emplace_back(task, x, xx);
    if (block.warm != nullptr) {
      signal.begin_with(block.warm + j * block.warm_stride * k, block.warm_stride);
    }
  }
  std::vector<double> memory;
  Reserve reserve;
  std::vector<Signal<T>*> open;
  open.reserve(signals.size());
  for (Signal<T>& signal : signals) open.push_back(&signal);
  while (!open.empty()) {
    std::vector<Inquiry<T>*> inquiries;
    for (Signal<T>* signal : open) {
      task.settings.throw_if_stopped();
      signal->solve(memory, reserve);
      signal->ask(inquiries);
    }
    scan_atoms(task.atoms, task.lambda0, inquiries);
    std::erase_if(open, [&](Signal<T>* signal) { return signal->judge(memory); });
  }
  for (Size j = 0; j < block.m; ++j) {
    write_results(signals[static_cast<std::size_t>(j)], j * h, block, k);
  }
  return true;
}

template bool code_block<float>(const GramFreeTask<float>&, const BlockView<float>&);
template bool code_block<double>(const GramFreeTask<double>&, const BlockView<double>&);

}  // namespace supdict::coding
