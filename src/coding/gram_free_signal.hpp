// SPDX-License-Identifier: BSD-3-Clause
// One signal, coded without the Gram matrix of all atoms under all its hypotheses, which share a
// working set. A round is solve(), ask(), a scan of all atoms (scan.hpp), and judge().
#pragma once

#include <vector>

#include "coding/coding_judge.hpp"
#include "coding/reserve.hpp"

namespace supdict::coding {

template <class T>
class GramFreeSignal {
 public:
  GramFreeSignal(const GramFreeTask<T>& task, const T* x, double xx);

  /// Begins with codes, one per hypothesis or (`count` is 1) the same for each.
  void begin_with(const T* codes, Size count);
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
  CodingJudge<T> judge() const { return {task_, set_, sizes_}; }
  Problem<double> problem_of(const Coding<T>& coding);
  void fill_starts(const Problem<double>& problem, double* alpha) const;
  std::vector<Coding<T>*> open_codings();
  Settings settings_after(int used) const;
  bool is_done(const Coding<T>& coding, bool needs_no_atom, bool solved) const;
  void spend_more();

  const GramFreeTask<T>& task_;
  const T* x_;
  GrowingSet<T> set_;
  Magnitudes sizes_;
  std::vector<Coding<T>> codings_;
  const T* given_ = nullptr;  ///< codes to begin with
  Size n_given_ = 0;
  int rounds_ = 0;
  int budget_;  ///< iterations of a round
};

}  // namespace supdict::coding
