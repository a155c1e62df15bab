// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>

#include "supdict/error.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

/// The message of the error that training with `change` gives, "" if there is none.
template <class Change>
std::string message_of(const Change& change) {
  auto data = mixed_patterns<float>(16, 40, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.iterations = 5;
  std::vector<double> weights;
  change(data, options, weights);
  try {
    train<float>(data.X, data.labels, weights, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

using Data = testing::LabelledSignals<float>;
using Weights = std::vector<double>;

TEST(TrainErrors, NameTheThingItsValueAndWhatWasExpected) {
  EXPECT_EQ(message_of([](Data&, TrainOptions&, Weights&) {}), "");
  EXPECT_EQ(message_of([](Data&, TrainOptions& o, Weights&) { o.method = static_cast<Method>(7); }),
            "method is none of its values; expected one of auto, rec, sdl-g, sdl-d");
  EXPECT_EQ(message_of([](Data&, TrainOptions& o, Weights&) { o.mu = 1.5; }),
            "mu is 1.5; expected at least 0 and at most 1; it may be left out");
  EXPECT_EQ(message_of([](Data&, TrainOptions& o, Weights&) { o.atoms = -3; }),
            "atoms is -3; expected at least 1 and at most 100000; it may be left out");
  EXPECT_EQ(message_of([](Data& d, TrainOptions&, Weights&) {
              d.X(2, 16) = std::numeric_limits<float>::quiet_NaN();
            }),
            "X has the value nan at row 2, column 16; expected finite numbers");
  EXPECT_EQ(message_of([](Data& d, TrainOptions&, Weights&) { d.labels.pop_back(); }),
            "there are 39 labels; expected one per signal, 40");
  EXPECT_EQ(message_of([](Data& d, TrainOptions&, Weights&) {
              for (auto& label : d.labels) label = "only";
            }),
            "all labels are 'only'; expected at least two classes");
  EXPECT_EQ(message_of([](Data&, TrainOptions&, Weights& w) { w.assign(40, -1); }),
            "weights[0] is -1; expected a finite number of at least 0");
  EXPECT_EQ(message_of([](Data&, TrainOptions& o, Weights&) { o.augment_shift = 1; }),
            "augment_shift is 1 but the signals have no image shape; set image_height and "
            "image_width");
}

TEST(TrainErrors, ALogThatCannotBeWrittenIsAnError) {
  const auto data = mixed_patterns<float>(16, 40, 2, 0.1, 1);
  TrainHooks hooks;
  hooks.log = "/nonexistent-folder/log";
  EXPECT_THROW(train<float>(data.X, data.labels, quick_options(), hooks), Error);
}

TEST(Train, OddDataIsFine) {
  // One signal per class, more atoms than signals, a constant signal, duplicates.
  Matrix<float> X(4, 3);
  X << 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1;
  const std::vector<std::string> labels = {"a", "b", "c"};
  TrainOptions options = quick_options();
  options.iterations = 20;
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    options.method = method;
    options.mu = method == Method::kSdlD ? 1 : 0;
    const auto result = train<float>(X, labels, options);
    EXPECT_TRUE(result.classifier.predict_proba(X).allFinite()) << to_string(method);
  }
}

}  // namespace
}  // namespace supdict
