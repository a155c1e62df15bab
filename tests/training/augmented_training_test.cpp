// SPDX-License-Identifier: BSD-3-Clause
// Training with augmentation: the same bits always, and refused where it is not served.
#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/model_file.hpp"
#include "training/generated.hpp"
#include "training/methods/lambda0_rule.hpp"
#include "training/methods/part_group.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::LabelledSignals;
using testing::quick_options;
using testing::TemporaryFolder;

constexpr const char* kRecipe = "shift:1,rotate:10,scale:0.15,shear:0.2,elastic:1";

/// Upright and level bars of 8 x 8 pixels.
LabelledSignals<float> bars(Index m) {
  core::Rng rng{1};
  LabelledSignals<float> data{Matrix<float>(64, m), {}};
  for (Index j = 0; j < m; ++j) {
    const bool upright = j % 2 == 0;
    const Index place = 2 + rng.below(4);
    for (Index i = 0; i < 64; ++i) {
      const Index along = upright ? i % 8 : i / 8;
      data.X(i, j) = static_cast<float>((along == place ? 200 : 0) + 30 * rng.uniform());
    }
    data.labels.emplace_back(upright ? "upright" : "level");
  }
  return data;
}

TrainOptions image_options(const std::string& augment) {
  TrainOptions options = quick_options();
  options.iterations = 60;
  options.batch_size = 40;
  options.augment = augment;
  options.preprocessing.image_height = options.preprocessing.image_width = 8;
  return options;
}

TEST(AugmentedTraining, HasTheSameBitsWhateverTheThreads) {
  const auto data = bars(120);
  for (const Method method : {Method::kSdlG, Method::kSdlD}) {
    TrainOptions options = image_options(kRecipe);
    options.method = method;
    if (method == Method::kSdlG) options.mu.reset();
    const auto one = train<float>(data.X, data.labels, {}, options, {}, Context(1));
    const auto three = train<float>(data.X, data.labels, {}, options, {}, Context(3));
    EXPECT_EQ(all_parameters(one.classifier), all_parameters(three.classifier));
    EXPECT_LT(one.summary.train_error, 0.1);
  }
}

TEST(AugmentedTraining, DrawsSignalsAndSaysSo) {
  const auto data = bars(120);
  const auto plain = train<float>(data.X, data.labels, image_options("shift:0"));
  const auto none = train<float>(data.X, data.labels, image_options(""));
  EXPECT_EQ(all_parameters(plain.classifier), all_parameters(none.classifier));
  EXPECT_EQ(plain.summary.resolved.augment, "");
  TrainOptions options = image_options("elastic:0.50,shift:1");
  options.preprocessing.pad = "none";
  const auto drawn = train<float>(data.X, data.labels, options);
  EXPECT_NE(all_parameters(drawn.classifier), all_parameters(none.classifier));
  EXPECT_EQ(drawn.summary.resolved.augment, "shift:1,elastic:0.5");
  EXPECT_NE(drawn.classifier.notes.at("options").find("shift:1,elastic:0.5"), std::string::npos);
}

TEST(AugmentedTraining, AStoppedRunResumesToTheSameBits) {
  const auto data = bars(120);
  const TrainOptions options = image_options(kRecipe);
  const auto whole = train<float>(data.X, data.labels, options);
  for (const int calls : {2, 6}) {
    const TemporaryFolder folder;
    TrainHooks hooks;
    hooks.checkpoint = folder / "checkpoint";
    hooks.checkpoint_seconds = 0;
    int left = calls;
    hooks.progress = [&](const Progress&) { return --left > 0; };
    const auto stopped = train<float>(data.X, data.labels, options, hooks);
    EXPECT_EQ(stopped.summary.status, TrainStatus::kStopped);
    hooks.progress = nullptr;
    hooks.resume = true;
    const auto resumed = train<float>(data.X, data.labels, options, hooks);
    EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier)) << calls;
  }
}

TEST(AugmentedTraining, PadsImagesAndTheModelRemembers) {
  const auto data = bars(120);
  const auto trained = train<float>(data.X, data.labels, image_options(kRecipe));
  const Preprocessing& signals = trained.classifier.preprocessing;
  EXPECT_GT(signals.pad_height, 8);
  EXPECT_EQ(trained.classifier.n_features(), 64);
  EXPECT_EQ(trained.summary.resolved.preprocessing.pad,
            std::to_string(signals.pad_height) + "x" + std::to_string(signals.pad_width));
  const TemporaryFolder folder;
  save_model<float>(folder / "m.model", trained.classifier);
  const auto loaded = load_model<float>(folder / "m.model");
  EXPECT_TRUE(loaded.preprocessing == signals);
  EXPECT_EQ(loaded.predict(data.X), trained.classifier.predict(data.X));
  // The chosen options make the same model again.
  const auto again = train<float>(data.X, data.labels, trained.summary.resolved);
  EXPECT_EQ(again.summary.resolved.preprocessing.pad, trained.summary.resolved.preprocessing.pad);
}

