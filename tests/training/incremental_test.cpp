// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/incremental.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "supdict/dataset.hpp"
#include "supdict/error.hpp"
#include "supdict/model_file.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::error_of;
using testing::LabelledSignals;
using testing::mixed_patterns;
using testing::quick_options;

template <class T>
LabelledSignals<T> slice(const LabelledSignals<T>& data, Index first, Index count) {
  return {data.X.middleCols(first, count),
          {data.labels.begin() + first, data.labels.begin() + first + count}};
}

/// The signals of the classes whose name ends in one of `digits` ("class-20" in "2").
template <class T>
LabelledSignals<T> of_classes(const LabelledSignals<T>& data, const std::string& digits) {
  std::vector<Index> columns;
  LabelledSignals<T> chosen;
  for (std::size_t j = 0; j < data.labels.size(); ++j) {
    if (digits.find(data.labels[j][6]) == std::string::npos) continue;
    columns.push_back(static_cast<Index>(j));
    chosen.labels.push_back(data.labels[j]);
  }
  chosen.X = data.X(Eigen::all, columns);
  return chosen;
}

/// One pass, in calls of `size` signals.
template <class T>
void pass(IncrementalTrainer<T>& trainer, const LabelledSignals<T>& data, Index size) {
  for (Index first = 0; first < data.X.cols(); first += size) {
    const auto batch = slice(data, first, std::min(size, data.X.cols() - first));
    trainer.update(batch.X, batch.labels);
  }
}

/// A trainer started from the first `sample` signals.
template <class T>
IncrementalTrainer<T> started(const LabelledSignals<T>& data, Index sample,
                              const TrainOptions& options, const Context& context = Context()) {
  const auto first = slice(data, 0, sample);
  return {first.X, first.labels, ClassLabels::from(data.labels), options, context};
}

template <class T>
class Incremental : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Incremental, Scalars);

TYPED_TEST(Incremental, LearnsWithEveryMethodStrategyAndDecision) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(24, 480, 3, 0.05, 1);
  const auto test_set = mixed_patterns<T>(24, 150, 3, 0.05, 2);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    for (const Strategy strategy :
         {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
      for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
        TrainOptions options = quick_options(method);
        options.strategy = strategy;
        options.decision = decision;
        auto trainer = started(train_set, 120, options);
        for (int i = 0; i < 6; ++i) pass(trainer, train_set, 60);
        EXPECT_LT(error_of(trainer.classifier(), test_set), 0.1)
            << to_string(method) << " " << to_string(strategy) << " " << to_string(decision);
      }
    }
  }
}

TYPED_TEST(Incremental, ComesNearATrainingRunInAFewPasses) {
  using T = TypeParam;
  const auto train_set = mixed_patterns<T>(30, 900, 6, 0.25, 1);
  const auto test_set = mixed_patterns<T>(30, 900, 6, 0.25, 2);
  TrainOptions options;
  options.iterations = 500;  // of the run; both only to keep the test short
  options.mu = 1;
  const double reached =
      error_of(train<T>(train_set.X, train_set.labels, options).classifier, test_set);
  auto trainer = started(train_set, 300, options);
  const double before = error_of(trainer.classifier(), test_set);
  for (int i = 0; i < 6; ++i) pass(trainer, train_set, 100);
  const double after = error_of(trainer.classifier(), test_set);
  EXPECT_GT(before, 0.5);
  EXPECT_LT(after, reached + 0.03);
}

TEST(IncrementalResults, TheBilinearModelLearnsTexturesFromAStream) {
  const Dataset stream = generated_textures(800, 12, 1);
  const Dataset held_out = generated_textures(500, 12, 2);
  TrainOptions options;
  options.decision = Decision::kBilinear;
  options.atoms = 48;
  options.preprocessing.image_height = options.preprocessing.image_width = 12;
  options.preprocessing.remove_mean = true;
  const LabelledSignals<float> data{stream.X, stream.labels};
  auto trainer = started(data, 400, options);
  for (int i = 0; i < 4; ++i) pass(trainer, data, 200);
  const LabelledSignals<float> test_set{held_out.X, held_out.labels};
  EXPECT_LT(error_of(trainer.classifier(), test_set), 0.1);
}

