// SPDX-License-Identifier: BSD-3-Clause
#include "model/certification.hpp"

#include <gtest/gtest.h>

#include "supdict/predict.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

/// Costs of one signal known to +- width.
PartCosts known_to(double width, std::vector<double> costs) {
  PartCosts part;
  part.costs = Eigen::Map<Vector<double>>(costs.data(), std::ssize(costs));
  part.lower = part.costs.array() - width;
  part.upper = part.costs.array() + width;
  return part;
}

TEST(Certification, AClearVoteIsProven) {
  model::Certification certification(Strategy::kPairwise, 3, 1);
  certification.add({0, 1}, known_to(0.1, {1, 2}));
  certification.add({1, 2}, known_to(0.1, {1, 2}));
  certification.add({0, 2}, known_to(0.1, {1, 2}));
  EXPECT_TRUE(certification.proves({0})[0]);
  EXPECT_FALSE(certification.proves({1})[0]);
}

TEST(Certification, APairThatIsOpenMattersOnlyWhereItCanChangeTheLabel) {
  model::Certification certification(Strategy::kPairwise, 3, 1);
  certification.add({0, 1}, known_to(0.1, {1, 2}));
  certification.add({1, 2}, known_to(0.1, {1, 1.05}));  // open, but class 0 has two votes
  certification.add({0, 2}, known_to(0.1, {1, 2}));
  EXPECT_TRUE(certification.proves({0})[0]);

  model::Certification close(Strategy::kPairwise, 3, 1);
  close.add({0, 1}, known_to(0.1, {1, 1.05}));  // class 1 may have won two pairs
  close.add({1, 2}, known_to(0.1, {1, 2}));
  close.add({0, 2}, known_to(0.1, {1, 2}));
  EXPECT_FALSE(close.proves({0})[0]);
}

TEST(Certification, ATieIsProvenWhereTheSummedDifferencesAre) {
  // Three classes in a cycle: one vote each. Class 2 won by most, if its pair is known accurately
  // enough.
  for (const double width : {0.1, 3.99}) {
    model::Certification certification(Strategy::kPairwise, 3, 1);
    certification.add({0, 1}, known_to(0.01, {1, 2}));
    certification.add({1, 2}, known_to(0.01, {1, 1.5}));
    certification.add({0, 2}, known_to(width, {9, 1}));
    EXPECT_EQ(certification.proves({2})[0], width < 1) << width;
  }
}

TEST(Certification, SumsOverMembersAreFollowed) {
  for (const double width : {0.1, 0.3}) {
    model::Certification certification(Strategy::kMulticlass, 3, 1);
    certification.add({0, 1, 2}, known_to(width, {1, 2, 3}));
    certification.add({0, 1, 2}, known_to(width, {1.9, 2, 3}));
    EXPECT_EQ(certification.proves({0})[0], width < 0.2) << width;
  }
}

TEST(Certification, OneVersusRestComparesDifferencesOfCosts) {
  for (const double width : {0.1, 0.6}) {
    model::Certification certification(Strategy::kOneVsRest, 2, 1);
    certification.add({kRest, 0}, known_to(width, {3, 1}));
    certification.add({kRest, 1}, known_to(width, {1, 1}));
    EXPECT_EQ(certification.proves({0})[0], width < 0.5) << width;
  }
}

/// A signal between two classes: its bounds overlap in float, but not in double.
TEST(Certification, WhatFloatCannotDecideIsDecidedInDouble) {
  auto [exact, X, y] = make_problem({.n = 200, .k = 60, .p = 2, .m = 1, .lambda0 = 100});
  const SupervisedDictionary<float> model = to_float(exact);
  exact = to_double(model);
  // Move b until both costs agree to about 1e-7 of their size.
  SupervisedDictionary<float> close = model;
  const Matrix<float> x = X.cast<float>();
  for (int i = 0; i < 30; ++i) {
    const Codes<double> codes =
        Coder<double>(to_double(close), options_for("path", 1e-12)).encode(x.cast<double>());
    close.b[0] += static_cast<float>(0.5 * (codes.value(0, 0) - codes.value(1, 0)));
  }
  close.b[0] += 1e-5F;
  const Codes<float> floats = Coder<float>(close).encode(x);
  EXPECT_GT(floats.upper(0, 0), floats.lower(1, 0));
  EXPECT_GT(floats.upper(1, 0), floats.lower(0, 0));
  const Prediction found = predict<float>(close, x);
  EXPECT_TRUE(found.certified[0]);
  EXPECT_EQ(found.summary.n_in_double, 2);
  EXPECT_EQ(found.label,
            predict<double>(to_double(close), x.cast<double>(), options_for("cd", 1e-12)).label);
}

}  // namespace
}  // namespace supdict::testing
