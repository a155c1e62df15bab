// SPDX-License-Identifier: BSD-3-Clause
// What a trainer must not notice, because E does not: how often and in which order signals and
// classes are named.
#include "training/steps.hpp"

#include <algorithm>

namespace supdict::testing {
namespace {

using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Steps, Scalars);

/// Signals in another order, or some of them more than once.
template <class T>
PartData<T> picked(const PartData<T>& data, const std::vector<Index>& order) {
  PartData<T> result;
  result.n_classes = data.n_classes;
  result.X = data.X(Eigen::all, order);
  for (const Index j : order) {
    result.y.push_back(data.y[static_cast<std::size_t>(j)]);
    result.weights.push_back(data.weights[static_cast<std::size_t>(j)]);
  }
  return result;
}

TYPED_TEST(Steps, MoveEveryParameterThatIsLearned) {
  // The tests below compare two runs: they would pass if neither of them did anything.
  for (const Way& way : kEveryWay) {
    const auto before = this->first(way);
    const auto after = this->run(way, this->data_).model;
    EXPECT_GT(relative_difference(after.W, before.W), 1e-3) << way;
    EXPECT_GT(relative_difference(after.b, before.b), 1e-3) << way;
    if (way.method == Method::kRec) {
      EXPECT_TRUE(same_bits(after.D, before.D)) << way;
    } else {
      EXPECT_GT(relative_difference(after.D, before.D), 1e-3) << way;
    }
  }
}

TYPED_TEST(Steps, AWeightOfTwoIsTheSignalTwice) {
  for (const Way& way : kEveryWay) {
    auto weighted = this->data_;
    for (const std::size_t j : {0U, 5U, 6U}) weighted.weights[j] *= 2;
    std::vector<Index> order = in_order(kSignals);
    order.insert(order.end(), {0, 5, 6});
    expect_same(this->run(way, weighted).model, this->run(way, picked(this->data_, order)).model,
                way);
  }
}

TYPED_TEST(Steps, ASignalOfWeightZeroIsNotThere) {
  for (const Way& way : kEveryWay) {
    auto weighted = this->data_;
    weighted.weights[3] = weighted.weights[10] = 0;
    std::vector<Index> order = in_order(kSignals);
    std::erase_if(order, [](Index j) { return j == 3 || j == 10; });
    expect_same(this->run(way, weighted).model, this->run(way, picked(this->data_, order)).model,
                way);
  }
}

TYPED_TEST(Steps, AllSignalsTwiceWithTwiceTheLambda2AreTheSameProblem) {
  for (const Way& way : kEveryWay) {
    std::vector<Index> twice = in_order(kSignals);
    const std::vector<Index> once = twice;
    twice.insert(twice.end(), once.begin(), once.end());
    TrainOptions options = this->step_options(way);
    const auto single = steps(options, this->data_, this->first(way));
    options.lambda2 = 2 * options.lambda2.value();
    const auto both = steps(options, picked(this->data_, twice), this->first(way));
    expect_same(both.model, single.model, way);
  }
}

TYPED_TEST(Steps, TheOrderOfTheSignalsDoesNotMatter) {
  for (const Way& way : kEveryWay) {
    std::vector<Index> order = in_order(kSignals);
    std::rotate(order.begin(), order.begin() + 7, order.end());
    std::swap(order[2], order[19]);
    expect_same(this->run(way, picked(this->data_, order)).model, this->run(way, this->data_).model,
                way);
  }
}

/// Class order[l] of `model` becomes class l.
template <class T>
SupervisedDictionary<T> with_classes(const SupervisedDictionary<T>& model,
                                     const std::vector<Index>& order) {
  SupervisedDictionary<T> result = model;
  const Index width = model.decision == Decision::kLinear ? 1 : model.n_atoms();
  for (Index l = 0; l < model.n_classes(); ++l) {
    const Index from = order[static_cast<std::size_t>(l)];
    result.W.middleCols(l * width, width) = model.W.middleCols(from * width, width);
    result.b[l] = model.b[from];
  }
  return result;
}

TYPED_TEST(Steps, ClassesInAnotherOrderGiveTheirParametersInThatOrder) {
  const std::vector<Index> order = {2, 0, 1};
  const std::vector<int> new_number = {1, 2, 0};  // class 0 is found at place 1 of `order`
  for (const Way& way : kEveryWay) {
    auto renamed = this->data_;
    for (int& label : renamed.y) label = new_number[static_cast<std::size_t>(label)];
    const auto found =
        steps(this->step_options(way), renamed, with_classes(this->first(way), order));
    expect_same(found.model, with_classes(this->run(way, this->data_).model, order), way);
  }
}

TYPED_TEST(Steps, AtomsStayInTheUnitBall) {
  using T = TypeParam;
  for (const Way& way : kEveryWay) {
    TrainOptions options = this->step_options(way);
    options.rate_dictionary = 0.5;  // far beyond the ball, but for the projection
    const auto found = steps(options, this->data_, this->first(way)).model;
    EXPECT_LE(found.D.colwise().norm().maxCoeff(), T(1) + T(1e-5)) << way;
    EXPECT_TRUE(found.D.allFinite() && found.W.allFinite() && found.b.allFinite()) << way;
  }
}

TYPED_TEST(Steps, ALargeLambda2LeavesNoTheta) {
  for (const Way& way : kEveryWay) {
    TrainOptions options = this->step_options(way);
    options.iterations = way.stochastic() ? 200 : 20;
    options.lambda2 = 1e4;
    const auto found = steps(options, this->data_, this->first(way)).model;
    EXPECT_LT(found.W.norm(), 0.05 * this->first(way).W.norm()) << way;
  }
}

TYPED_TEST(Steps, OneClassPerSignalOrAllSignalsAlikeGiveNumbers) {
  for (const Way& way : kEveryWay) {
    auto few = picked(this->data_, {0, 1, 2});
    EXPECT_TRUE(this->run(way, few).model.D.allFinite()) << way;
    few.X.colwise() = this->data_.X.col(0).eval();
    EXPECT_TRUE(this->run(way, few).model.W.allFinite()) << way;
    few.X.setZero();
    const auto of_nothing = this->run(way, few).model;
    EXPECT_TRUE(of_nothing.D.allFinite() && of_nothing.W.allFinite()) << way;
  }
}

}  // namespace
}  // namespace supdict::testing
