// SPDX-License-Identifier: BSD-3-Clause
#include "coding/gram_free_signal.hpp"

#include <algorithm>

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
// The gap on the set, as a share of the tolerance.
constexpr double kShareOnSet = 0.5;

}  // namespace

template <class T>
GramFreeSignal<T>::GramFreeSignal(const GramFreeTask<T>& task, const T* x, double xx)
    : task_(task),
      x_(x),
      set_(task.atoms, x, xx, task.lambda0, task.lambda1),
      sizes_(magnitudes(task.atoms, x, xx)),
      codings_(task.n_hypotheses()),
      budget_(kFewIterations) {
  for (std::size_t i = 0; i < codings_.size(); ++i) {
    codings_[i].lambda1 = task.lambda1;
    if (supervised()) codings_[i].label = task.hypotheses[i];
  }
}

template <class T>
void GramFreeSignal<T>::begin_with(const T* codes, Size count) {
  const Size k = task_.atoms.k();
  for (Size e = 0; e < k * count; ++e) {
    if (codes[e] != T(0) && !set_.taken()[e % k]) set_.add(e % k);
  }
  given_ = codes;
  n_given_ = count;
}

template <class T>
Problem<double> GramFreeSignal<T>::problem_of(const Coding<T>& coding) {
  Problem<double> problem = set_.problem();
  problem.rounding = class_rounding(sizes_);
  problem.label = coding.label;
  if (!supervised()) problem.p = 0;
  return problem;
}

template <class T>
std::vector<Coding<T>*> GramFreeSignal<T>::open_codings() {
  std::vector<Coding<T>*> open;
  for (Coding<T>& coding : codings_) {
    if (!coding.done) open.push_back(&coding);
  }
  return open;
}

template <class T>
Settings GramFreeSignal<T>::settings_after(int used) const {
  return {kShareOnSet * task_.settings.tolerance,
          std::clamp(task_.settings.max_iterations - used, 1, std::max(budget_, 1)),
          task_.settings.throw_if_stopped, task_.settings.max_nonzeros};
}

template <class T>
void GramFreeSignal<T>::solve(std::vector<double>& memory, Reserve& reserve) {
  Problem<double> problem = problem_of(codings_.front());
  if (task_.solver.needs_norms) set_.add_norms(problem);
  const std::vector<Coding<T>*> open = open_codings();
  std::vector<int> labels;
  int used = 0;
  for (const Coding<T>* coding : open) {
    labels.push_back(coding->label);
    used = std::max(used, coding->outcome.iterations);
  }
  const Size count = std::ssize(open);
  const Size k = problem.k;
  const Size p = problem.p;
  const Size wanted = (k + p) * count + workspace_size(k, p) + 2 * kPad;
  if (std::ssize(memory) < wanted) memory.resize(wanted);
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
  task_.solver.solve_double(problem, settings_after(used), request);
  for (Size i = 0; i < count; ++i) {
    const Outcome& outcome = outcomes[i];
    open[i]->take(outcome, {request.Alpha + i * k, request.Alpha + (i + 1) * k},
                  {request.posterior + i * p, request.posterior + (i + 1) * p});
    if (task_.settings.max_nonzeros > 0) open[i]->lambda1 = outcome.level * task_.lambda0;
    judge().find_dual_point(*open[i]);
  }
  ++rounds_;
}

/// The codes that were given, over the set.
template <class T>
void GramFreeSignal<T>::fill_starts(const Problem<double>& problem, double* alpha) const {
  for (Size i = 0; i < task_.n_hypotheses(); ++i, alpha += problem.k) {
    const T* given = given_ + (n_given_ > 1 ? i : 0) * task_.atoms.k();
    std::fill_n(alpha, problem.k, 0.0);
    for (Size e = 0; e < set_.size(); ++e) alpha[e] = static_cast<double>(given[set_.atom(e)]);
  }
}

template <class T>
void GramFreeSignal<T>::ask(std::vector<Inquiry<T>*>& inquiries) {
  for (Coding<T>* open : open_codings()) {
    Coding<T>& coding = *open;
    Inquiry<T>& inquiry = coding.inquiry;
    inquiry.r = coding.r.data();
    inquiry.x = x_;
    inquiry.v = supervised() ? coding.v.data() : nullptr;
    inquiry.limit = judge().limit_of_scan(coding);
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

/// `solved` is whether the code solved the problem on the set.
template <class T>
bool GramFreeSignal<T>::is_done(const Coding<T>& coding, bool needs_no_atom, bool solved) const {
  const int most = task_.settings.max_iterations;
  return coding.outcome.status == Status::kConverged || rounds_ >= kMostRounds ||
         coding.outcome.iterations >= most || (needs_no_atom && (solved || budget_ >= most));
}

template <class T>
void GramFreeSignal<T>::spend_more() {
  const int most = task_.settings.max_iterations;
  budget_ = budget_ > most / kMoreIterations ? most : kMoreIterations * budget_;
}

template <class T>
bool GramFreeSignal<T>::judge(std::vector<double>& memory) {
  std::vector<Size> violators;
  bool all_done = true;
  bool stuck = false;
  for (Coding<T>& coding : codings_) {
    if (coding.done) continue;
    const std::size_t before = violators.size();
    const bool solved = coding.outcome.status == Status::kConverged;
    judge().judge(coding, problem_of(coding), memory, violators);
    const bool needs_no_atom = violators.size() == before;
    coding.done = is_done(coding, needs_no_atom, solved);
    stuck |= needs_no_atom && !coding.done;
    all_done &= coding.done;
  }
  if (stuck) spend_more();
  if (all_done) return true;
  for (const Size atom : violators) {
    if (!set_.taken()[atom]) set_.add(atom);
  }
  return false;
}

template class GramFreeSignal<float>;
template class GramFreeSignal<double>;

}  // namespace supdict::coding
