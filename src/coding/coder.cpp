// SPDX-License-Identifier: BSD-3-Clause
// The public face of sparse coding: checks, threads over blocks of signals, summaries.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <numeric>

#include "coding/block.hpp"
#include "core/check.hpp"
#include "core/thread_pool.hpp"
#include "supdict/coding.hpp"

namespace supdict {

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  names.reserve(coding::kSolverCount);
  const coding::SolverKernels* solvers = simd::active_level().solvers();
  for (int i = 0; i < coding::kSolverCount; ++i) names.emplace_back(solvers[i].name);
  return names;
}

std::string CodingSummary::message() const {
  char text[256];
  std::snprintf(text, sizeof text,
                "%td problems, %td converged, %td at the iteration limit, %td at the precision "
                "limit; worst relative gap %.1e, %.1f non-zeros, %.1f iterations, %.3f s (%s, %s)",
                n_problems, n_converged, n_iteration_limit, n_precision_limit, max_relative_gap,
                mean_nonzeros, mean_iterations, seconds, solver.c_str(), simd.c_str());
  return text;
}

void CodingSummary::merge(const CodingSummary& part) {
  const auto before = static_cast<double>(n_problems);
  const auto added = static_cast<double>(part.n_problems);
  const double all = std::max(1.0, before + added);
  mean_iterations = (before * mean_iterations + added * part.mean_iterations) / all;
  mean_nonzeros = (before * mean_nonzeros + added * part.mean_nonzeros) / all;
  n_problems += part.n_problems;
  n_converged += part.n_converged;
  n_iteration_limit += part.n_iteration_limit;
  n_precision_limit += part.n_precision_limit;
  max_relative_gap = std::max(max_relative_gap, part.max_relative_gap);
  seconds += part.seconds;
  if (solver.empty()) solver = part.solver;
  if (simd.empty()) simd = part.simd;
}

template <class T>
struct Coder<T>::Impl {
  CodingOptions options;
  Context context;
  coding::SolverKernels solver;
  double lambda0 = 1;
  double lambda1 = 0;
  coding::Packed<T> packed;

  Codes<T> run(ConstMatrixRef<T> X, std::vector<int> hypotheses, const Matrix<T>* warm) const;
  void check_warm(const Matrix<T>* warm, Index m, Index h) const;
  void summarise(Codes<T>& codes) const;
};

namespace {

const CodingOptions& validated(const CodingOptions& options) {
  options::validate(options);
  return options;
}

template <class T>
ConstMatrixRef<T> checked_dictionary(ConstMatrixRef<T> D, double kappa) {
  if (D.rows() < 1 || D.cols() < 1) {
    throw Error(ErrorCode::kInvalidShape, "D is " + core::shape(D.rows(), D.cols()) +
                                              "; expected at least one feature and one atom");
  }
  core::check_finite("D", D);
  core::check_positive("kappa", kappa);
  return D;
}

/// Names the entry that is not finite; if all are, their squares were not.
template <class T>
[[noreturn]] void throw_not_finite(ConstMatrixRef<T> X) {
  core::check_finite("X", X);
  throw Error(ErrorCode::kInvalidValue,
              "X has entries whose squares are too large for a number; scale the signals");
}

template <class T>
const SupervisedDictionary<T>& validated(const SupervisedDictionary<T>& model) {
  model.validate();
  return model;
}

}  // namespace

template <class T>
Coder<T>::Coder(ConstMatrixRef<T> D, double kappa, CodingOptions options, Context context) {
  const coding::SolverKernels solver = coding::find_solver(validated(options).solver);
  impl_ = std::make_unique<Impl>(
      Impl{options, context, solver, 1, kappa,
           coding::Packed<T>(checked_dictionary<T>(D, kappa), solver.needs_norms)});
}

template <class T>
Coder<T>::Coder(const SupervisedDictionary<T>& model, CodingOptions options, Context context) {
  const coding::SolverKernels solver = coding::find_solver(validated(options).solver);
  impl_ = std::make_unique<Impl>(Impl{options, context, solver, model.lambda0, model.lambda1,
                                      coding::Packed<T>(validated(model), solver.needs_norms)});
}

template <class T>
Coder<T>::~Coder() = default;
template <class T>
Coder<T>::Coder(Coder&&) noexcept = default;
template <class T>
Coder<T>& Coder<T>::operator=(Coder&&) noexcept = default;

template <class T>
Index Coder<T>::n_features() const {
  return impl_->packed.n_features();
}
template <class T>
Index Coder<T>::n_atoms() const {
  return impl_->packed.n_atoms();
}
template <class T>
Index Coder<T>::n_classes() const {
  return impl_->packed.n_classes();
}

template <class T>
Codes<T> Coder<T>::lasso(ConstMatrixRef<T> X, const Matrix<T>* warm) const {
  return impl_->run(X, {-1}, warm);
}

template <class T>
Codes<T> Coder<T>::encode(ConstMatrixRef<T> X, std::span<const int> hypotheses,
                          const Matrix<T>* warm) const {
  if (n_classes() == 0) {
    throw Error(ErrorCode::kInvalidOption,
                "this Coder was made from a dictionary alone; use lasso(), or make it from a "
                "SupervisedDictionary");
  }
  std::vector<int> wanted(hypotheses.begin(), hypotheses.end());
  if (wanted.empty()) {
    wanted.resize(static_cast<std::size_t>(n_classes()));
    std::iota(wanted.begin(), wanted.end(), 0);
  }
  for (const int l : wanted) {
    if (l >= 0 && l < n_classes()) continue;
    throw Error(ErrorCode::kInvalidValue, "hypothesis is " + std::to_string(l) +
                                              "; expected a class from 0 to " +
                                              std::to_string(n_classes() - 1));
  }
  return impl_->run(X, std::move(wanted), warm);
}

