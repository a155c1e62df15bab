// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <supdict/error.hpp>

#include "page_checks.hpp"
#include "pictures/evaluation.hpp"
#include "pictures/report_page.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

using pictures::make_report;

std::string report(const Classifier<float>& classifier, const Dataset* data = nullptr) {
  return make_report(classifier, data, Context(1));
}

TEST(Report, IsOneWholePageForEveryKindOfModel) {
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
      for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
        for (const int height : {5, 0}) {
          const Classifier<float> classifier = made_classifier(
              {.strategy = strategy, .decision = decision, .method = method, .height = height});
          const Dataset data = made_data(classifier, 40);
          const std::string page = report(classifier, &data);
          EXPECT_EQ(fault_in_page(page), "");
          EXPECT_TRUE(outside_addresses(page).empty());
          EXPECT_EQ(count_of(page, "<article>"), 24U);
          EXPECT_EQ(count_of(page, "class=\"confusion\""), 1U);
          EXPECT_EQ(count_of(page, ">nan<") + count_of(page, "inf<"), 0U);
        }
      }
    }
  }
}

TEST(Report, HasPicturesOfImagesAndDrawingsOfOthers) {
  const std::string images = report(made_classifier({}));
  EXPECT_GT(count_of(images, "data:image/png;base64,iVBOR"), 3U);
  EXPECT_EQ(count_of(images, "class=\"curve\""), 0U);
  const std::string curves = report(made_classifier({.height = 0, .width = 9}));
  EXPECT_EQ(count_of(curves, "class=\"curve\""), 3U * 6);
}

TEST(Report, EscapesLabels) {
  const std::string hostile = "<script>alert(\"&'\")</script>";
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    Classifier<float> classifier = made_classifier(
        {.strategy = strategy, .labels = {hostile, "\xFF\xC3", std::string(5000, 'x')}});
    classifier.notes["training"] = made_training_note(classifier, 3);
    classifier.notes["data_hash"] = "\"><img src=x>";
    const Dataset data = made_data(classifier, 9);
    const std::string page = report(classifier, &data);
    EXPECT_EQ(fault_in_page(page), "");
    EXPECT_EQ(count_of(page, "<script>"), 1U);
    EXPECT_EQ(count_of(page, "<img src=x"), 0U);
    EXPECT_GT(count_of(page, "&lt;script&gt;"), 0U);
    EXPECT_EQ(count_of(page, std::string(100, 'x')), 0U);
  }
}

TEST(Report, HasCurvesOnlyWithATrainingNote) {
  Classifier<float> classifier = made_classifier({});
  EXPECT_EQ(count_of(report(classifier), "class=\"line\""), 0U);
  EXPECT_EQ(count_of(report(classifier), "no record of the training path"), 1U);
  classifier.notes["training"] = made_training_note(classifier, 5);
  const std::string page = report(classifier);
  EXPECT_EQ(count_of(page, "class=\"line\""), 4U);
  EXPECT_EQ(count_of(page, "class=\"band\""), 4U);
  EXPECT_EQ(fault_in_page(page), "");
  classifier.notes["training"] = made_training_note(classifier, 1);
  EXPECT_EQ(count_of(report(classifier), "Trained in one step"), 1U);
}

TEST(Report, WithoutDataOrLabelsSaysSo) {
  const Classifier<float> classifier = made_classifier({});
  EXPECT_EQ(count_of(report(classifier), "No data were given"), 1U);
  Dataset data = made_data(classifier, 5);
  data.labels.clear();
  const std::string page = report(classifier, &data);
  EXPECT_EQ(count_of(page, "have no labels"), 1U);
  EXPECT_EQ(count_of(page, "<article>"), 5U);
  EXPECT_EQ(fault_in_page(page), "");
}

TEST(Report, RefusesDataThatDoNotFit) {
  const Classifier<float> classifier = made_classifier({});
  Dataset data = made_data(classifier, 5);
  data.labels[3] = "unheard of";
  EXPECT_THROW(report(classifier, &data), Error);
  data = made_data(classifier, 5);
  data.X.resize(7, 5);
  data.X.setOnes();
  EXPECT_THROW(report(classifier, &data), Error);
}

TEST(Report, OfManyLargeDictionariesStaysSmall) {
  std::vector<std::string> labels;
  for (int l = 0; l < 10; ++l) labels.push_back(std::to_string(l));
  const Classifier<float> classifier =
      made_classifier({.labels = labels, .atoms = 200, .height = 28, .width = 28});
  const std::string page = report(classifier);
  EXPECT_LT(page.size(), 3000000U);
  EXPECT_EQ(count_of(page, "left out to keep the page small"), 1U);
  EXPECT_EQ(count_of(page, "alt=\"Strongest atoms of"), 45U);
}

TEST(Report, OfManyClassesListsConfusions) {
  std::vector<std::string> labels;
  for (int l = 0; l < 60; ++l) labels.push_back("class " + std::to_string(l));
  const Classifier<float> classifier =
      made_classifier({.strategy = Strategy::kMulticlass, .labels = labels});
  const Dataset data = made_data(classifier, 120);
  const std::string page = report(classifier, &data);
  EXPECT_EQ(count_of(page, "class=\"confusion\""), 0U);
  EXPECT_EQ(count_of(page, "Most frequent confusions"), 1U);
}

TEST(Report, IsTheSameEveryTime) {
  const Classifier<float> classifier = made_classifier({});
  const Dataset data = made_data(classifier, 30);
  EXPECT_EQ(make_report(classifier, &data, Context(1)), make_report(classifier, &data, Context(3)));
}

TEST(Report, OfAnEnsembleNamesItsMembers) {
  Classifier<float> classifier = made_classifier({});
  classifier.members.push_back(classifier.members.front());
  EXPECT_EQ(count_of(report(classifier), "Members of the ensemble"), 1U);
}

TEST(Evaluation, PutsTheWorstMarginFirst) {
  const Classifier<float> classifier = made_classifier({});
  const Dataset data = made_data(classifier, 50);
  const pictures::Evaluation evaluation =
      pictures::evaluate(Predictor<float>(classifier), data, Context(1));
  EXPECT_EQ(evaluation.confusion.sum(), 50);
  // All wrong labels come before all correct ones.
  for (Index i = 0; i < 50; ++i) {
    const auto j = static_cast<std::size_t>(evaluation.order[i]);
    EXPECT_EQ(evaluation.truth[j] != evaluation.result.label[j], i < evaluation.n_wrong());
  }
}

TEST(Evaluation, IntervalIsWilsons) {
  const pictures::Interval interval = pictures::wilson_interval(5, 100);
  EXPECT_NEAR(interval.low, 0.021543, 1e-5);
  EXPECT_NEAR(interval.high, 0.111750, 1e-5);
  EXPECT_EQ(pictures::wilson_interval(0, 10).low, 0);
}

}  // namespace
}  // namespace supdict::testing
