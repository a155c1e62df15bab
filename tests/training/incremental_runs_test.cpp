// SPDX-License-Identifier: BSD-3-Clause
// What learning from a stream must not notice, and what both ways to learn have in common.
#include <gtest/gtest.h>

#include "supdict/incremental.hpp"
#include "support/expect.hpp"
#include "training/ways.hpp"

namespace supdict::testing {
namespace {

using Signals = LabelledSignals<double>;

constexpr Index kBatch = 30;

TrainOptions stream_options(const Way& way) {
  TrainOptions options = options_of(way);
  options.batch_size = 10;
  return options;
}

std::vector<Way> ways_of_streams() {
  std::vector<Way> ways;
  for (const Way& way : kEveryWay) {
    if (way.trainer == TrainerKind::kStochastic) ways.push_back(way);
  }
  return ways;
}

Classifier<double> learned(const Signals& data, const TrainOptions& options) {
  IncrementalTrainer<double> trainer(data.X, data.labels, ClassLabels::from(data.labels), options);
  for (Index first = 0; first < data.X.cols(); first += kBatch) {
    const std::vector<std::string> labels(data.labels.begin() + first,
                                          data.labels.begin() + first + kBatch);
    trainer.update(data.X.middleCols(first, kBatch), labels);
  }
  return trainer.classifier();
}

Signals signals() {
  return mixed_patterns<double>(10, 4 * kBatch, 2, 0.1, 1);
}

TEST(IncrementalRuns, NamesThatSortAlikeGiveTheSameBits) {
  const Signals data = signals();
  Signals named = data;
  for (std::string& label : named.labels) label = label == "class-0" ? "a" : "b";
  for (const Way& way : ways_of_streams()) {
    EXPECT_EQ(all_parameters(learned(named, stream_options(way))),
              all_parameters(learned(data, stream_options(way))))
        << way;
  }
}

TEST(IncrementalRuns, NegativesOfAllSignalsGiveNegativesOfAllAtoms) {
  const Signals data = signals();
  Signals negative = data;
  negative.X = -data.X;
  for (const Way& way : ways_of_streams()) {
    const auto plain = learned(data, stream_options(way)).members[0].parts[0].model;
    const auto found = learned(negative, stream_options(way)).members[0].parts[0].model;
    EXPECT_TRUE(same_bits(found.D, -plain.D)) << way;
    EXPECT_TRUE(same_bits(found.b, plain.b)) << way;
    const Matrix<double> W = way.bilinear() ? Matrix<double>(-plain.W) : plain.W;
    EXPECT_TRUE(same_bits(found.W, W)) << way;
  }
}

TEST(IncrementalRuns, UnitsThatArePowersOfTwoChangeNoBit) {
  const Signals data = signals();
  Signals scaled = data;
  scaled.X *= 0x1p-12;
  for (const Way& way : ways_of_streams()) {
    TrainOptions options = stream_options(way);
    options.preprocessing.scaling = Scaling::kStandardise;
    options.preprocessing.unit_norm = true;
    EXPECT_EQ(all_parameters(learned(scaled, options)), all_parameters(learned(data, options)))
        << way;
  }
}

TEST(IncrementalRuns, TheDiscriminativeMethodWithoutItsTermIsTheGenerativeOne) {
  const Signals data = signals();
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    TrainOptions options = stream_options({Method::kSdlD, TrainerKind::kStochastic, decision});
    options.mu = 0;
    const TrainOptions generative =
        stream_options({Method::kSdlG, TrainerKind::kStochastic, decision});
    EXPECT_EQ(all_parameters(learned(data, options)), all_parameters(learned(data, generative)));
  }
}

TEST(IncrementalRuns, AtomsStayInTheUnitBall) {
  for (const Way& way : ways_of_streams()) {
    TrainOptions options = stream_options(way);
    options.rate_dictionary = 0.5;
    const auto model = learned(signals(), options).members[0].parts[0].model;
    EXPECT_LE(model.D.colwise().norm().maxCoeff(), 1 + 1e-9) << way;
    EXPECT_NO_THROW(model.validate()) << way;
  }
}

}  // namespace
}  // namespace supdict::testing
