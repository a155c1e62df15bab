// SPDX-License-Identifier: BSD-3-Clause
// The path solver for one signal on one warp (coding/homotopy.hpp has the argument): a walk down in
// the penalty to the lasso code, then one short walk per hypothesis. With everything divided by
// 2 lambda0, c = q - tau d - G alpha. What a walk leaves above the tolerance is refined; what it
// cannot find (more active atoms than positions, atoms that depend on each other along a class
// walk) is marked, for the host to finish.
#pragma once

#include "backend/cuda/places.hpp"
#include "backend/cuda/task.hpp"

namespace supdict::cuda {

/// kClasses: supervised codings; else the lasso.
template <class W, class Set, bool kClasses>
class Walk {
 public:
  using Float = typename W::Float;
  using Bool = typename W::Bool;
  static constexpr int kPlaces = Set::kPlaces;
  static constexpr int kSlots = Set::kSlots;
  using Positions = AtPositions<W, kSlots>;

  SUPDICT_WARP Walk(const Task& task, const Signal& signal, Set& set)
      : task_(task), signal_(signal), set_(set) {}

  /// All codings of the signal. `saved` is used if there are several.
  SUPDICT_WARP void solve(typename Set::Saved& saved, const Results& results) {
    set_.start(signal_.q);
    const bool found = walk_lasso();
    if constexpr (!kClasses) {
      finish(0, found, results);
    } else {
      solve_classes(found, saved, results);
    }
  }

 private:
  /// What the certificate is made of.
  struct Sums {
    float norm1, alpha_q, alpha_rho, alpha_d, c_max, wrong, u;
  };

  SUPDICT_WARP void solve_classes(bool found, typename Set::Saved& saved, const Results& results) {
    if (task_.n_hypotheses > 1) set_.save(saved);
    const int lasso_steps = steps_;
    for (int i = 0; i < task_.n_hypotheses; ++i) {
      if (i > 0) set_.restore(saved);
      steps_ = lasso_steps;
      sign_ = (task_.labels >> i & 1U) == 0 ? 1.0F : -1.0F;
      const bool there = found && walk_class();
      if (there) take_zero_if_best();
      finish(i, there, results);
    }
  }

  /// False where no code was found.
  SUPDICT_WARP bool walk_lasso() {
    Event event = set_.strongest_atom();
    float level = event.key;
    steps_ = 0;
    float ignored = 0;
    while (level > task_.target && event.changes) {
      if (steps_ >= task_.most_steps) return false;
      if (set_.change(event.spot, level, 1.0F, ignored) == Change::kFull) return false;
      const float left = level - task_.target;
      event = set_.next(level, 1.0F, W::reciprocal(left));
      const float step = event.changes ? W::reciprocal(event.key) : left;
      set_.advance(step);
      level = event.changes ? level - step : task_.target;
      ++steps_;
    }
    return true;
  }

  SUPDICT_WARP bool walk_class() {
    const float scale = 2.0F * task_.lambda0;
    float u = sign_ * (set_.with_code(signal_.d) + task_.bias);
    float slope = set_.turn(signal_.d, sign_);
    tau_ = 0;
    while (steps_ < task_.most_steps) {
      const Event event = set_.next(task_.target, 0.0F, task_.lambda0);
      const float step = W::reciprocal(event.key);
      ++steps_;
      if (scale * (tau_ + step) >= sigmoid(u + step * slope)) {
        const float root = crossing(u, slope, step);
        set_.advance(root);
        tau_ += root;
        return true;
      }
      set_.advance(step);
      tau_ += step;
      u += step * slope;
      if (!event.changes) return true;
      if (set_.change(event.spot, task_.target, 0.0F, slope) != Change::kDone) return false;
    }
    return false;
  }

