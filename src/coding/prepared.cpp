// SPDX-License-Identifier: BSD-3-Clause
// Sparse coding of many signals: threads over blocks, checks, summaries.
#include "coding/prepared.hpp"

#include <chrono>

#include "coding/certificates.hpp"
#include "coding/gram_choice.hpp"
#include "coding/run_call.hpp"
#include "coding/solver_table.hpp"
#include "core/check.hpp"
#include "core/devices.hpp"
#include "core/sequence.hpp"

namespace supdict::coding {

StopCheck stop_check(const Context& context) {
  return {[](const void* c) { static_cast<const Context*>(c)->throw_if_stopped(); }, &context};
}

namespace {

void check_serves(const SolverKernels& solver, const Asked& asked) {
  check_serves(solver, asked, solvers_of(simd::active_level()));
}

/// Checked before the dictionary is prepared, when class term and warm starts are not known yet.
template <class T>
const SolverKernels& chosen_solver(const CodingOptions& options, const CodePenalty& penalty) {
  const SolverKernels& solver = find_solver(options.solver);
  check_serves(solver, {.in_double = std::is_same_v<T, double>,
                        .penalties = penalties_in(solver, penalty),
                        .without_gram = options.gram == GramMatrix::kNone,
                        .max_nonzeros = options.max_nonzeros.has_value()});
  return solver;
}

}  // namespace

template <class T>
Prepared<T>::Prepared(ConstMatrixRef<T> D, double kappa, CodingOptions options,
                      const CodePenalty& penalty, bool borrow_D, const StopCheck& stop)
    : options_(std::move(options)),
      solver_(chosen_solver<T>(options_, penalty)),
      lambda0_(1),
      lambda1_(kappa),
      n_features_(D.rows()),
      n_atoms_(D.cols()),
      penalty_(penalty) {
  if (limited() || may_do_without_gram(options_, solver_, penalty_, n_atoms_)) {
    atoms_ = borrow_D ? Atoms<T>::borrowed(D) : std::make_unique<const Atoms<T>>(Matrix<T>(D));
  } else {
    packed_.get([&] { return Packed<T>(D, solver_.needs_norms, penalty_, stop); });
  }
}

template <class T>
Prepared<T>::Prepared(const SupervisedDictionary<T>& model, CodingOptions options,
                      const StopCheck& stop)
    : options_(std::move(options)),
      solver_(chosen_solver<T>(options_, model.penalty)),
      lambda0_(model.lambda0),
      lambda1_(model.lambda1),
      n_features_(model.n_features()),
      n_atoms_(model.n_atoms()),
      n_classes_(static_cast<int>(model.n_classes())),
      penalty_(model.penalty) {
  if (limited() || may_do_without_gram(options_, solver_, penalty_, n_atoms_)) {
    atoms_ = std::make_unique<const Atoms<T>>(model);
  } else {
    packed_.get([&] { return Packed<T>(model, solver_.needs_norms, stop); });
  }
}

template <class T>
std::size_t Prepared<T>::memory_bytes() const {
  const Packed<T>* packed = packed_.peek();
  return (atoms_ != nullptr ? atoms_->memory_bytes() : 0) +
         (packed != nullptr ? packed->memory_bytes() : 0);
}

template <class T>
bool Prepared<T>::needs_gram(Index m, bool weighted) const {
  return weighted || !may_do_without_gram(options_, solver_, penalty_, n_atoms_) ||
         gram_pays(options_, n_atoms_, m);
}

template <class T>
const Packed<T>& Prepared<T>::packed(const StopCheck& stop) const {
  return packed_.get([&] { return atoms_->packed(solver_.needs_norms, stop); });
}

template <class T>
Codes<T> Prepared<T>::dense(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                            const Context& context, const Given<T>& given) const {
  Codes<T> codes;
  static_cast<Certificates<T>&>(codes) =
      run(X, std::move(hypotheses), context, given, {&codes.Alpha, nullptr});
  return codes;
}

template <class T>
SparseCodes<T> Prepared<T>::sparse(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                                   const Context& context, const Given<T>& given) const {
  SparseCodes<T> codes;
  static_cast<Certificates<T>&>(codes) =
      run(X, std::move(hypotheses), context, given, {nullptr, &codes.Alpha});
  return codes;
}

template <class T>
Codes<T> Prepared<T>::lasso(ConstMatrixRef<T> X, const Context& context, const Matrix<T>* warm,
                            const Matrix<double>* weights) const {
  return dense(X, {-1}, context, {warm, weights});
}

template <class T>
Codes<T> Prepared<T>::encode(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                             const Context& context, const Matrix<T>* warm) const {
  return dense(X, checked(std::move(hypotheses)), context, {warm});
}

template <class T>
SparseCodes<T> Prepared<T>::sparse_lasso(ConstMatrixRef<T> X, const Context& context,
                                         const Matrix<T>* warm,
                                         const Matrix<double>* weights) const {
  return sparse(X, {-1}, context, {warm, weights});
}

template <class T>
SparseCodes<T> Prepared<T>::sparse_encode(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                                          const Context& context, const Matrix<T>* warm) const {
  return sparse(X, checked(std::move(hypotheses)), context, {warm});
}

/// All classes if none are given.
template <class T>
std::vector<int> Prepared<T>::checked(std::vector<int> hypotheses) const {
  if (n_classes() == 0) {
    throw Error(ErrorCode::kInvalidOption,
                "this Coder was made from a dictionary alone; use lasso(), or make it from a "
                "SupervisedDictionary");
  }
  if (hypotheses.empty()) hypotheses = core::numbers_below<int>(n_classes());
  for (const int l : hypotheses) {
    if (l >= 0 && l < n_classes()) continue;
    throw Error(ErrorCode::kInvalidValue, "hypothesis is " + std::to_string(l) +
                                              "; expected a class from 0 to " +
                                              std::to_string(n_classes() - 1));
  }
  return hypotheses;
}

template <class T>
Asked Prepared<T>::asked(bool supervised, const Given<T>& given) const {
  Asked asked{.in_double = std::is_same_v<T, double>,
              .class_term = class_term_of(supervised ? n_classes_ : 0),
              .penalties = penalties_in(solver_, penalty_),
              .without_gram = options_.gram == GramMatrix::kNone,
              .warm_start = given.warm != nullptr,
              .max_nonzeros = options_.max_nonzeros.has_value()};
  if (given.weights != nullptr) asked.penalties |= static_cast<unsigned>(Penalty::kWeights);
  return asked;
}

template <class T>
Settings Prepared<T>::settings(const Context& context) const {
  return {options_.tolerance, options_.max_iterations, stop_check(context),
          options_.max_nonzeros.value_or(0)};
}

template <class T>
BlockTask<T> Prepared<T>::task(std::span<const int> hypotheses, const Context& context) const {
  return {packed(stop_check(context)),
          solve_function<T>(solver_),
          settings(context),
          lambda0_,
          hypotheses.empty() ? lambda1_ / lambda0_ : lambda1_,
          hypotheses};
}

template <class T>
GramFreeTask<T> Prepared<T>::gram_free_task(const Call<T>& call) const {
  return {*atoms_,
          solver_,
          settings(call.context),
          call.supervised() ? lambda0_ : 1,
          call.supervised() ? lambda1_ : lambda1_ / lambda0_,
          call.classes()};
}

template <class T>
PursuitTask<T> Prepared<T>::pursuit_task(const Call<T>& call) const {
  const bool whole = needs_gram(call.X.cols(), false);
  return {*atoms_, whole ? &packed(stop_check(call.context)) : nullptr, settings(call.context),
          lambda1_ / lambda0_};
}

template <class T>
std::string Prepared<T>::why_not_on_cuda(Index h, const Given<T>& given) const {
  if (options_.gram == GramMatrix::kNone) {
    return "a GPU does not code without the Gram matrix";
  }
  return coding::why_not_on_cuda(solver_, asked(h > 0, given), n_atoms_, std::max<Index>(1, h));
}

template <class T>
void Prepared<T>::report(std::span<const Outcome> outcomes, Index m, Certificates<T>& codes) const {
  codes.summary.solver = options_.solver;
  codes.summary.simd = simd_level();
  coding::report(outcomes, m, limited(), codes);
}

template <class T>
Certificates<T> Prepared<T>::run(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                                 const Context& context, const Given<T>& given,
                                 Target<T> target) const {
  const auto begin = std::chrono::steady_clock::now();
  core::check_features(X, n_features());
  const Index m = X.cols();
  const Index h = std::ssize(hypotheses);
  check_given(given, n_atoms_, m, h);

  Certificates<T> codes;
  std::vector<Outcome> outcomes(m * h);
  const Call<T> call{X, hypotheses, context, given, target, codes.posterior, outcomes};
  check_serves(solver_, asked(call.supervised(), given));
  if (target.dense != nullptr) target.dense->resize(n_atoms_, m * h);
  if (call.supervised()) codes.posterior.resize(n_classes_, m * h);
  code(call, codes.summary);

  codes.hypotheses = std::move(hypotheses);
  report(outcomes, m, codes);
  if (codes.value.size() > 0) {
    const Index n_nonzeros = target.dense != nullptr ? (target.dense->array() != T(0)).count()
                                                     : target.sparse->n_nonzeros();
    codes.summary.mean_nonzeros =
        static_cast<double>(n_nonzeros) / static_cast<double>(codes.value.size());
  }
  codes.summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return codes;
}

/// Empty where the call goes to a GPU, or where none was asked for.
template <class T>
std::string Prepared<T>::why_on_threads(const Call<T>& call) const {
  std::string why = core::why_on_threads(
      call.context, static_cast<double>(call.X.cols() * call.h()), static_cast<double>(n_atoms_));
  if (call.context.cuda_device() < 0 || !why.empty()) return why;
  return why_not_on_cuda(call.supervised() ? call.h() : 0, call.given);
}

template <class T>
void Prepared<T>::code(const Call<T>& call, CodingSummary& summary) const {
  const std::string why_on_threads = this->why_on_threads(call);
  if (call.context.cuda_device() >= 0 && why_on_threads.empty()) {
    if constexpr (std::is_same_v<T, float>) {
      return run_on_cuda(coder_on(call.context), task(call.classes(), call.context), n_atoms_, call,
                         summary);
    }
  }
  if (solver_.pursuit) {
    const PursuitTask<T> task = pursuit_task(call);
    run_on_threads(task, task.block_size(), n_atoms_, call);
  } else if (!limited() && needs_gram(call.X.cols(), call.given.weights != nullptr)) {
    run_on_threads(task(call.classes(), call.context), kBlock, n_atoms_, call);
  } else {
    const GramFreeTask<T> task = gram_free_task(call);
    run_on_threads(task, task.block_size(), n_atoms_, call);
  }
  if (!why_on_threads.empty()) summary.device = "cpu (" + why_on_threads + ")";
}

template <class T>
DeviceCoder& Prepared<T>::coder_on(const Context& context) const {
  const int device = context.cuda_device();
  const core::Lock lock(making_);
  std::unique_ptr<DeviceCoder>& coder = on_device_[device];
  if constexpr (std::is_same_v<T, float>) {
    if (coder == nullptr) coder = make_cuda_coder(packed(stop_check(context)), device);
  }
  return *coder;
}

template class Prepared<float>;
template class Prepared<double>;

}  // namespace supdict::coding