TYPED_TEST(Incremental, MoreDataDoesNotHurtATrainedClassifier) {
  using T = TypeParam;
  const auto all = mixed_patterns<T>(24, 1200, 3, 0.3, 1);
  const auto test_set = mixed_patterns<T>(24, 900, 3, 0.3, 2);
  const auto first = slice(all, 0, 400);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    auto result = train<T>(first.X, first.labels, options);
    const double before = error_of(result.classifier, test_set);
    IncrementalTrainer<T> trainer(std::move(result.classifier), options);
    double worst = 0;
    for (Index at = 400; at < 1200; at += 50) {
      const auto batch = slice(all, at, 50);
      trainer.update(batch.X, batch.labels);
      worst = std::max(worst, error_of(trainer.classifier(), test_set));
    }
    EXPECT_LT(worst, before + 0.02) << to_string(method);
    EXPECT_LT(error_of(trainer.classifier(), test_set), before + 0.01) << to_string(method);
  }
}

TYPED_TEST(Incremental, GivesTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 300, 3, 0.1, 1);
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    for (const Strategy strategy :
         {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
      TrainOptions options = quick_options(method);
      options.strategy = strategy;
      options.lambda0.reset();
      options.members = "16:0.15,24:0.1";
      std::vector<T> expected;
      for (const int threads : {1, 2, 4}) {
        auto trainer = started(data, 150, options, Context(threads));
        pass(trainer, data, 75);
        pass(trainer, data, 75);
        EXPECT_EQ(trainer.classifier().members.size(), 2U);
        if (expected.empty()) expected = all_parameters(trainer.classifier());
        EXPECT_EQ(all_parameters(trainer.classifier()), expected)
            << to_string(method) << " " << to_string(strategy);
      }
    }
  }
}

TYPED_TEST(Incremental, TheSeedDeterminesTheResultAndACopyContinuesEqually) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 120, 2, 0.1, 1);
  TrainOptions options = quick_options();
  auto trainer = started(data, 120, options);
  pass(trainer, data, 60);
  IncrementalTrainer<T> copy = trainer;
  pass(trainer, data, 60);
  EXPECT_NE(all_parameters(copy.classifier()), all_parameters(trainer.classifier()));
  pass(copy, data, 60);
  EXPECT_EQ(all_parameters(copy.classifier()), all_parameters(trainer.classifier()));
  options.seed = 2;
  auto other = started(data, 120, options);
  for (int i = 0; i < 2; ++i) pass(other, data, 60);
  EXPECT_NE(all_parameters(other.classifier()), all_parameters(trainer.classifier()));
}

TYPED_TEST(Incremental, PairsWithoutSignalsAreLeftAlone) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 240, 4, 0.1, 1);
  auto trainer = started(data, 240, quick_options());
  pass(trainer, data, 120);
  const Classifier<T> before = trainer.classifier();
  const auto two = of_classes(data, "01");
  trainer.update(two.X, two.labels);
  const auto& was = before.members[0].parts;
  const auto& is = trainer.classifier().members[0].parts;
  EXPECT_TRUE((is.front().model.W.array() != was.front().model.W.array()).any());  // 0 against 1
  EXPECT_EQ(is.back().model.W, was.back().model.W);                                // 2 against 3
  EXPECT_EQ(is.back().model.D, was.back().model.D);
}

TYPED_TEST(Incremental, LearnsFromBatchesOfOneClassEach) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 360, 3, 0.05, 1);
  const auto test_set = mixed_patterns<T>(16, 150, 3, 0.05, 2);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    TrainOptions options = quick_options();
    options.strategy = strategy;
    auto trainer = started(data, 60, options);
    for (Index first = 0; first < 360; first += 36) {
      for (const char* const digit : {"0", "1", "2"}) {
        const auto one = of_classes(slice(data, first, 36), digit);
        trainer.update(one.X, one.labels);
      }
    }
    EXPECT_LT(error_of(trainer.classifier(), test_set), 0.2) << to_string(strategy);
  }
}

TYPED_TEST(Incremental, SignalsOfWeightZeroHaveNoEffect) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 120, 2, 0.1, 1);
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    auto trainer = started(data, 120, options);
    pass(trainer, data, 60);
    const auto before = all_parameters(trainer.classifier());
    trainer.update(data.X.leftCols(0), {});
    EXPECT_EQ(all_parameters(trainer.classifier()), before) << to_string(method);

    IncrementalTrainer<T> other = trainer;
    std::vector<double> weights(120, 0.0);
    std::fill_n(weights.begin(), 50, 1.0);
    trainer.update(data.X, data.labels, weights);
    const auto half = slice(data, 0, 50);
    other.update(half.X, half.labels);
    EXPECT_EQ(all_parameters(trainer.classifier()), all_parameters(other.classifier()))
        << to_string(method);
  }
}