  /// Root of 2 lambda0 (tau + s) = sigma(u + s slope) in [0, end]: increasing minus decreasing.
  SUPDICT_WARP float crossing(float u, float slope, float end) const {
    const float scale = 2.0F * task_.lambda0;
    float low = 0;
    float high = end;
    float s = 0;
    constexpr int kMostIterations = 30;
    for (int i = 0; i < kMostIterations; ++i) {
      const float p = sigmoid(u + s * slope);
      const float f = scale * (tau_ + s) - p;
      (f < 0 ? low : high) = s;
      float next = s - f * W::reciprocal(scale - p * (1.0F - p) * slope);
      if (!(next > low && next < high)) next = 0.5F * (low + high);
      const float moved = next < s ? s - next : next - s;
      s = next;
      if (moved <= 1e-7F * end) break;
    }
    return s;
  }

  /// A path that ends at alpha = 0 arrives with at most kFew atoms active and, because of rounding,
  /// close to 0 instead of at 0. Whether 0 is the optimum is therefore tested directly.
  SUPDICT_WARP void take_zero_if_best() {
    constexpr int kFew = 4;
    if (set_.top() > kFew) return;
    const float tau = sigmoid(sign_ * task_.bias) / (2.0F * task_.lambda0);
    Float q[kPlaces];
    Float d[kPlaces];
    W::load_atoms(signal_.q, q);
    W::load_atoms(signal_.d, d);
    Float size = 0.0F;
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      size = larger(size, magnitude(q[a] - Float(sign_ * tau) * d[a]));
    }
    if (W::number(W::largest(size)) <= task_.target) set_.clear();
  }

