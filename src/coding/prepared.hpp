// SPDX-License-Identifier: BSD-3-Clause
// A dictionary and a solver, ready to code signals: what a Coder and the prepared parts of a
// classifier keep. It is immutable, so any number of threads may code with it at once, each call
// with its own Context.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "coding/atoms.hpp"
#include "coding/call.hpp"
#include "coding/device_coder.hpp"
#include "coding/gram_free_block.hpp"
#include "coding/pursuit.hpp"
#include "coding/solver_kernels.hpp"
#include "coding/solver_table.hpp"
#include "core/lazy.hpp"
#include "core/mutex.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {

/// Throws Interrupted once the user of `context` wants to stop. It must live as long.
StopCheck stop_check(const Context& context);

template <class T>
class Prepared {
 public:
  /// The caller has validated dictionary, model and options. `stop` is asked meanwhile.
  Prepared(ConstMatrixRef<T> D, double kappa, CodingOptions options, const CodePenalty& penalty,
           bool borrow_D, const StopCheck& stop);
  Prepared(const SupervisedDictionary<T>& model, CodingOptions options, const StopCheck& stop = {});

  Index n_features() const { return n_features_; }
  Index n_atoms() const { return n_atoms_; }
  Index n_classes() const { return n_classes_; }
  std::size_t memory_bytes() const;

  /// As Coder's.
  Codes<T> lasso(ConstMatrixRef<T> X, const Context& context, const Matrix<T>* warm = nullptr,
                 const Matrix<double>* weights = nullptr) const;
  /// Under the given hypotheses, or under all classes if none are given.
  Codes<T> encode(ConstMatrixRef<T> X, std::vector<int> hypotheses, const Context& context,
                  const Matrix<T>* warm = nullptr) const;
  SparseCodes<T> sparse_lasso(ConstMatrixRef<T> X, const Context& context,
                              const Matrix<T>* warm = nullptr,
                              const Matrix<double>* weights = nullptr) const;
  SparseCodes<T> sparse_encode(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                               const Context& context, const Matrix<T>* warm = nullptr) const;

  // For those who run it themselves.
  const Packed<T>& packed(const StopCheck& stop = {}) const;
  /// Under `hypotheses` (none: the lasso), which must live as long as the task, as `context`.
  BlockTask<T> task(std::span<const int> hypotheses, const Context& context) const;
  /// Why a GPU does not code under h hypotheses (0: the lasso); empty if it does.
  std::string why_not_on_cuda(Index h, const Given<T>& given = {}) const;
  /// What outcomes say about m signals, all but `posterior` and what is counted in the codes.
  void report(std::span<const Outcome> outcomes, Index m, Certificates<T>& codes) const;

 private:
  std::vector<int> checked(std::vector<int> hypotheses) const;
  bool needs_gram(Index m, bool weighted) const;
  Codes<T> dense(ConstMatrixRef<T> X, std::vector<int> hypotheses, const Context& context,
                 const Given<T>& given) const;
  SparseCodes<T> sparse(ConstMatrixRef<T> X, std::vector<int> hypotheses, const Context& context,
                        const Given<T>& given) const;
  Certificates<T> run(ConstMatrixRef<T> X, std::vector<int> hypotheses, const Context& context,
                      const Given<T>& given, Target<T> target) const;
  Settings settings(const Context& context) const;
  GramFreeTask<T> gram_free_task(const Call<T>& call) const;
  PursuitTask<T> pursuit_task(const Call<T>& call) const;
  std::string why_on_threads(const Call<T>& call) const;
  void code(const Call<T>& call, CodingSummary& summary) const;
  DeviceCoder& coder_on(const Context& context) const;
  Asked asked(bool supervised, const Given<T>& given) const;
  /// Whether codes have a `level`.
  bool limited() const { return solver_.pursuit || options_.max_nonzeros.has_value(); }

  CodingOptions options_;
  SolverKernels solver_;
  double lambda0_;
  double lambda1_;
  Index n_features_;
  Index n_atoms_;
  int n_classes_ = 0;
  CodePenalty penalty_;
  std::unique_ptr<const Atoms<T>> atoms_;  ///< for coding without a Gram matrix
  core::Lazy<Packed<T>> packed_;
  mutable core::Mutex making_;
  mutable std::map<int, std::unique_ptr<DeviceCoder>> on_device_;  ///< by number, made when needed
};

}  // namespace supdict::coding
