// SPDX-License-Identifier: BSD-3-Clause
// Classifiers of every kind with random content: a file gives back the same classifier, and every
// way to ask it gives the same answers.
#include <gtest/gtest.h>

#include <array>

#include "core/rng.hpp"
#include "supdict/model_file.hpp"
#include "supdict/predictor.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::testing {
namespace {

using core::Rng;

constexpr std::uint64_t kModels = 24;
constexpr Index kSignals = 20;

const std::vector<std::string> kOddTexts = {"plain",
                                            "",
                                            "with \"quotes\"",
                                            "a\nb",
                                            "\xC3\xA9",
                                            "\\u0000",
                                            "{\"json\": [1]}",
                                            "<b>&amp;",
                                            "  ",
                                            "0",
                                            "tab\t"};

std::string any_text(Rng& rng) {
  return kOddTexts[static_cast<std::size_t>(rng.below(std::ssize(kOddTexts)))];
}

template <class T>
SupervisedDictionary<T> any_model(Decision decision, Index n, Index k, Index p, Rng& rng) {
  const Recipe recipe{.decision = decision,
                      .n = n,
                      .k = k,
                      .p = p,
                      .lambda0 = 0.5 + 20 * rng.uniform(),
                      .seed = 1 + static_cast<std::uint64_t>(rng.below(1000000))};
  const auto model = make_problem(recipe).model;
  if constexpr (std::is_same_v<T, float>) {
    return to_float(model);
  } else {
    return model;
  }
}

Preprocessing any_preprocessing(Index n, Rng& rng) {
  Preprocessing chosen;
  chosen.n_raw = n;
  if (rng.uniform() < 0.5) {
    chosen.offset = random_matrix(n, 1, 3);
    chosen.scale = random_matrix(n, 1, 4).cwiseAbs().array() + 0.1;
  }
  chosen.remove_mean = rng.uniform() < 0.5;
  chosen.unit_norm = rng.uniform() < 0.5;
  if (rng.uniform() < 0.5) chosen.constant = 0.1 + rng.uniform();
  if (n % 3 == 0) {
    chosen.image_height = 3;
    chosen.image_width = static_cast<int>(n / 3);
    chosen.deskew = rng.uniform() < 0.5;
  }
  return chosen;
}

template <class T>
Classifier<T> any_classifier(std::uint64_t seed) {
  Rng rng{seed, 5};
  Classifier<T> made;
  made.strategy = std::array{Strategy::kPairwise, Strategy::kMulticlass,
                             Strategy::kOneVsRest}[static_cast<std::size_t>(seed % 3)];
  made.method = std::array{Method::kRec, Method::kSdlG,
                           Method::kSdlD}[static_cast<std::size_t>(seed / 3 % 3)];
  if (made.strategy == Strategy::kPairwise && rng.uniform() < 0.5) made.vote = Vote::kProbability;
  const int p = static_cast<int>(2 + rng.below(4));
  std::vector<std::string> names;
  for (int l = 0; l < p; ++l) names.push_back(any_text(rng) + std::to_string(l));
  made.labels = ClassLabels(names);
  made.preprocessing = any_preprocessing(2 + rng.below(11), rng);
  const auto decision = rng.uniform() < 0.4 ? Decision::kBilinear : Decision::kLinear;
  const Index n_members = 1 + rng.below(3);
  for (Index i = 0; i < n_members; ++i) {
    Member<T> member;
    member.atoms = static_cast<int>(1 + rng.below(18));
    member.kappa = 0.16;
    member.calibration = 0.25 + rng.uniform();
    for (const auto& classes : training::part_classes(made.strategy, p)) {
      auto model = any_model<T>(decision, made.preprocessing.n_features(), member.atoms,
                                std::ssize(classes), rng);
      if (made.method == Method::kRec) {
        model.lambda0 = 1;
        model.lambda1 = member.kappa;
      }
      member.parts.push_back({classes, std::move(model)});
    }
    made.members.push_back(std::move(member));
  }
  for (int i = 0; i < 4; ++i) made.notes[any_text(rng)] = any_text(rng);
  return made;
}

template <class T>
Matrix<T> any_signals(const Classifier<T>& classifier) {
  return random_matrix(classifier.n_features(), kSignals, 99).template cast<T>();
}

template <class T, class U>
void expect_same_parts(const Classifier<T>& a, const Classifier<U>& b) {
  ASSERT_EQ(a.members.size(), b.members.size());
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    EXPECT_EQ(a.members[i].atoms, b.members[i].atoms);
    EXPECT_EQ(a.members[i].kappa, b.members[i].kappa);
    EXPECT_EQ(a.members[i].calibration, b.members[i].calibration);
    ASSERT_EQ(a.members[i].parts.size(), b.members[i].parts.size());
    for (std::size_t k = 0; k < a.members[i].parts.size(); ++k) {
      const auto& one = a.members[i].parts[k];
      const auto& two = b.members[i].parts[k];
      EXPECT_EQ(one.classes, two.classes);
      EXPECT_EQ(one.model.decision, two.model.decision);
      EXPECT_TRUE(same_bits(one.model.D, two.model.D));
      EXPECT_TRUE(same_bits(one.model.W, two.model.W));
      EXPECT_TRUE(same_bits(one.model.b, two.model.b));
      EXPECT_EQ(one.model.lambda0, two.model.lambda0);
      EXPECT_EQ(one.model.lambda1, two.model.lambda1);
    }
  }
}

