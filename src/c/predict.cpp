// SPDX-License-Identifier: BSD-3-Clause
// Predictions, and the parts of a model.
#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/matrix.hpp"

namespace supdict::c_api {
namespace {

/// Calls body(predictor, X) with the signals in the scalar type of the model.
template <class Body>
void with_signals(const SupdictModel* model, const SupdictMatrix* X, const Body& body) {
  std::visit(
      [&](const auto& predictor) {
        using T = typename ScalarOf<std::decay_t<decltype(predictor)>>::Type;
        with_matrix<T>(X, "X", [&](const ConstMatrixRef<T>& signals) { body(predictor, signals); });
      },
      checked(model, "model").predictor);
}

}  // namespace
}  // namespace supdict::c_api

using supdict::Classification;
using supdict::Context;
using supdict::Matrix;
using supdict::PartCosts;
using supdict::Preprocessing;
using supdict::c_api::call;
using supdict::c_api::checked;
using supdict::c_api::copy_to;
using supdict::c_api::not_null;
using supdict::c_api::ScalarOf;
using supdict::c_api::with_signals;

SupdictStatus supdict_label(const SupdictModel* model, const SupdictMatrix* X, int32_t* labels) {
  return call([&] {
    with_signals(model, X, [&](const auto& predictor, const auto& signals) {
      if (signals.cols() > 0) not_null(labels, "labels");
      copy_to(predictor.label(signals, model->context).label, labels);
    });
  });
}

SupdictStatus supdict_classify(const SupdictModel* model, const SupdictMatrix* X,
                               const SupdictClassification* out) {
  return call([&] {
    not_null(out, "out");
    with_signals(model, X, [&](const auto& predictor, const auto& signals) {
      const Classification found = predictor.classify(signals, model->context);
      copy_to(found.label, out->labels);
      copy_to(found.probabilities, out->probabilities);
      copy_to(found.scores, out->scores);
      copy_to(found.certified, out->certified);
    });
  });
}

SupdictStatus supdict_part(const SupdictModel* model, int64_t part, SupdictPart* out) {
  return call([&] {
    SupdictPart& sizes = checked(out, "out");
    std::visit(
        [&](const auto& predictor) {
          const auto& dictionary = predictor.part(part).model;
          sizes = {dictionary.n_features(), dictionary.n_atoms(), dictionary.n_classes(),
                   dictionary.lambda0, dictionary.lambda1};
        },
        checked(model, "model").predictor);
  });
}

SupdictStatus supdict_part_contents(const SupdictModel* model, int64_t part, int32_t* classes,
                                    double* dictionary) {
  return call([&] {
    std::visit(
        [&](const auto& predictor) {
          copy_to(predictor.part(part).classes, classes);
          copy_to(predictor.part(part).model.D, dictionary);
        },
        checked(model, "model").predictor);
  });
}

SupdictStatus supdict_costs(const SupdictModel* model, int64_t part, const SupdictMatrix* X,
                            const SupdictCosts* out) {
  return call([&] {
    not_null(out, "out");
    with_signals(model, X, [&](const auto& predictor, const auto& raw) {
      using T = typename ScalarOf<std::decay_t<decltype(predictor)>>::Type;
      const Context& context = model->context;
      const Matrix<T> signals =
          predictor.classifier().preprocessing.template apply<T>(raw, context);
      const PartCosts found = predictor.part_costs(part, signals, context);
      copy_to(found.costs, out->costs);
      copy_to(found.lower, out->lower);
      copy_to(found.upper, out->upper);
    });
  });
}

SupdictStatus supdict_preprocess(const SupdictModel* model, const SupdictMatrix* X,
                                 double* signals) {
  return call([&] {
    with_signals(model, X, [&](const auto& predictor, const auto& raw) {
      using T = typename ScalarOf<std::decay_t<decltype(predictor)>>::Type;
      if (raw.cols() > 0) not_null(signals, "signals");
      const Preprocessing& preprocessing = predictor.classifier().preprocessing;
      copy_to(preprocessing.template apply<T>(raw, model->context), signals);
    });
  });
}