template <class T>
Codes<T> Coder<T>::Impl::run(ConstMatrixRef<T> X, std::vector<int> hypotheses,
                             const Matrix<T>* warm) const {
  const auto begin = std::chrono::steady_clock::now();
  core::check_features(X, packed.n_features());
  const Index m = X.cols();
  const Index h = std::ssize(hypotheses);
  check_warm(warm, m, h);

  const bool supervised = hypotheses.front() >= 0;
  const coding::BlockTask<T> task{
      packed,
      coding::solve_function<T>(solver),
      {options.tolerance, options.max_iterations},
      lambda0,
      supervised ? lambda1 : lambda1 / lambda0,
      supervised ? std::span<const int>(hypotheses) : std::span<const int>()};

  Codes<T> codes;
  codes.Alpha.resize(packed.n_atoms(), m * h);
  if (supervised) codes.posterior.resize(packed.n_classes(), m * h);
  std::vector<coding::Outcome> outcomes(static_cast<std::size_t>(m * h));
  const Index n_blocks = (m + coding::kBlock - 1) / coding::kBlock;
  std::atomic<bool> finite = true;
  context.pool().parallel_for(n_blocks, [&](Index block) {
    const Index first = block * coding::kBlock;
    const Index warm_stride = warm != nullptr && warm->cols() == m * h ? h : 1;
    const T* warm_start =
        warm != nullptr ? warm->data() + first * warm_stride * packed.n_atoms() : nullptr;
    const bool coded = coding::code_block<T>(
        task,
        {X.data() + first * X.outerStride(), X.outerStride(), std::min(coding::kBlock, m - first),
         warm_start, warm_stride, codes.Alpha.data() + first * h * packed.n_atoms(),
         codes.posterior.data() + first * h * codes.posterior.rows(), outcomes.data() + first * h});
    if (!coded) finite = false;
  });
  if (!finite) throw_not_finite<T>(X);

  codes.hypotheses = std::move(hypotheses);
  codes.value.resize(h, m);
  codes.gap.resize(h, m);
  codes.iterations.resize(h, m);
  codes.status.resize(h, m);
  for (Index e = 0; e < m * h; ++e) {
    const coding::Outcome& outcome = outcomes[static_cast<std::size_t>(e)];
    codes.value.data()[e] = outcome.value;
    codes.gap.data()[e] = outcome.gap;
    codes.iterations.data()[e] = outcome.iterations;
    codes.status.data()[e] = static_cast<CodingStatus>(outcome.status);
  }
  summarise(codes);
  codes.summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return codes;
}

template <class T>
void Coder<T>::Impl::check_warm(const Matrix<T>* warm, Index m, Index h) const {
  if (warm == nullptr) return;
  if (warm->cols() != m) core::check_shape("warm", *warm, packed.n_atoms(), m * h);
  core::check_shape("warm", *warm, packed.n_atoms(), warm->cols());
  core::check_finite("warm", *warm);
}

template <class T>
void Coder<T>::Impl::summarise(Codes<T>& codes) const {
  CodingSummary& summary = codes.summary;
  summary.solver = options.solver;
  summary.simd = simd_level();
  summary.n_problems = codes.value.size();
  if (summary.n_problems == 0) return;
  for (Index e = 0; e < summary.n_problems; ++e) {
    const CodingStatus status = codes.status.data()[e];
    summary.n_converged += status == CodingStatus::kConverged;
    summary.n_iteration_limit += status == CodingStatus::kIterationLimit;
    summary.n_precision_limit += status == CodingStatus::kPrecisionLimit;
    const double value = codes.value.data()[e];
    const double gap = codes.gap.data()[e];
    if (gap > 0) summary.max_relative_gap = std::max(summary.max_relative_gap, gap / value);
  }
  const auto count = static_cast<double>(summary.n_problems);
  summary.mean_iterations = codes.iterations.template cast<double>().sum() / count;
  summary.mean_nonzeros = static_cast<double>((codes.Alpha.array() != T(0)).count()) / count;
}

template <class T>
double kappa_max(ConstMatrixRef<T> D, ConstMatrixRef<T> X) {
  core::check_finite("D", D);
  core::check_signals(X, D.rows());
  if (X.cols() == 0 || D.cols() == 0) return 0;
  // By the kernel the solvers use: at kappa_max itself a bit more or less would show.
  Matrix<T> Dt = Matrix<T>::Zero(coding::padded(D.cols()), D.rows());
  Dt.topRows(D.cols()) = D.transpose();
  Matrix<T> Q(Dt.rows(), X.cols());
  simd::kernels<T>().correlate(D.rows(), Dt.rows(), X.cols(), Dt.data(), X.data(), X.outerStride(),
                               Q.data(), Q.rows());
  return 2 * static_cast<double>(Q.cwiseAbs().maxCoeff());
}

template class Coder<float>;
template class Coder<double>;
template double kappa_max<float>(ConstMatrixRef<float>, ConstMatrixRef<float>);
template double kappa_max<double>(ConstMatrixRef<double>, ConstMatrixRef<double>);

}  // namespace supdict
