// SPDX-License-Identifier: BSD-3-Clause
// An atom that depends on the active ones can be exchanged for one of them: where
//   d_j = sum_s beta_s d_atom(s),      alpha_j += sign t,      alpha_S -= sign t beta
// leaves D alpha unchanged. Only u = (a_1 - a_0)'alpha changes, until a coefficient becomes zero.
#pragma once

#include "coding/active_set.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class Exchange {
 public:
  /// `active` has just computed its dependence() for the atom; `weights` are those of the atoms in
  /// u.
  Exchange(const ActiveSet<T>& active, Size atom, T sign, const T* weights) {
    double slope = weights[atom];
    double size = abs_of(slope);
    for (Size s = 0; s < active.size(); ++s) {
      const double beta = active.dependence()[s];
      const double term = beta * static_cast<double>(weights[active.atom(s)]);
      slope -= term;
      size += abs_of(term);
      note(static_cast<double>(active.alpha(s)) / (static_cast<double>(sign) * beta), s);
    }
    slope_ = static_cast<double>(sign) * slope;
    resolved_ = abs_of(slope_) > kResolution * size;
  }

  /// du / dt.
  double slope() const { return slope_; }
  /// Whether u falls, by more than rounding errors.
  bool lowers() const { return resolved_ && slope_ < 0; }
  /// The t at which the first coefficient becomes zero, and its position.
  double limit() const { return limit_; }
  Size leaving() const { return leaving_; }

 private:
  void note(double t, Size position) {
    if (!(t > 0 && t < limit_)) return;
    limit_ = t;
    leaving_ = position;
  }

  static constexpr double kResolution = sizeof(T) == 4 ? 1e-5 : 1e-12;

  double slope_ = 0;
  bool resolved_ = false;
  double limit_ = __builtin_huge_val();
  Size leaving_ = -1;
};

}  // namespace supdict::SUPDICT_TARGET
