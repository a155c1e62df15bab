// SPDX-License-Identifier: BSD-3-Clause
// The exact lasso on a working set: the path goes down in stages. Before each stage, the atoms
// whose correlations could reach the bound at its end are added to the set. After it, all
// correlations are recomputed, and atoms that violate the bound are added with bounds of their own
// (descent.hpp).
//   cost      O(w s) per step for s active atoms of w in the set, O(k s) or O(k n) per stage
//   source    Tibshirani et al. 2012 (strong rules) for the atoms to add
#pragma once

#include "coding/descent.hpp"
#include "coding/working_set.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T, class Source>
class StagedPath {
 public:
  // The digits of a float Gram matrix resolve no smaller distance from the span of other atoms.
  static constexpr double kDependent = sizeof(T) == 4 ? 1e-6 : ActiveSet<double>::kDependent;

  /// `taken` (k entries) is scratch that nobody else may use before the path has ended.
  StagedPath(const Problem<T>& problem, const Source& source, const coding::MoreMemory& more,
             const coding::Settings& settings, T* taken)
      : problem_(problem),
        source_(source),
        more_(more),
        settings_(settings),
        taken_(taken),
        set_(more, problem.k),
        end_(problem.exact_lambda1 / (2 * problem.exact_lambda0)),
        leeway_(max_of(kShareOfTolerance * settings.tolerance, 2 * kRoundoff<T>)),
        path_(small(), nullptr, 0, kDependent) {
    small().xx = problem.xx;
    small().lambda0 = small().exact_lambda0 = problem.exact_lambda0;
    small().lambda1 = small().exact_lambda1 = problem.exact_lambda1;
    small().nonnegative = problem.nonnegative;
  }

  /// At alpha = 0.
  void start() {
    fill_vectors(T(0), problem_.k, taken_);
    level_ = largest_size(problem_, problem_.q);
    make_room(kFirstRoom);
    path_.start(level_);
  }

  /// Continues from rho = q - G alpha, computed anew at the present point. False at the end of the
  /// path, or where correlations are no more accurate than the level is high; settled() tells
  /// which.
  bool advance(const T* rho) {
    const double error = correct(rho);
    if (noise_ > level_) return false;
    double target = level_ * kStage;
    if (level_ <= end_) {
      settled_ = count_above(rho, level_ * (1 + leeway_)) == 0;
      if (settled_) return error > leeway_ * level_ && corrections_++ < kMostCorrections;
      if (++repairs_ > kMostRepairs) return false;
    }
    target = max_of(end_, target);
    take(rho, target);
    // A stage may have thousands of steps: long enough to be waited for.
    const bool arrived = path_.descend(target, most_steps(), [this](Size i) {
      settings_.throw_if_stopped();
      set_.prepare(i, source_);
    });
    level_ = target;
    return arrived;
  }

  /// The path has reached its end, and no atom violates the bound there.
  bool settled() const { return settled_; }

  /// Computes the missing columns of the small Gram matrix.
  void complete_gram() {
    for (Size i = 0; i < set_.size(); ++i) set_.prepare(i, source_);
  }

  /// At the end of the path: adds the atoms that violate a bound there under some class term, with
  /// coefficient 0 in the lasso code. False if there are none.
  bool take_violators(const T* c) {
    const Size before = set_.size();
    const double limit = problem_.exact_lambda1 * (1 + leeway_);
    for (Size j = 0; j < problem_.k; ++j) {
      if (!taken(j) && size_of(c[j]) > limit) take_atom(j, 0, level_);
    }
    if (set_.size() == before) return false;
    complete_gram();
    const ActiveSet<double>& active = path_.active();
    for (Size i = before; i < set_.size(); ++i) {
      double rho = small().q[i];
      for (Size s = 0; s < active.size(); ++s) {
        rho -= active.alpha(s) * small().G[active.atom(s) * small().k + i];
      }
      path_.set_atom(i, rho, level_);
    }
    return true;
  }

  /// Restores the set to the `size` atoms it had at the end of the lasso path. Others may have
  /// overwritten the marks in `taken`.
  void return_to(Size size) {
    for (Size i = size; i < set_.size(); ++i) path_.set_atom(i, 0, level_);
    set_.shrink(size);
    fill_vectors(T(0), problem_.k, taken_);
    for (Size i = 0; i < size; ++i) taken_[set_.atom(i)] = T(1);
  }

