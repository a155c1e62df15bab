// SPDX-License-Identifier: BSD-3-Clause
// Model files of earlier versions, with the predictions of those versions.
#include <gtest/gtest.h>

#include "supdict/dataset.hpp"
#include "supdict/model_file.hpp"
#include "support/golden.hpp"

namespace supdict::testing {
namespace {

/// Both were coded to the default tolerance and printed with seven digits. Costs of rec are values
/// of g, whose errors are of first order in those of the code.
constexpr double kSameCost = 1e-3;

template <class T>
Matrix<double> costs_of(const Classifier<T>& classifier, const Matrix<T>& X) {
  Matrix<double> all(0, X.cols());
  for (const PartCosts& part : classifier.costs(X)) {
    all.conservativeResize(all.rows() + part.costs.rows(), Eigen::NoChange);
    all.bottomRows(part.costs.rows()) = part.costs;
  }
  return all;
}

template <class T>
void expect_as_then(const std::filesystem::path& model) {
  SCOPED_TRACE(model.filename().string());
  const auto classifier = load_model<T>(model.string());
  ReadOptions unlabelled;
  unlabelled.label_column = "none";
  const Dataset signals = read_dataset((model.parent_path() / "signals.csv").string(), unlabelled);
  ReadOptions labelled;
  labelled.label_column = "label";
  const Dataset then =
      read_dataset(std::filesystem::path(model).replace_extension("csv").string(), labelled);

  const Matrix<T> X = signals.X.template cast<T>();
  EXPECT_EQ(classifier.predict(X), then.labels);
  const Matrix<double> costs = costs_of<T>(classifier, X);
  const Matrix<double> expected = then.X.cast<double>();
  ASSERT_EQ(costs.rows(), expected.rows());
  ASSERT_EQ(costs.cols(), expected.cols());
  EXPECT_LT(((costs - expected).array() / expected.array().abs().max(1)).abs().maxCoeff(),
            kSameCost);
  EXPECT_NE(classifier.notes.at("options").find("dictionary_epochs"), std::string::npos);
}

TEST(OldModels, PredictWhatTheyPredictedThen) {
  int n_models = 0;
  for (const std::string format : {"1.0", "1.1"}) {
    for (const auto& entry : std::filesystem::directory_iterator(old_models_folder(format))) {
      if (entry.path().extension() != ".safetensors") continue;
      expect_as_then<float>(entry.path());
      expect_as_then<double>(entry.path());
      ++n_models;
    }
  }
  EXPECT_EQ(n_models, 4);
}

TEST(OldModels, AreAsSureAsTheyWereThen) {
  const auto folder = old_models_folder("1.1");
  const auto classifier = load_model<double>((folder / "pairwise.safetensors").string());
  ReadOptions options;
  options.label_column = "none";
  const Dataset signals = read_dataset((folder / "signals.csv").string(), options);
  options.label_column = "label";
  const Dataset then = read_dataset((folder / "probabilities.csv").string(), options);
  const Matrix<double> now = classifier.predict_proba(signals.X.cast<double>());
  EXPECT_LT((now - then.X.cast<double>()).cwiseAbs().maxCoeff(), kSameCost);
  EXPECT_NE(classifier.members[0].calibration, 1);
}

TEST(OldModels, ComeBackFromTheFormatOfToday) {
  for (const std::string name : {"pairwise", "one-vs-rest", "multiclass"}) {
    const auto old =
        load_model<double>((old_models_folder("1.0") / (name + ".safetensors")).string());
    const auto again = parse_model<double>(serialise_model(old), name);
    EXPECT_EQ(again.notes, old.notes);
    EXPECT_EQ(serialise_model(again), serialise_model(old));
  }
}

}  // namespace
}  // namespace supdict::testing