TEST(AugmentedTraining, ServesCurves) {
  const auto data = bars(120);
  TrainOptions options = image_options("shift:0.5,stretch:0.02,warp:0.3,amplitude:0.2,noise:0.1");
  options.preprocessing.image_height = options.preprocessing.image_width = 0;
  options.preprocessing.scaling = Scaling::kAuto;
  const auto trained = train<float>(data.X, data.labels, options);
  EXPECT_EQ(trained.summary.resolved.preprocessing.scaling, Scaling::kRange);
  EXPECT_LT(trained.summary.train_error, 0.1);
}

TEST(AugmentedTraining, ServesIncrementalTraining) {
  const auto data = bars(120);
  const ClassLabels classes = ClassLabels::from(data.labels);
  const auto updated = [&](const std::string& augment, int threads) {
    const Context context(threads);
    TrainOptions options = image_options(augment);
    options.preprocessing.pad = "none";
    IncrementalTrainer<float> trainer(data.X, data.labels, classes, options, context);
    trainer.update(data.X, data.labels);
    return all_parameters(trainer.classifier());
  };
  EXPECT_EQ(updated(kRecipe, 1), updated(kRecipe, 3));
  EXPECT_NE(updated(kRecipe, 1), updated("", 1));
}

TEST(AugmentedTraining, LetsTheLambda0RuleGoFurther) {
  // Costs that separate the classes: the rule goes as far as it may.
  const auto reached = [](const std::string& augment) {
    Matrix<double> costs(2, 4);
    costs << 0, 1, 0, 1, 1, 0, 1, 0;
    SupervisedDictionary<double> model;
    model.lambda0 = 100;
    model.lambda1 = 15;
    TrainOptions options;
    options.augment = augment;
    const std::vector<int> y = {0, 1, 0, 1};
    const std::vector<double> weights(4, 1);
    for (int round = 0; round < 5; ++round) {
      training::rescale<double>(options, costs, y, weights, 4, 1, model);
    }
    EXPECT_NEAR(model.lambda1, 0.15 * model.lambda0, 1e-9 * model.lambda0);
    return model.lambda0;
  };
  EXPECT_NEAR(reached(""), 200, 1e-9);
  EXPECT_NEAR(reached("shift:1"), 200, 1e-9);
  EXPECT_NEAR(reached(kRecipe), 800, 1e-9);
}

/// The message of the error that training with `change` gives, "" if there is none.
template <class Change>
std::string message_of(const Change& change) {
  const auto data = bars(40);
  TrainOptions options = image_options(kRecipe);
  options.iterations = 3;
  change(options);
  try {
    train<float>(data.X, data.labels, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidOption);
    return error.what();
  }
  return "";
}

TEST(AugmentedTraining, ErrorsSayWhatDoesNotGoTogether) {
  const std::string given = "augment is '" + std::string(kRecipe) + "'";
  EXPECT_EQ(message_of([](TrainOptions&) {}), "");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.method = Method::kRec; }),
            given +
                " and the method is rec, which codes each signal once; expected the method "
                "sdl-g or sdl-d, or no augment");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.trainer = TrainerKind::kAlternating; }),
            given +
                " and the trainer is alternating, which needs the same signals in each round; "
                "expected the trainer stochastic, or no augment");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.augment_shift = 2; }),
            given + " and augment_shift is 2; expected one of the two (augment has shift)");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.preprocessing.scaling = Scaling::kStandardise; }),
            given +
                " and scaling is standardise, which gives each feature a scale of its own; "
                "expected the scaling range or none");
  EXPECT_EQ(message_of([](TrainOptions& o) {
              o.preprocessing.image_height = o.preprocessing.image_width = 0;
            }),
            given +
                "; it has 'rotate', which is for images, but the signals have no image shape; "
                "set image_height and image_width");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.preprocessing.pad = "huge"; }),
            "pad is 'huge'; expected HEIGHTxWIDTH as in 28x28, auto or none");
  EXPECT_EQ(message_of([](TrainOptions& o) { o.augment = "warp:1"; }),
            "augment is 'warp:1'; it has 'warp', which is for curves, but the signals are images; "
            "expected shift, rotate, scale, shear, elastic or mirror");
}

TEST(AugmentedTraining, IsNotTakenToADevice) {
  TrainOptions options = image_options(kRecipe);
  options.atoms = 8;
  EXPECT_EQ(training::why_not_on_device(options, 2, false),
            "augment is drawn on the CPU; augment_shift on a GPU, too");
  options.augment.clear();
  options.augment_shift = 1;
  EXPECT_EQ(training::why_not_on_device(options, 2, false), "");
}

TEST(AugmentedTraining, RefusesAStandardisedModelThatTrainingGoesOnWith) {
  const auto data = bars(60);
  TrainOptions options = image_options("");
  options.preprocessing.scaling = Scaling::kStandardise;
  const auto plain = train<float>(data.X, data.labels, options);
  options.augment = "shift:1";
  IncrementalTrainer<float> trainer(plain.classifier, options);
  try {
    trainer.update(data.X, data.labels);
    ADD_FAILURE() << "standardised features were moved";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("features were standardised"), std::string::npos);
  }
}

}  // namespace
}  // namespace supdict
