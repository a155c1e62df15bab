// SPDX-License-Identifier: BSD-3-Clause
// Models: loading, describing and freeing them.
#include <memory>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/options.hpp"
#include "core/check.hpp"
#include "supdict/model_file.hpp"

namespace supdict::c_api {
namespace {

template <class T>
SupdictModel* prepared(Classifier<T> classifier, CodingOptions coding, const Context& context) {
  Predictor<T> predictor(std::move(classifier), std::move(coding), context);
  std::string description = describe(predictor);
  return std::make_unique<SupdictModel>(
             SupdictModel{context, std::move(predictor), std::move(description)})
      .release();
}

/// load(T()) gives a Classifier<T>.
template <class Load>
SupdictModel* made(const char* text, const Load& load) {
  const Options options = parse_options(text);
  const Context context = options.work.context();
  if (options.work.precision == Precision::kDouble) {
    return prepared<double>(load(double()), options.coding, context);
  }
  return prepared<float>(load(float()), options.coding, context);
}

template <class T>
Classifier<T> with_kappa(Classifier<T> classifier, double kappa) {
  for (Member<T>& member : classifier.members) {
    member.kappa = kappa;
    for (Part<T>& part : member.parts) part.model.lambda1 = kappa * part.model.lambda0;
  }
  return classifier;
}

/// A member of the handle, or `otherwise` where there is no handle.
template <class Value, class Get>
Value of_model(const SupdictModel* model, Value otherwise, const Get& get) {
  if (model == nullptr) return otherwise;
  return std::visit([&](const auto& predictor) -> Value { return get(predictor); },
                    model->predictor);
}

}  // namespace
}  // namespace supdict::c_api

using supdict::load_model;
using supdict::parse_model;
using supdict::c_api::call;
using supdict::c_api::checked;
using supdict::c_api::made;
using supdict::c_api::not_null;
using supdict::c_api::of_model;
using supdict::c_api::prepared;
using supdict::c_api::with_kappa;

SupdictStatus supdict_model_load(const char* path, const char* options, SupdictModel** model) {
  return call([&] {
    checked(model, "model") = nullptr;
    const std::string file = &checked(path, "path");
    *model = made(options, [&](auto zero) { return load_model<decltype(zero)>(file); });
  });
}

SupdictStatus supdict_model_parse(const void* bytes, size_t size, const char* name,
                                  const char* options, SupdictModel** model) {
  return call([&] {
    checked(model, "model") = nullptr;
    if (size > 0) not_null(bytes, "bytes");
    const std::string content(static_cast<const char*>(bytes), size);
    const std::string shown = name == nullptr ? "the model" : name;
    *model = made(options, [&](auto zero) { return parse_model<decltype(zero)>(content, shown); });
  });
}

SupdictStatus supdict_model_with_kappa(const SupdictModel* model, double kappa,
                                       SupdictModel** changed) {
  return call([&] {
    checked(changed, "changed") = nullptr;
    const SupdictModel& from = checked(model, "model");
    supdict::core::check_positive("kappa", kappa);
    *changed = std::visit(
        [&](const auto& predictor) {
          return prepared(with_kappa(predictor.classifier(), kappa), predictor.coding(),
                          from.context);
        },
        from.predictor);
  });
}

void supdict_model_free(SupdictModel* model) {
  const std::unique_ptr<SupdictModel> owned(model);
}

const char* supdict_model_description(const SupdictModel* model) {
  return model == nullptr ? nullptr : model->description.c_str();
}

int64_t supdict_model_features(const SupdictModel* model) {
  return of_model(model, int64_t{0}, [](const auto& p) { return p.classifier().n_features(); });
}

int64_t supdict_model_classes(const SupdictModel* model) {
  return of_model(model, int64_t{0}, [](const auto& p) { return p.classifier().n_classes(); });
}

int64_t supdict_model_parts(const SupdictModel* model) {
  return of_model(model, int64_t{0}, [](const auto& p) { return p.n_parts(); });
}

const char* supdict_model_class_name(const SupdictModel* model, int64_t label) {
  if (label < 0 || label >= supdict_model_classes(model)) return nullptr;
  return of_model<const char*>(model, nullptr, [&](const auto& p) {
    return p.classifier().labels.name(static_cast<int>(label)).c_str();
  });
}