TYPED_TEST(Incremental, ContinuesFromAFile) {
  using T = TypeParam;
  const testing::TemporaryFolder folder;
  const auto data = mixed_patterns<T>(16, 240, 2, 0.1, 1);
  const auto test_set = mixed_patterns<T>(16, 240, 2, 0.1, 2);
  TrainOptions options = quick_options();
  options.lambda2 = 0.07;
  options.mu = 0.8;
  auto trainer = started(data, 240, options);
  for (int i = 0; i < 4; ++i) pass(trainer, data, 60);
  save_model(folder / "model", trainer.classifier());
  IncrementalTrainer<T> again(load_model<T>(folder / "model"));
  EXPECT_EQ(again.options().lambda2, 0.07);
  EXPECT_EQ(again.options().mu, 0.8);
  EXPECT_EQ(again.classifier().notes, trainer.classifier().notes);
  const double before = error_of(again.classifier(), test_set);
  pass(again, data, 60);
  EXPECT_LT(error_of(again.classifier(), test_set), before + 0.05);
}

TYPED_TEST(Incremental, NotesThatMakeNoSenseAreIgnored) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 120, 2, 0.1, 1);
  const auto trainer = started(data, 120, quick_options());
  for (const char* const note :
       {"", "[", "[]", "{\"members\": 3}", "{\"members\": [{\"parts\": [7]}]}",
        "{\"lambda2\": \"x\", \"mu\": [], \"members\": [{\"parts\": [{\"seen\": [-1, {}], "
        "\"steps\": -3, \"rounds\": null, \"n_signals\": \"many\"}]}]}"}) {
    Classifier<T> classifier = trainer.classifier();
    for (const char* const key : {"options", "training", "incremental"}) {
      classifier.notes[key] = note;
    }
    IncrementalTrainer<T> other(std::move(classifier));
    EXPECT_EQ(other.options().mu, 1) << note;
    pass(other, data, 60);
    for (const T value : all_parameters(other.classifier())) ASSERT_TRUE(std::isfinite(value));
  }
}

TYPED_TEST(Incremental, BalancedWeightsHelpTheRareClass) {
  using T = TypeParam;
  const auto data = mixed_patterns<T>(16, 800, 2, 0.6, 1);
  std::vector<Index> columns;  // one signal of class 1 for eight of class 0
  LabelledSignals<T> rare;
  for (Index j = 0; j < 800; ++j) {
    if (j % 2 != 0 && j % 16 != 1) continue;
    columns.push_back(j);
    rare.labels.push_back(data.labels[j]);
  }
  rare.X = data.X(Eigen::all, columns);
  const auto missed = of_classes(mixed_patterns<T>(16, 400, 2, 0.6, 2), "1");
  TrainOptions options = quick_options();
  auto plain = started(rare, 200, options);
  options.class_weight = ClassWeight::kBalanced;
  auto balanced = started(rare, 200, options);
  for (int i = 0; i < 4; ++i) {
    pass(plain, rare, 50);
    pass(balanced, rare, 50);
  }
  EXPECT_LT(error_of(balanced.classifier(), missed), error_of(plain.classifier(), missed));
}

TEST(IncrementalMethods, RecKeepsItsDictionaryAndMuBelongsToSdlD) {
  const auto data = mixed_patterns<float>(16, 120, 2, 0.1, 1);
  TrainOptions options = quick_options(Method::kRec);
  auto trainer = started(data, 120, options);
  const Matrix<float> D = trainer.classifier().members[0].parts[0].model.D;
  pass(trainer, data, 60);
  const SupervisedDictionary<float>& model = trainer.classifier().members[0].parts[0].model;
  EXPECT_EQ(model.D, D);
  EXPECT_GT(model.W.norm(), 0);
  EXPECT_EQ(model.lambda0, 1);
  options = quick_options(Method::kSdlG);
  EXPECT_EQ(started(data, 120, options).options().mu, 0);
  options = quick_options();
  options.mu.reset();
  EXPECT_EQ(started(data, 120, options).options().mu, 1);
}

TEST(IncrementalMethods, FindsLambda0WhenItIsNotGiven) {
  const auto data = mixed_patterns<float>(16, 400, 2, 0.05, 1);
  TrainOptions options = quick_options();
  options.lambda0.reset();
  for (const Index size : {8, 100}) {
    auto trainer = started(data, 100, options);
    const double first = trainer.classifier().members[0].parts[0].model.lambda0;
    for (int i = 0; i < 5; ++i) pass(trainer, data, size);
    EXPECT_GT(trainer.classifier().members[0].parts[0].model.lambda0, first) << size;
    EXPECT_LT(error_of(trainer.classifier(), data), 0.2) << size;
  }
}

