// SPDX-License-Identifier: BSD-3-Clause
// Work stopped by a Context ends at once and leaves the objects of the caller unchanged.
#include <gtest/gtest.h>

#include <atomic>

#include "supdict/dictionary.hpp"
#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/model_file.hpp"
#include "supdict/predictor.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

/// Requests a stop after a number of calls.
class StopAfter {
 public:
  explicit StopAfter(int times) : left_(times) {}
  bool operator()() { return left_-- <= 0; }

 private:
  std::atomic<int> left_;
};

Context stopping_after(int times, int threads) {
  return Context(threads, [stop = std::make_shared<StopAfter>(times)] { return (*stop)(); });
}

const testing::LabelledSignals<float>& data() {
  static const auto data = mixed_patterns<float>(20, 240, 3, 0.05, 1);
  return data;
}

const Classifier<float>& trained() {
  static const auto classifier = train<float>(data().X, data().labels, quick_options()).classifier;
  return classifier;
}

class Stop : public ::testing::TestWithParam<int> {
 protected:
  Context after(int times) const { return stopping_after(times, GetParam()); }
};

TEST_P(Stop, TheGramMatrixOfACoder) {
  const auto& model = trained().members[0].parts[0].model;
  const Matrix<float> D = model.D.replicate(1, 1 + 320 / model.D.cols());
  const CodingOptions whole = {.gram = GramMatrix::kWhole};
  for (const int times : {0, 1, 15}) {
    EXPECT_THROW(Coder<float>(D, 0.1, whole, after(times)), Interrupted);
    EXPECT_THROW(Coder<float>::borrowing(D, 0.1, whole, after(times)), Interrupted);
  }
  EXPECT_THROW(Coder<float>(model, whole, after(0)), Interrupted);
  EXPECT_NO_THROW(Coder<float>(D, 0.1, whole, after(1 << 30)));
}

TEST_P(Stop, EveryKindOfPrediction) {
  const Classifier<float>& classifier = trained();
  const Predictor<float> predictor(classifier);
  for (const int times : {0, 1, 40}) {
    EXPECT_THROW(classifier.predict(data().X, {}, after(times)), Interrupted);
    EXPECT_THROW(classifier.classify(data().X, {}, after(times)), Interrupted);
    EXPECT_THROW(classifier.label(data().X, {}, after(times)), Interrupted);
    EXPECT_THROW(Predictor<float>(classifier, {}, after(0)), Interrupted);
    EXPECT_THROW(predictor.label(data().X, after(times)), Interrupted);
    EXPECT_THROW(predictor.classify(data().X, after(times)), Interrupted);
    EXPECT_THROW(predictor.costs(data().X, after(times)), Interrupted);
    const auto& model = classifier.members[0].parts[0].model;
    const Matrix<float> X = classifier.preprocessing.apply<float>(data().X);
    EXPECT_THROW(Coder<float>(model, {}, after(times)).encode(X), Interrupted);
    EXPECT_THROW(Coder<float>(model, {}, after(times)).lasso(X), Interrupted);
    EXPECT_THROW(predictor.coder(0, after(times)).lasso(X), Interrupted);
  }
  EXPECT_EQ(classifier.predict(data().X, {}, after(1 << 30)), classifier.predict(data().X));
  EXPECT_EQ(predictor.predict(data().X, after(1 << 30)), classifier.predict(data().X));
}

TEST_P(Stop, ExceptionsOfTheHookReachTheCaller) {
  const Context context(GetParam(), []() -> bool { throw std::out_of_range("mine"); });
  EXPECT_THROW(trained().predict(data().X, {}, context), std::out_of_range);
}

TEST_P(Stop, AnUpdateOfADictionaryChangesNothing) {
  const DictionaryOptions options{.atoms = 12};
  auto state = start_dictionary<float>(data().X, options);
  update_dictionary<float>(state, data().X, options);
  const auto before = state;
  EXPECT_THROW(update_dictionary<float>(state, data().X, options, {}, after(100)), Interrupted);
  EXPECT_EQ(state.D, before.D);
  EXPECT_EQ(state.A, before.A);
  EXPECT_EQ(state.B, before.B);
  EXPECT_EQ(state.n_updates, before.n_updates);
}

TEST_P(Stop, ADictionaryKeepsWhatItHasLearned) {
  for (const Learning learning : {Learning::kOnline, Learning::kBatch}) {
    DictionaryOptions options{.atoms = 12, .learning = learning, .batch_size = 240, .epochs = 2};
    const auto two = learn_dictionary<float>(data().X, options);
    options.epochs = 5;
    const auto stopped = learn_dictionary<float>(data().X, options, {}, {}, after(2 * 240 + 100));
    EXPECT_EQ(stopped.D, two.D) << to_string(learning);
    EXPECT_EQ(stopped.A, two.A) << to_string(learning);
    EXPECT_EQ(stopped.n_updates, 2);
    EXPECT_EQ(stopped.summary.mean_nonzeros, 0);
  }
}

TEST_P(Stop, AnUpdateOfATrainerChangesNothing) {
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    options.lambda0.reset();
    // Called once per coded signal; some of the parts are finished by then.
    const auto stop = std::make_shared<std::atomic<int>>(1 << 30);
    const Context context(GetParam(), [stop] { return (*stop)-- <= 0; });
    IncrementalTrainer<float> trainer(data().X, data().labels, ClassLabels::from(data().labels),
                                      options, context);
    trainer.update(data().X, data().labels);
    IncrementalTrainer<float> twin = trainer;
    const std::string before = serialise_model(trainer.classifier());
    for (const int times : {0, 10, 250}) {
      *stop = times;
      EXPECT_THROW(trainer.update(data().X, data().labels), Interrupted);
      EXPECT_EQ(serialise_model(trainer.classifier()), before);
    }
    *stop = 1 << 30;
    trainer.update(data().X, data().labels);
    twin.update(data().X, data().labels);
    EXPECT_EQ(serialise_model(trainer.classifier()), serialise_model(twin.classifier()));
    EXPECT_NE(serialise_model(trainer.classifier()), before);
  }
}

TEST_P(Stop, ATrainerThatStarts) {
  EXPECT_THROW(IncrementalTrainer<float>(data().X, data().labels, ClassLabels::from(data().labels),
                                         quick_options(), after(50)),
               Interrupted);
}

INSTANTIATE_TEST_SUITE_P(Threads, Stop, ::testing::Values(1, 3),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace supdict