  SUPDICT_WARP void finish(int i, bool found, const Results& results) {
    if (!found) return W::put(results.found + i, Found{0, 0, steps_, -1, false});
    Sums sums;
    // The first round sums the residual in float. If the gap is too large, each further round sums
    // it in double and refines the code.
    int round = 0;
    for (;; ++round) {
      Float rho[kPlaces];
      if (round == 0) {
        set_.residual(signal_.q, rho);
      } else {
        set_.residual_in_double(signal_.q, rho);
      }
      const Positions at = set_.at_positions(signal_.q, rho, signal_.d);
      sums = sums_of(rho, at);
      if (accepted(sums, round) || round == kRefinements) {
        write(at, results.entries + i * Set::kCapacity);
        break;
      }
      if (round > 0) refine(at);
    }
    W::put(results.found + i,
           Found{sums.c_max, sums.wrong, steps_, static_cast<short>(set_.top()), round > 0});
    Float alpha[kPlaces];
    set_.code(alpha);
    float* out = results.Alpha + static_cast<std::size_t>(i) * task_.n_atoms;
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      const auto atom = W::template atom_at<kPlaces>(a);
      W::store_once(out, atom, alpha[a], atom < task_.n_atoms);
    }
  }

  SUPDICT_WARP void write(const Positions& at, Entry* entries) const {
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      W::put_entry(entries + std::ptrdiff_t{s} * kLanes, at.alpha[s], at.q[s], at.rho[s], at.d[s],
                   set_.top() - s * kLanes);
    }
  }

  /// x'y over the active atoms.
  static SUPDICT_WARP float inner(const Float (&x)[kSlots], const Float (&y)[kSlots]) {
    Float sum = x[0] * y[0];
#pragma unroll
    for (int s = 1; s < kSlots; ++s) sum += x[s] * y[s];
    return W::sum(sum);
  }

  SUPDICT_WARP Sums sums_of(const Float (&rho)[kPlaces], const Positions& at) const {
    Float sizes = magnitude(at.alpha[0]);
#pragma unroll
    for (int s = 1; s < kSlots; ++s) sizes += magnitude(at.alpha[s]);
    Sums sums = {W::sum(sizes), inner(at.alpha, at.q), inner(at.alpha, at.rho), 0, 0, 0, 0};
    [[maybe_unused]] float tau = 0;
    if constexpr (kClasses) {
      sums.alpha_d = inner(at.alpha, at.d);
      sums.u = sign_ * (sums.alpha_d + task_.bias);
      sums.wrong = sigmoid(sums.u);
      tau = sign_ * sums.wrong / (2.0F * task_.lambda0);
    }
    Float size = 0.0F;
    Float d[kPlaces];
    if constexpr (kClasses) W::load_atoms(signal_.d, d);
#pragma unroll
    for (int a = 0; a < kPlaces; ++a) {
      Float c = rho[a];
      if constexpr (kClasses) c -= Float(tau) * d[a];
      size = larger(size, magnitude(c));
    }
    sums.c_max = W::number(W::largest(size));
    return sums;
  }

  /// Whether the gap (equations.md E12, here without small terms) is surely small enough.
  SUPDICT_WARP bool accepted(const Sums& sums, int round) const {
    const float scale = 2.0F * task_.lambda0;
    const float s = sums.c_max > task_.target ? task_.target / sums.c_max : 1.0F;
    const float tau = sign_ * sums.wrong / scale;
    const float energy = signal_.xx - sums.alpha_q - sums.alpha_rho;
    const float rr = energy > 0 ? energy : 0.0F;
    const float slack = task_.target * sums.norm1 - s * (sums.alpha_rho - tau * sums.alpha_d);
    const float shrunk = (1.0F - s) * (1.0F - s);
    float gap = task_.lambda0 * shrunk * rr + scale * (slack > 0 ? slack : 0.0F);
    float value = task_.lambda0 * rr + scale * task_.target * sums.norm1;
    if constexpr (kClasses) {
      const float right = 1.0F - sums.wrong;
      gap += 0.5F * shrunk * sums.wrong * (sums.wrong / (right > 1e-6F ? right : 1e-6F) + 1.0F);
      value +=
          sums.u > 0 ? sums.u + W::log1p_of(W::exp_of(-sums.u)) : W::log1p_of(W::exp_of(sums.u));
    }
    // Sums in float have larger errors, so their gap must be smaller.
    const float safety = round == 0 ? 0.7F : 0.9F;
    return gap <= safety * task_.tolerance * value;
  }

  /// One step of iterative refinement, then along the last segment to where 2 lambda0 tau =
  /// sigma(u) holds for u made anew.
  SUPDICT_WARP void refine(const Positions& at) {
    Float residue[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; ++s) {
      const Float bound = select(at.alpha[s] < 0.0F, Float(-task_.target), Float(task_.target));
      residue[s] = at.rho[s] - bound;
      if constexpr (kClasses) residue[s] -= Float(sign_ * tau_) * at.d[s];
      residue[s] = select(at.alpha[s] != 0.0F, residue[s], Float(0.0F));
    }
    set_.correct(residue);
    if constexpr (kClasses) settle();
  }

  /// Along the last segment to where 2 lambda0 tau = sigma(u) holds for u made anew.
  SUPDICT_WARP void settle() {
    const float scale = 2.0F * task_.lambda0;
    const float u = sign_ * (set_.with_code(signal_.d) + task_.bias);
    const float slope = sign_ * set_.with_direction(signal_.d);
    float step = 0;
    constexpr int kNewtonSteps = 2;
    for (int i = 0; i < kNewtonSteps; ++i) {
      const float p = scale * (tau_ + step);
      if (!(p > 0 && p < 1)) break;
      const float logit = W::log_of(p) - W::log1p_of(-p);
      step -= (logit - u - step * slope) / (scale / (p * (1.0F - p)) - slope);
    }
    set_.advance(step);
    tau_ += step;
  }

  static SUPDICT_WARP float sigmoid(float u) {
    const float e = W::exp_of(u < 0 ? u : -u);
    return (u > 0 ? 1.0F : e) * W::reciprocal(1.0F + e);
  }

  static constexpr int kRefinements = 3;

  const Task& task_;
  const Signal& signal_;
  Set& set_;
  float sign_ = 0;  ///< of d: 1 for class 0, -1 for class 1
  float tau_ = 0;
  int steps_ = 0;
};

}  // namespace supdict::cuda