TEST(IncrementalMethods, StartsFromVeryLittle) {
  // One signal, no label, more atoms than signals.
  const auto data = mixed_patterns<float>(16, 200, 2, 0.05, 1);
  const ClassLabels classes = ClassLabels::from(data.labels);
  IncrementalTrainer<float> trainer(data.X.leftCols(1), {}, classes, quick_options());
  for (int i = 0; i < 5; ++i) pass(trainer, data, 20);
  EXPECT_LT(error_of(trainer.classifier(), data), 0.2);
}

TEST(IncrementalMethods, ShiftsImagesWhereAsked) {
  const Dataset textures = generated_textures(60, 8, 1);
  const LabelledSignals<float> data{textures.X, textures.labels};
  TrainOptions options = quick_options();
  options.preprocessing.image_height = options.preprocessing.image_width = 8;
  auto plain = started(data, 120, options);
  IncrementalTrainer<float> shifted(plain.classifier(), options);
  options.augment_shift = 1;
  IncrementalTrainer<float> other(plain.classifier(), options);
  pass(shifted, data, 60);
  pass(other, data, 60);
  EXPECT_NE(all_parameters(shifted.classifier()), all_parameters(other.classifier()));
}

/// The message of the Error that `action` throws, "" if it throws none.
template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(IncrementalErrors, OfAnUpdateNameTheThingAndChangeNothing) {
  const auto data = mixed_patterns<float>(16, 40, 2, 0.1, 1);
  auto trainer = started(data, 40, quick_options());
  pass(trainer, data, 40);
  const auto before = all_parameters(trainer.classifier());
  const auto notes = trainer.classifier().notes;

  auto labels = data.labels;
  labels[3] = "class-99";
  EXPECT_EQ(message_of([&] { trainer.update(data.X, labels); }),
            "label of signal 3 is 'class-99'; expected one of class-0, class-10");
  labels.pop_back();
  EXPECT_EQ(message_of([&] { trainer.update(data.X, labels); }),
            "there are 39 labels; expected one per signal, 40");
  EXPECT_EQ(message_of([&] { trainer.update(data.X.topRows(15), data.labels); }),
            "X has 15 features; expected 16, as in training");
  Matrix<float> X = data.X;
  X(2, 16) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] { trainer.update(X, data.labels); }),
            "X has the value nan at row 2, column 16; expected finite numbers");
  EXPECT_EQ(message_of([&] { trainer.update(data.X, data.labels, std::vector<double>(7, 1.0)); }),
            "weights has 7 entries; expected one per signal, 40");
  EXPECT_EQ(message_of([&] { trainer.update(data.X, data.labels, std::vector<double>(40, -1)); }),
            "weights[0] is -1; expected a finite number of at least 0");
  EXPECT_EQ(message_of([&] { trainer.update(data.X, data.labels, std::vector<double>(40, 0)); }),
            "all 40 weights (of signals, times those of their classes) are 0; expected at least "
            "one above 0");
  for (const double size : {1e-320, 1e308}) {
    EXPECT_NE(message_of([&] {
                trainer.update(data.X, data.labels, std::vector<double>(40, size));
              }).find("the largest of the weights is "),
              std::string::npos);
  }

  EXPECT_EQ(all_parameters(trainer.classifier()), before);
  EXPECT_EQ(trainer.classifier().notes, notes);
}

TEST(IncrementalErrors, OfTheStartNameTheThing) {
  const auto data = mixed_patterns<float>(16, 40, 2, 0.1, 1);
  const auto start = [&](const ClassLabels& classes, const TrainOptions& options) {
    return message_of([&] { IncrementalTrainer<float>(data.X, data.labels, classes, options); });
  };
  const ClassLabels classes = ClassLabels::from(data.labels);
  EXPECT_EQ(start(classes, quick_options()), "");
  EXPECT_EQ(start(ClassLabels({"a", "b", "a"}), quick_options()), "the class 'a' is named twice");
  EXPECT_EQ(start(ClassLabels({"a"}), quick_options()),
            "all labels are 'a'; expected at least two classes");
  EXPECT_EQ(start(ClassLabels({"a", "b"}), quick_options()),
            "label of signal 0 is 'class-0'; expected one of a, b");
  TrainOptions options = quick_options();
  options.trainer = TrainerKind::kAlternating;
  EXPECT_EQ(start(classes, options),
            "trainer is 'alternating', which needs all signals at once; expected 'stochastic' for "
            "incremental training");
  EXPECT_EQ(message_of([&] {
              IncrementalTrainer<float>(data.X.leftCols(0), {}, classes, quick_options());
            }),
            "X is 16x0; expected at least one feature and one signal");
  EXPECT_NE(message_of([&] { IncrementalTrainer<float>{Classifier<float>()}; }), "");
}

}  // namespace
}  // namespace supdict