  /// Adds atom j to the set.
  void take_atom(Size j, double c, double bound) {
    make_room(set_.size() + 1);
    taken_[j] = T(1);
    set_.add(j, static_cast<double>(problem_.q[j]));
    path_.set_atom(set_.size() - 1, c, bound);
  }
  bool taken(Size j) const { return taken_[j] != T(0); }

  WorkingSet& set() { return set_; }
  const WorkingSet& set() const { return set_; }
  Descent<double>& path() { return path_; }
  Problem<double>& small() { return set_.problem(); }

 private:
  void make_room(Size count) {
    if (!set_.reserve(count)) return;
    const Size k = small().k;
    path_.move_to(more_(coding::path_memory(k, k) + k), k);
  }

  /// Atoms outside the set whose |rho| is above the bound.
  Size count_above(const T* rho, double bound) const {
    const T limit = static_cast<T>(bound);
    return with_signs(problem_, [&](auto signs) {
      Vec<T> counts = {};
      for (Size j = 0; j < problem_.k; j += kLanes<T>) {
        const Vec<T> size = signs.template size_lanes<T>(load(rho + j));
        counts += load(taken_ + j) == T(0) && size > limit ? fill<T>(1) : Vec<T>{};
      }
      return static_cast<Size>(sum_lanes<T>(counts));
    });
  }

  /// What of a correlation counts against a bound.
  double size_of(T c) const {
    return static_cast<double>(problem_.nonnegative ? OneSign::size(c) : BothSigns::size(c));
  }

  /// Removes the rounding errors collected along the path. Returns how far c was from its bounds.
  double correct(const T* rho) {
    gather(rho);
    const double error = path_.correct(level_);
    if (error <= kWorn * level_) return error;
    double* scratch = more_(2 * small().k);
    path_.renew(scratch, scratch + small().k, settings_.throw_if_stopped);
    gather(rho);
    noise_ = path_.correct(level_);
    return error;
  }
  void gather(const T* rho) {
    double* c = path_.correlations();
    for (Size i = 0; i < set_.size(); ++i) c[i] = static_cast<double>(rho[set_.atom(i)]);
  }

  /// The limit at the end of the next stage. A stage that takes more steps makes no progress among
  /// atoms that depend on each other; the remaining iterations are for other solvers.
  int most_steps() const {
    const auto here = static_cast<int>(kStepsPerAtom * set_.size());
    return min_of(settings_.max_iterations, path_.steps() + here);
  }

  /// Adds the atoms that may reach the bound on the way down to `target`, and those that violate
  /// it.
  void take(const T* rho, double target) {
    const double limit = max_of(2 * target - level_, kNear * target);
    for (Size j = 0; j < problem_.k; ++j) {
      const double size = size_of(rho[j]);
      if (!(size > limit) || taken(j)) continue;
      const double excess = size - level_;
      take_atom(j, static_cast<double>(rho[j]), excess > 0 ? level_ + kSlack * excess : level_);
    }
    // The columns of the active atoms must cover the new ones too.
    for (Size s = 0; s < path_.active().size(); ++s) set_.prepare(path_.active().atom(s), source_);
  }

  // The bound at the end of a stage, as a share of that at its beginning.
  static constexpr double kStage = 0.6;
  // Atoms below this share of the bound at the end of the stage stay out, whatever the strong rule
  // says.
  static constexpr double kNear = 0.7;
  // An atom that violates the bound gets a bound of its own, this much further above the level than
  // its correlation, so that such atoms enter one by one.
  static constexpr double kSlack = 1.25;
  // Violations of the bound by less than this share of the tolerance do not matter.
  static constexpr double kShareOfTolerance = 0.1;
  // Errors of this size on the active atoms mean that the inverse has become too inaccurate.
  static constexpr double kWorn = 1e-3;
  static constexpr Size kFirstRoom = 160;
  static constexpr Size kStepsPerAtom = 2;
  static constexpr int kMostCorrections = 3;
  static constexpr int kMostRepairs = 30;
  const Problem<T>& problem_;
  const Source& source_;
  const coding::MoreMemory& more_;
  const coding::Settings& settings_;
  T* taken_;  ///< 1 for atoms of the set
  WorkingSet set_;
  double end_;
  double leeway_;
  Descent<double> path_;
  double level_ = 0;
  double noise_ = 0;  ///< error of the correlations that a new inverse leaves
  bool settled_ = false;
  int corrections_ = 0;
  int repairs_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