template <class T>
class RandomModels : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RandomModels, Scalars);

TYPED_TEST(RandomModels, ComeBackFromTheirBytes) {
  using T = TypeParam;
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    const auto made = any_classifier<T>(seed);
    const std::string bytes = serialise_model(made);
    const auto back = parse_model<T>(bytes, "bytes");
    EXPECT_EQ(serialise_model(back), bytes) << seed;
    EXPECT_EQ(back.method, made.method);
    EXPECT_EQ(back.strategy, made.strategy);
    EXPECT_EQ(back.vote, made.vote);
    EXPECT_EQ(back.labels.names(), made.labels.names());
    EXPECT_EQ(back.notes, made.notes);
    EXPECT_TRUE(back.preprocessing == made.preprocessing) << seed;
    expect_same_parts(back, made);
    EXPECT_TRUE(
        same_bits(back.predict_proba(any_signals(made)), made.predict_proba(any_signals(made))))
        << seed;
  }
}

TEST(RandomModelsAcrossPrecisions, ComeBackFromDoubleToFloat) {
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    const auto made = any_classifier<float>(seed);
    const auto wide = parse_model<double>(serialise_model(made), "float");
    expect_same_parts(parse_model<float>(serialise_model(wide), "double"), made);
  }
}

TYPED_TEST(RandomModels, EveryWayToAskGivesTheSameAnswers) {
  using T = TypeParam;
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    const auto made = any_classifier<T>(seed);
    const Matrix<T> X = any_signals(made);
    const Predictor<T> predictor(made);
    const Classification all = made.classify(X);
    const Classification prepared = predictor.classify(X);
    EXPECT_EQ(prepared.label, all.label);
    EXPECT_EQ(prepared.certified, all.certified);
    EXPECT_TRUE(same_bits(prepared.scores, all.scores)) << seed;
    EXPECT_TRUE(same_bits(prepared.probabilities, all.probabilities)) << seed;
    EXPECT_EQ(made.label(X).label, all.label) << seed;
    EXPECT_EQ(predictor.label(X).label, all.label) << seed;
    const auto names = predictor.predict(X);
    EXPECT_EQ(names, made.predict(X));
    for (std::size_t j = 0; j < names.size(); ++j) {
      EXPECT_EQ(names[j], made.labels.name(all.label[j]));
    }
    EXPECT_TRUE(same_bits(made.decide(made.costs(X)).probabilities, all.probabilities)) << seed;
  }
}

TYPED_TEST(RandomModels, SignalsAreLabelledOneByOneAsTogether) {
  using T = TypeParam;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto made = any_classifier<T>(seed);
    const Matrix<T> X = any_signals(made);
    const Predictor<T> predictor(made);
    const Matrix<double> together = predictor.predict_proba(X);
    const Matrix<double> reversed = predictor.predict_proba(X.rowwise().reverse().eval());
    EXPECT_TRUE(same_bits(reversed, together.rowwise().reverse().eval())) << seed;
    for (Index j = 0; j < kSignals; j += 7) {
      EXPECT_TRUE(same_bits(predictor.predict_proba(X.col(j)), together.col(j))) << seed;
    }
  }
}

}  // namespace
}  // namespace supdict::testing
