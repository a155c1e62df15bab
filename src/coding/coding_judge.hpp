// SPDX-License-Identifier: BSD-3-Clause
// What a code on a working set is worth among all atoms: its dual point, the correlations of the
// atoms with it, bounds of the optimum, and the atoms that the set lacks.
#pragma once

#include <span>
#include <vector>

#include "coding/gram_free_block.hpp"
#include "coding/gram_free_bounds.hpp"
#include "coding/growing_set.hpp"
#include "coding/scan.hpp"
#include "coding/solver_kernels.hpp"

namespace supdict::coding {

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

  /// A code over the set.
  void take(const Outcome& found, std::span<const double> code, std::span<const double> p) {
    alpha.assign(code.begin(), code.end());
    posterior.assign(p.begin(), p.end());
    outcome.iterations += found.iterations;
    outcome.status = found.status;
  }
};

/// For the codings of one signal, while its working set stays as it is.
template <class T>
class CodingJudge {
 public:
  CodingJudge(const GramFreeTask<T>& task, const GrowingSet<T>& set, const Magnitudes& sizes)
      : task_(task), set_(set), sizes_(sizes) {}

  /// r and v of the code.
  void find_dual_point(Coding<T>& coding) const;
  /// The scan need not look for smaller |c|.
  double limit_of_scan(const Coding<T>& coding) const;
  /// After the scan: value, bounds and status, and the atoms that violate |c_j| <= lambda1 where
  /// the coding has not converged. `problem` is that of the coding over the set.
  void judge(Coding<T>& coding, const Problem<double>& problem, std::vector<double>& memory,
             std::vector<Size>& violators) const;

 private:
  struct Measured;
  struct Returned;
  bool supervised() const { return !task_.hypotheses.empty(); }
  double error_of_scan(const Coding<T>& coding, double c_size) const;
  std::vector<double> correlations(const Coding<T>& coding, const Problem<double>& problem) const;
  std::vector<double> correlations_outside(const Coding<T>& coding) const;
  Measured measured(const Coding<T>& coding, const Problem<double>& problem,
                    const std::vector<double>& c, double c_max, double* memory) const;
  Returned returned(const Coding<T>& coding, const Problem<double>& problem, double* memory) const;
  void bound(Coding<T>& coding, const Problem<double>& problem, const std::vector<double>& c,
             double c_max, double safe_c_max, std::vector<double>& memory) const;
  /// At most: of the classes other than the hypothesis.
  double mass() const { return supervised() ? 1 : 0; }

  const GramFreeTask<T>& task_;
  const GrowingSet<T>& set_;
  const Magnitudes& sizes_;
};

}  // namespace supdict::coding
