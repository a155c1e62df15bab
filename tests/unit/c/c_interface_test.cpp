// SPDX-License-Identifier: BSD-3-Clause
// The C interface gives the bits of the C++ one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "supdict/supdict.h"
#include "supdict/supdict.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

namespace supdict::testing {
namespace {

template <class Handle, void (*kFree)(Handle*)>
struct Freed {
  ~Freed() { kFree(handle); }
  Freed() = default;
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;
  Handle* handle = nullptr;
};
using Model = Freed<SupdictModel, supdict_model_free>;
using CCoder = Freed<SupdictCoder, supdict_coder_free>;

#define SUPDICT_EXPECT_OK(call) EXPECT_EQ(call, SUPDICT_OK) << supdict_last_error()

template <class T>
SupdictMatrix view(const Matrix<T>& X) {
  return {X.data(), X.rows(), X.cols(), 0, sizeof(T)};
}

template <class T>
const char* options() {
  return sizeof(T) == 4 ? R"({"threads": 1, "tolerance": 1e-5})"
                        : R"({"threads": 1, "tolerance": 1e-5, "precision": "double"})";
}

template <class T>
Matrix<T> signals_of(const std::filesystem::path& model) {
  ReadOptions unlabelled;
  unlabelled.label_column = "none";
  return read_dataset((model.parent_path() / "signals.csv").string(), unlabelled)
      .X.template cast<T>();
}

template <class T>
void expect_same_predictions(const Predictor<T>& native, const SupdictModel* model,
                             const Matrix<T>& X) {
  const Classification expected = native.classify(X);
  Matrix<double> probabilities(expected.probabilities.rows(), X.cols());
  Matrix<double> scores = probabilities;
  std::vector<int32_t> labels(X.cols());
  std::vector<int32_t> quick(X.cols());
  std::vector<uint8_t> certified(X.cols());
  const SupdictMatrix signals = view(X);
  const SupdictClassification out{labels.data(), probabilities.data(), scores.data(),
                                  certified.data()};
  SUPDICT_EXPECT_OK(supdict_classify(model, &signals, &out));
  SUPDICT_EXPECT_OK(supdict_label(model, &signals, quick.data()));
  EXPECT_EQ(labels, std::vector<int32_t>(expected.label.begin(), expected.label.end()));
  EXPECT_EQ(quick, labels);
  EXPECT_TRUE(same_bits(probabilities, expected.probabilities));
  EXPECT_TRUE(same_bits(scores, expected.scores));
  EXPECT_EQ(certified, std::vector<uint8_t>(expected.certified.begin(), expected.certified.end()));
}

template <class T>
void expect_same_part(const Predictor<T>& native, const SupdictModel* model, Index part,
                      const Matrix<T>& raw) {
  const Matrix<T> X = native.classifier().preprocessing.template apply<T>(raw);
  SupdictPart sizes{};
  SUPDICT_EXPECT_OK(supdict_part(model, part, &sizes));
  const Index m = X.cols();
  const Index p = sizes.classes;
  Matrix<double> signals(sizes.features, m);
  const SupdictMatrix given = view(raw);
  SUPDICT_EXPECT_OK(supdict_preprocess(model, &given, signals.data()));
  EXPECT_TRUE(same_bits(signals, X.template cast<double>()));

  const PartCosts expected = native.part_costs(part, X);
  Matrix<double> costs(p, m);
  Matrix<double> lower(p, m);
  Matrix<double> upper(p, m);
  const SupdictCosts out{costs.data(), lower.data(), upper.data()};
  SUPDICT_EXPECT_OK(supdict_costs(model, part, &given, &out));
  EXPECT_TRUE(same_bits(costs, expected.costs));
  EXPECT_TRUE(same_bits(lower, expected.lower));
  EXPECT_TRUE(same_bits(upper, expected.upper));

  Matrix<double> dictionary(sizes.features, sizes.atoms);
  std::vector<int32_t> classes(p);
  SUPDICT_EXPECT_OK(supdict_part_contents(model, part, classes.data(), dictionary.data()));
  EXPECT_TRUE(same_bits(dictionary, native.part(part).model.D.template cast<double>()));
  EXPECT_TRUE(std::equal(classes.begin(), classes.end(), native.part(part).classes.begin(),
                         native.part(part).classes.end()));
}

template <class T>
void expect_same_codes(const Codes<T>& expected, SupdictStatus (*code)(const SupdictCodes*, void*),
                       void* with) {
  Matrix<double> codes(expected.Alpha.rows(), expected.Alpha.cols());
  Matrix<double> values(expected.value.rows(), expected.value.cols());
  Matrix<double> lower = values;
  Matrix<double> upper = values;
  Matrix<int32_t> iterations(values.rows(), values.cols());
  Matrix<uint8_t> converged(values.rows(), values.cols());
  const SupdictCodes out{codes.data(), values.data(),     lower.data(),
                         upper.data(), iterations.data(), converged.data()};
  SUPDICT_EXPECT_OK(code(&out, with));
  EXPECT_TRUE(same_bits(codes, expected.Alpha.template cast<double>()));
  EXPECT_TRUE(same_bits(values, expected.value));
  EXPECT_TRUE(same_bits(lower, expected.lower));
  EXPECT_TRUE(same_bits(upper, expected.upper));
  EXPECT_TRUE(same_bits(iterations, expected.iterations));
  EXPECT_EQ(converged.template cast<Index>().sum(), expected.summary.n_converged);
}

template <class T>
void expect_same_coder(const Predictor<T>& native, const SupdictModel* model, Index part,
                       const Matrix<T>& raw) {
  const Matrix<T> X = native.classifier().preprocessing.template apply<T>(raw);
  const Coder<T> expected = native.coder(part);
  CCoder coder;
  SUPDICT_EXPECT_OK(supdict_part_coder(model, part, &coder.handle));
  EXPECT_EQ(supdict_coder_features(coder.handle), expected.n_features());
  EXPECT_EQ(supdict_coder_atoms(coder.handle), expected.n_atoms());
  EXPECT_EQ(supdict_coder_classes(coder.handle), expected.n_classes());
  struct Call {
    SupdictCoder* coder;
    SupdictMatrix X;
  } with{coder.handle, view(X)};
  expect_same_codes(
      expected.lasso(X),
      [](const SupdictCodes* out, void* given) {
        const auto* call = static_cast<Call*>(given);
        return supdict_lasso(call->coder, &call->X, out);
      },
      &with);
  expect_same_codes(
      expected.encode(X),
      [](const SupdictCodes* out, void* given) {
        const auto* call = static_cast<Call*>(given);
        return supdict_encode(call->coder, &call->X, nullptr, 0, out);
      },
      &with);
  const std::vector<int> last = {static_cast<int>(expected.n_classes()) - 1};
  expect_same_codes(
      expected.encode(X, last),
      [](const SupdictCodes* out, void* given) {
        const auto* call = static_cast<Call*>(given);
        const auto hypothesis = static_cast<int32_t>(supdict_coder_classes(call->coder) - 1);
        return supdict_encode(call->coder, &call->X, &hypothesis, 1, out);
      },
      &with);
}

template <class T>
void expect_same(const std::filesystem::path& path) {
  SCOPED_TRACE(path.string());
  const Predictor<T> native(load_model<T>(path.string()), {.tolerance = 1e-5});
  const Matrix<T> X = signals_of<T>(path);
  Model model;
  ASSERT_EQ(supdict_model_load(path.c_str(), options<T>(), &model.handle), SUPDICT_OK)
      << supdict_last_error();
  ASSERT_EQ(supdict_model_parts(model.handle), native.n_parts());
  EXPECT_EQ(supdict_model_features(model.handle), X.rows());
  expect_same_predictions<T>(native, model.handle, X);
  for (Index part = 0; part < native.n_parts(); ++part) {
    expect_same_part<T>(native, model.handle, part, X);
    expect_same_coder<T>(native, model.handle, part, X);
  }
}

TEST(CInterface, GivesTheBitsOfThePredictor) {
  for (const std::string name :
       {"1.0/pairwise", "1.0/one-vs-rest", "1.0/multiclass", "1.1/pairwise"}) {
    const auto path =
        old_models_folder(name.substr(0, 3)) / (name.substr(4) + std::string(".safetensors"));
    expect_same<float>(path);
    expect_same<double>(path);
  }
}

std::string pairwise() {
  return (old_models_folder("1.1") / "pairwise.safetensors").string();
}

TEST(CInterface, ReadsNumbersOfEitherTypeWithAnyStride) {
  Model model;
  SUPDICT_EXPECT_OK(supdict_model_load(pairwise().c_str(), nullptr, &model.handle));
  const Matrix<float> X = signals_of<float>(pairwise());
  const Matrix<double> wider = X.cast<double>();
  Matrix<float> padded = Matrix<float>::Constant(X.rows() + 3, X.cols(), NAN);
  padded.topRows(X.rows()) = X;
  const SupdictMatrix views[] = {
      view(X), view(wider), {padded.data(), X.rows(), X.cols(), padded.rows(), SUPDICT_FLOAT}};
  std::vector<Matrix<double>> found;
  for (const SupdictMatrix& signals : views) {
    found.emplace_back(supdict_model_classes(model.handle), X.cols());
    const SupdictClassification out{nullptr, found.back().data(), nullptr, nullptr};
    SUPDICT_EXPECT_OK(supdict_classify(model.handle, &signals, &out));
  }
  EXPECT_TRUE(same_bits(found[1], found[0]));
  EXPECT_TRUE(same_bits(found[2], found[0]));
}

TEST(CInterface, DescribesAModel) {
  Model model;
  SUPDICT_EXPECT_OK(supdict_model_load(pairwise().c_str(), options<double>(), &model.handle));
  const auto native = load_model<double>(pairwise());
  const auto json = nlohmann::json::parse(supdict_model_description(model.handle));
  EXPECT_EQ(json["strategy"], "pairwise");
  EXPECT_EQ(json["precision"], "double");
  EXPECT_EQ(json["coding"]["tolerance"], 1e-5);
  EXPECT_EQ(json["labels"], native.labels.names());
  EXPECT_EQ(json["members"].size(), native.members.size());
  EXPECT_EQ(json["members"][0]["parts"][1]["classes"], native.members[0].parts[1].classes);
  for (int l = 0; l < native.n_classes(); ++l) {
    EXPECT_EQ(native.labels.name(l), supdict_model_class_name(model.handle, l));
  }
}

TEST(CInterface, ChangesKappaOfEveryPart) {
  Model model;
  Model sparse;
  SUPDICT_EXPECT_OK(supdict_model_load(pairwise().c_str(), options<double>(), &model.handle));
  SUPDICT_EXPECT_OK(supdict_model_with_kappa(model.handle, 0.4, &sparse.handle));
  auto native = load_model<double>(pairwise());
  for (auto& member : native.members) {
    for (auto& part : member.parts) part.model.lambda1 = 0.4 * part.model.lambda0;
  }
  expect_same_predictions<double>(Predictor<double>(native, {.tolerance = 1e-5}), sparse.handle,
                                  signals_of<double>(pairwise()));
  SupdictPart part{};
  SUPDICT_EXPECT_OK(supdict_part(sparse.handle, 0, &part));
  EXPECT_DOUBLE_EQ(part.lambda1, 0.4 * part.lambda0);
}

TEST(CInterface, CodesWithAnyDictionary) {
  const Matrix<double> D = random_matrix(8, 12, 5).colwise().normalized();
  const Matrix<double> X = random_matrix(8, 20, 6);
  CCoder coder;
  const SupdictMatrix dictionary = view(D);
  SUPDICT_EXPECT_OK(supdict_lasso_coder(&dictionary, 0.3, options<double>(), &coder.handle));
  EXPECT_EQ(supdict_coder_classes(coder.handle), 0);
  struct Call {
    SupdictCoder* coder;
    SupdictMatrix X;
  } with{coder.handle, view(X)};
  expect_same_codes(
      Coder<double>(D, 0.3, {.tolerance = 1e-5}).lasso(X),
      [](const SupdictCodes* out, void* given) {
        const auto* call = static_cast<Call*>(given);
        return supdict_lasso(call->coder, &call->X, out);
      },
      &with);
}

TEST(CInterface, CodesWithOtherPenalties) {
  const Matrix<double> D = random_matrix(8, 3, 5).colwise().normalized();
  const Matrix<double> X = random_matrix(8, 20, 6);
  const SupdictMatrix dictionary = view(D);
  CCoder coder;
  SUPDICT_EXPECT_OK(supdict_lasso_coder(&dictionary, 0.3,
                                        R"({"precision": "double", "nonnegative": "codes",
                                            "ridge": 0.1, "atom_weights": "1 2 0.5"})",
                                        &coder.handle));
  Matrix<double> codes(3, 20);
  SupdictCodes out{};
  out.codes = codes.data();
  const SupdictMatrix signals = view(X);
  SUPDICT_EXPECT_OK(supdict_lasso(coder.handle, &signals, &out));
  const CodePenalty penalty{.nonnegative = true, .ridge = 0.1, .weights = {1, 2, 0.5}};
  EXPECT_EQ(codes, Coder<double>(D, 0.3, {}, Context(), penalty).lasso(X).Alpha);
  CCoder other;
  EXPECT_NE(supdict_lasso_coder(&dictionary, 0.3, R"({"nonnegative": "atoms"})", &other.handle),
            SUPDICT_OK);
  EXPECT_NE(std::string(supdict_last_error()).find("the atoms are given"), std::string::npos);
  for (const char* rule : {R"({"atoms_on": "sphere"})", R"({"sparse_atoms": 0.1})",
                           R"({"fixed_atoms": "1 0 0 0 0 0 0 0"})"}) {
    EXPECT_NE(supdict_lasso_coder(&dictionary, 0.3, rule, &other.handle), SUPDICT_OK);
    EXPECT_NE(std::string(supdict_last_error()).find("are for learning"), std::string::npos);
  }
}

}  // namespace
}  // namespace supdict::testing
