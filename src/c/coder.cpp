// SPDX-License-Identifier: BSD-3-Clause
// Sparse coding of preprocessed signals.
#include <memory>
#include <span>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/matrix.hpp"
#include "c/options.hpp"
#include "core/check.hpp"

namespace supdict::c_api {
namespace {

template <class T>
SupdictCoder* handle_of(Coder<T> coder) {
  return std::make_unique<SupdictCoder>(SupdictCoder{std::move(coder)}).release();
}

template <class T>
SupdictCoder* lasso_coder(const SupdictMatrix* D, double kappa, const Options& options) {
  SupdictCoder* made = nullptr;
  with_matrix<T>(D, "D", [&](const ConstMatrixRef<T>& dictionary) {
    made = handle_of(Coder<T>(dictionary, kappa, options.coding, options.work.context(),
                              options.penalty.codes()));
  });
  return made;
}

template <class T>
void copy_codes(const Codes<T>& codes, const SupdictCodes& out) {
  copy_to(codes.Alpha, out.codes);
  copy_to(codes.value, out.values);
  copy_to(codes.lower, out.lower);
  copy_to(codes.upper, out.upper);
  copy_to(codes.iterations, out.iterations);
  if (out.is_converged == nullptr) return;
  for (Index i = 0; i < codes.status.size(); ++i) {
    out.is_converged[i] = codes.status.data()[i] == CodingStatus::kConverged ? 1 : 0;
  }
}

/// Calls code(coder, X) and hands over the codes it returns.
template <class Code>
void with_coder(const SupdictCoder* coder, const SupdictMatrix* signals, const SupdictCodes* out,
                const Code& code) {
  not_null(out, "out");
  std::visit(
      [&](const auto& own) {
        using T = typename ScalarOf<std::decay_t<decltype(own)>>::Type;
        with_matrix<T>(signals, "signals",
                       [&](const ConstMatrixRef<T>& X) { copy_codes(code(own, X), *out); });
      },
      checked(coder, "coder").coder);
}

std::vector<int> classes_of(const int32_t* hypotheses, int64_t count) {
  if (count < 0) {
    throw Error(ErrorCode::kInvalidShape,
                "n_hypotheses is " + std::to_string(count) + "; expected at least 0");
  }
  if (count > 0) not_null(hypotheses, "hypotheses");
  return {hypotheses, hypotheses + count};
}

/// A size of the handle; 0 where there is none.
template <class Get>
int64_t size_of(const SupdictCoder* coder, const Get& get) {
  return coder == nullptr ? 0 : std::visit(get, coder->coder);
}

}  // namespace
}  // namespace supdict::c_api

using supdict::c_api::call;
using supdict::c_api::checked;
using supdict::c_api::classes_of;
using supdict::c_api::handle_of;
using supdict::c_api::lasso_coder;
using supdict::c_api::Options;
using supdict::c_api::parse_options;
using supdict::c_api::Precision;
using supdict::c_api::size_of;
using supdict::c_api::with_coder;

SupdictStatus supdict_part_coder(const SupdictModel* model, int64_t part, SupdictCoder** coder) {
  return call([&] {
    checked(coder, "coder") = nullptr;
    *coder = std::visit(
        [&](const auto& predictor) { return handle_of(predictor.coder(part, model->context)); },
        checked(model, "model").predictor);
  });
}

SupdictStatus supdict_lasso_coder(const SupdictMatrix* D, double kappa, const char* options,
                                  SupdictCoder** coder) {
  return call([&] {
    checked(coder, "coder") = nullptr;
    const Options chosen = parse_options(options, true);
    const bool in_double = chosen.work.precision == Precision::kDouble;
    *coder =
        in_double ? lasso_coder<double>(D, kappa, chosen) : lasso_coder<float>(D, kappa, chosen);
  });
}

void supdict_coder_free(SupdictCoder* coder) {
  const std::unique_ptr<SupdictCoder> owned(coder);
}

int64_t supdict_coder_features(const SupdictCoder* coder) {
  return size_of(coder, [](const auto& own) -> int64_t { return own.n_features(); });
}

int64_t supdict_coder_atoms(const SupdictCoder* coder) {
  return size_of(coder, [](const auto& own) -> int64_t { return own.n_atoms(); });
}

int64_t supdict_coder_classes(const SupdictCoder* coder) {
  return size_of(coder, [](const auto& own) -> int64_t { return own.n_classes(); });
}

SupdictStatus supdict_lasso(const SupdictCoder* coder, const SupdictMatrix* signals,
                            const SupdictCodes* out) {
  return call([&] {
    with_coder(coder, signals, out, [](const auto& own, const auto& X) { return own.lasso(X); });
  });
}

SupdictStatus supdict_encode(const SupdictCoder* coder, const SupdictMatrix* signals,
                             const int32_t* hypotheses, int64_t n_hypotheses,
                             const SupdictCodes* out) {
  return call([&] {
    const std::vector<int> classes = classes_of(hypotheses, n_hypotheses);
    with_coder(coder, signals, out,
               [&](const auto& own, const auto& X) { return own.encode(X, classes); });
  });
}
