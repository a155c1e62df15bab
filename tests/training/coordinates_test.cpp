// SPDX-License-Identifier: BSD-3-Clause
// What a trainer must not notice either: in which coordinates signals and codes are written down.
#include <algorithm>

#include "training/steps.hpp"

namespace supdict::testing {
namespace {

template <class T>
class Coordinates : public Steps<T> {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Coordinates, Scalars);

/// Atom order[i] of `model` becomes atom i.
template <class T>
SupervisedDictionary<T> with_atoms(const SupervisedDictionary<T>& model,
                                   const std::vector<Index>& order) {
  SupervisedDictionary<T> result = model;
  result.D = model.D(Eigen::all, order);
  if (model.decision == Decision::kLinear) {
    result.W = model.W(order, Eigen::all);
    return result;
  }
  const Index k = model.n_atoms();
  for (Index l = 0; l < model.n_classes(); ++l) {
    const Matrix<T> own = model.W.middleCols(l * k, k);
    result.W.middleCols(l * k, k) = own(Eigen::all, order);
  }
  return result;
}

TYPED_TEST(Coordinates, AtomsInAnotherOrderStayInThatOrder) {
  std::vector<Index> order = in_order(kAtoms);
  std::reverse(order.begin(), order.end());
  std::swap(order[1], order[6]);
  for (const Way& way : kEveryWay) {
    const auto found =
        steps(this->step_options(way), this->data_, with_atoms(this->first(way), order));
    expect_same(found.model, with_atoms(this->run(way, this->data_).model, order), way);
  }
}

/// alpha_i and -alpha_i with -d_i are the same; so are x and -x with -D, and -W where W meets x.
template <class T>
SupervisedDictionary<T> with_signs(SupervisedDictionary<T> model, const Vector<T>& of_atoms,
                                   const Vector<T>& of_features) {
  model.D = of_features.asDiagonal() * model.D * of_atoms.asDiagonal();
  if (model.decision == Decision::kLinear) {
    model.W = of_atoms.asDiagonal() * model.W;
    return model;
  }
  const Index k = model.n_atoms();
  for (Index l = 0; l < model.n_classes(); ++l) {
    const Matrix<T> own = model.W.middleCols(l * k, k);
    model.W.middleCols(l * k, k) = of_features.asDiagonal() * own * of_atoms.asDiagonal();
  }
  return model;
}

template <class T>
Vector<T> some_signs(Index size, Index every) {
  return Vector<T>::NullaryExpr(size, [every](Index i) { return T(i % every == 0 ? -1 : 1); });
}

TYPED_TEST(Coordinates, SignsOfAtomsAndFeaturesChangeNoBitButTheirOwn) {
  using T = TypeParam;
  const Vector<T> of_atoms = some_signs<T>(kAtoms, 3);
  const Vector<T> of_features = some_signs<T>(kFeatures, 2);
  for (const Way& way : kEveryWay) {
    auto flipped = this->data_;
    flipped.X = of_features.asDiagonal() * this->data_.X;
    const auto found = steps(this->step_options(way), flipped,
                             with_signs<T>(this->first(way), of_atoms, of_features));
    const auto expected = with_signs<T>(this->run(way, this->data_).model, of_atoms, of_features);
    EXPECT_TRUE(same_bits(found.model.D, expected.D)) << way;
    EXPECT_TRUE(same_bits(found.model.W, expected.W)) << way;
    EXPECT_TRUE(same_bits(found.model.b, expected.b)) << way;
  }
}

/// Features in other coordinates: x -> Q x, D -> Q D, and W_l -> Q W_l where W meets x.
template <class T>
SupervisedDictionary<T> in_coordinates(const Matrix<T>& Q, SupervisedDictionary<T> model) {
  const Matrix<T> D = Q * model.D;
  model.D = D;
  if (model.decision == Decision::kBilinear) {
    const Matrix<T> W = Q * model.W;
    model.W = W;
  }
  return model;
}

TYPED_TEST(Coordinates, TheOrderOfTheFeaturesDoesNotMatter) {
  using T = TypeParam;
  Eigen::PermutationMatrix<Eigen::Dynamic> P(kFeatures);
  P.setIdentity();
  std::rotate(P.indices().begin(), P.indices().begin() + 3, P.indices().end());
  const Matrix<T> Q = P.toDenseMatrix().template cast<T>();
  for (const Way& way : kEveryWay) {
    auto moved = this->data_;
    moved.X = Q * this->data_.X;
    const auto found = steps(this->step_options(way), moved, in_coordinates(Q, this->first(way)));
    expect_same(found.model, in_coordinates(Q, this->run(way, this->data_).model), way);
  }
}

TYPED_TEST(Coordinates, ARotationOfTheSignalsRotatesWhatIsLearned) {
  using T = TypeParam;
  // Two reflections x - 2 v v'x, of unit vectors v.
  const Matrix<double> I = Matrix<double>::Identity(kFeatures, kFeatures);
  const Vector<double> v = random_matrix(kFeatures, 1, 8).normalized();
  const Vector<double> w = random_matrix(kFeatures, 1, 9).normalized();
  const Matrix<T> Q =
      ((I - 2 * v * v.transpose()) * (I - 2 * w * w.transpose())).template cast<T>();
  for (const Way& way : kEveryWay) {
    if (way.stochastic()) continue;  // Adam looks at coordinates one by one
    auto turned = this->data_;
    turned.X = Q * this->data_.X;
    const auto found = steps(this->step_options(way), turned, in_coordinates(Q, this->first(way)));
    expect_same(found.model, in_coordinates(Q, this->run(way, this->data_).model), way);
  }
}

TYPED_TEST(Coordinates, AFeatureThatIsAlwaysZeroChangesNothing) {
  using T = TypeParam;
  for (const Way& way : kEveryWay) {
    auto padded = this->data_;
    padded.X.conservativeResize(kFeatures + 1, Eigen::NoChange);
    padded.X.bottomRows(1).setZero();
    auto first = this->first(way);
    first.D.conservativeResize(kFeatures + 1, Eigen::NoChange);
    first.D.bottomRows(1).setZero();
    if (way.bilinear()) {
      first.W.conservativeResize(kFeatures + 1, Eigen::NoChange);
      first.W.bottomRows(1).setZero();
    }
    auto found = steps(this->step_options(way), padded, first).model;
    EXPECT_EQ(found.D.bottomRows(1).norm(), T(0)) << way;
    found.D.conservativeResize(kFeatures, Eigen::NoChange);
    if (way.bilinear()) {
      EXPECT_EQ(found.W.bottomRows(1).norm(), T(0)) << way;
      found.W.conservativeResize(kFeatures, Eigen::NoChange);
    }
    expect_same(found, this->run(way, this->data_).model, way);
  }
}

}  // namespace
}  // namespace supdict::testing
