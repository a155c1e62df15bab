// SPDX-License-Identifier: BSD-3-Clause
// The correlations of all atoms with the dual points of many codings at once, and the atoms with
// the largest: one pass over the dictionary, whose products are never stored as a whole.
//   c_j = 2 lambda0 d_j'r + sum_l v_l A_jl
//   cost      O(n k) per coding, at the speed of a matrix product
#pragma once

#include <vector>

#include "coding/atoms.hpp"
#include "coding/lines.hpp"

namespace supdict::coding {

/// An atom outside the working set, and |c| as computed in T.
struct Candidate {
  double size;
  Size atom;
};

/// What one coding asks of a scan, and its answer.
template <class T>
struct Inquiry {
  const double* r = nullptr;                 ///< n, rounded to T for the scan
  const T* x = nullptr;                      ///< n, the signal; bilinear models only
  const double* v = nullptr;                 ///< p
  double limit = 0;                          ///< smaller |c| are of no interest
  Size most = 0;                             ///< keep so many candidates
  const std::vector<bool>* taken = nullptr;  ///< k: atoms that are not asked for

  std::vector<Candidate> candidates;  ///< the largest first; of equal ones the first atom
  double rest = 0;                    ///< no other |c|, as computed, is above max(limit, rest)
};

template <class T>
void scan_atoms(const Atoms<T>& atoms, double lambda0, std::vector<Inquiry<T>*>& inquiries);

/// Rounds of scans that serve all signals at once: before a scan `prepare(signal)` is called and
/// the signal asks, after it `judge(signal)`, until that says that the signal is done.
template <class T, class Signal, class Prepare, class Judge>
void scan_in_rounds(const Atoms<T>& atoms, double lambda0, const Settings& settings,
                    std::vector<Signal>& signals, const Prepare& prepare, const Judge& judge) {
  std::vector<Signal*> open;
  open.reserve(signals.size());
  for (Signal& signal : signals) open.push_back(&signal);
  while (!open.empty()) {
    std::vector<Inquiry<T>*> inquiries;
    for (Signal* signal : open) {
      settings.throw_if_stopped();
      prepare(*signal);
      signal->ask(inquiries);
    }
    scan_atoms(atoms, lambda0, inquiries);
    std::erase_if(open, [&](Signal* signal) { return judge(*signal); });
  }
}

}  // namespace supdict::coding
