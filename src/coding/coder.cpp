// SPDX-License-Identifier: BSD-3-Clause
// The public face of sparse coding: checks of dictionaries and options.
#include <cstdio>

#include "coding/prepared.hpp"
#include "coding/solver_table.hpp"
#include "core/check.hpp"

namespace supdict {

std::string CodingSummary::message() const {
  char text[256];
  std::snprintf(text, sizeof text,
                "%td problems, %td converged, %td at the iteration limit, %td at the precision "
                "limit; optima known to %.1e, %.1f non-zeros, %.1f iterations, %.3f s (%s, %s)",
                n_problems, n_converged, n_iteration_limit, n_precision_limit, max_relative_gap,
                mean_nonzeros, mean_iterations, seconds, solver.c_str(), simd.c_str());
  if (device == "cpu") return text;
  return text + (" on " + device) +
         (n_finished_on_cpu > 0
              ? ", " + std::to_string(n_finished_on_cpu) + " signals finished on the cpu"
              : "");
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
  n_in_double += part.n_in_double;
  n_finished_on_cpu += part.n_finished_on_cpu;
  max_relative_gap = std::max(max_relative_gap, part.max_relative_gap);
  seconds += part.seconds;
  if (solver.empty()) solver = part.solver;
  if (simd.empty()) simd = part.simd;
  if (before == 0) {
    device = part.device;
  } else if (added > 0 && device.find(part.device) == std::string::npos) {
    device += " and " + part.device;
  }
}

template <class T>
struct Coder<T>::Impl {
  std::shared_ptr<const coding::Prepared<T>> prepared;
  Context context;
};

namespace {

/// Matching pursuit needs no kappa: 0 chooses atoms until max_nonzeros.
template <class T>
void check_dictionary(ConstMatrixRef<T> D, double kappa, const CodingOptions& options) {
  if (D.rows() < 1 || D.cols() < 1) {
    throw Error(ErrorCode::kInvalidShape, "D is " + core::shape(D.rows(), D.cols()) +
                                              "; expected at least one feature and one atom");
  }
  core::check_finite("D", D);
  if (kappa == 0 && coding::find_solver(options.solver).pursuit) return;
  core::check_positive("kappa", kappa);
}

}  // namespace

template <class T>
Coder<T>::Coder(ConstMatrixRef<T> D, double kappa, CodingOptions options, Context context,
                const CodePenalty& penalty) {
  options::validate(options);
  check_dictionary<T>(D, kappa, options);
  penalty.validate(D.cols());
  impl_ = std::make_unique<Impl>(
      Impl{std::make_shared<const coding::Prepared<T>>(D, kappa, std::move(options), penalty, false,
                                                       coding::stop_check(context)),
           std::move(context)});
}

template <class T>
Coder<T> Coder<T>::borrowing(ConstMatrixRef<T> D, double kappa, CodingOptions options,
                             Context context, const CodePenalty& penalty) {
  options::validate(options);
  check_dictionary<T>(D, kappa, options);
  penalty.validate(D.cols());
  auto prepared = std::make_shared<const coding::Prepared<T>>(D, kappa, std::move(options), penalty,
                                                              true, coding::stop_check(context));
  return Coder(std::move(prepared), std::move(context));
}

template <class T>
Coder<T>::Coder(const SupervisedDictionary<T>& model, CodingOptions options, Context context) {
  options::validate(options);
  model.validate();
  impl_ = std::make_unique<Impl>(Impl{std::make_shared<const coding::Prepared<T>>(
                                          model, std::move(options), coding::stop_check(context)),
                                      std::move(context)});
}

template <class T>
Coder<T>::Coder(std::shared_ptr<const coding::Prepared<T>> prepared, Context context)
    : impl_(std::make_unique<Impl>(Impl{std::move(prepared), std::move(context)})) {}

template <class T>
Coder<T>::~Coder() = default;
template <class T>
Coder<T>::Coder(Coder&&) noexcept = default;
template <class T>
Coder<T>& Coder<T>::operator=(Coder&&) noexcept = default;

template <class T>
Index Coder<T>::n_features() const {
  return impl_->prepared->n_features();
}
template <class T>
Index Coder<T>::n_atoms() const {
  return impl_->prepared->n_atoms();
}
template <class T>
Index Coder<T>::n_classes() const {
  return impl_->prepared->n_classes();
}

template <class T>
Codes<T> Coder<T>::lasso(ConstMatrixRef<T> X, const Matrix<T>* warm,
                         const Matrix<double>* weights) const {
  return impl_->prepared->lasso(X, impl_->context, warm, weights);
}

template <class T>
Codes<T> Coder<T>::encode(ConstMatrixRef<T> X, std::span<const int> hypotheses,
                          const Matrix<T>* warm) const {
  return impl_->prepared->encode(X, {hypotheses.begin(), hypotheses.end()}, impl_->context, warm);
}

template <class T>
SparseCodes<T> Coder<T>::sparse_lasso(ConstMatrixRef<T> X, const Matrix<T>* warm,
                                      const Matrix<double>* weights) const {
  return impl_->prepared->sparse_lasso(X, impl_->context, warm, weights);
}

template <class T>
SparseCodes<T> Coder<T>::sparse_encode(ConstMatrixRef<T> X, std::span<const int> hypotheses,
                                       const Matrix<T>* warm) const {
  return impl_->prepared->sparse_encode(X, {hypotheses.begin(), hypotheses.end()}, impl_->context,
                                        warm);
}

template <class T>
double kappa_max(ConstMatrixRef<T> D, ConstMatrixRef<T> X) {
  core::check_finite("D", D);
  core::check_signals(X, D.rows());
  if (X.cols() == 0 || D.cols() == 0) return 0;
  // With the kernel the solvers use: at kappa_max itself a difference in the last bit would change
  // the result.
  constexpr Index kTogether = 256;
  double largest = 0;
  for (Index first = 0; first < D.cols(); first += kTogether) {
    const Index count = std::min(kTogether, D.cols() - first);
    Matrix<T> Dt = Matrix<T>::Zero(coding::padded(count), D.rows());
    Dt.topRows(count) = D.middleCols(first, count).transpose();
    Matrix<T> Q(Dt.rows(), X.cols());
    simd::kernels<T>().correlate(D.rows(), Dt.rows(), X.cols(), Dt.data(), X.data(),
                                 X.outerStride(), Q.data(), Q.rows());
    largest = std::max(largest, static_cast<double>(Q.cwiseAbs().maxCoeff()));
  }
  return 2 * largest;
}

template class Coder<float>;
template class Coder<double>;
template double kappa_max<float>(ConstMatrixRef<float>, ConstMatrixRef<float>);
template double kappa_max<double>(ConstMatrixRef<double>, ConstMatrixRef<double>);

}  // namespace supdict
