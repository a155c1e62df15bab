// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <supdict/error.hpp>

#include "page_checks.hpp"
#include "pictures/atom_votes.hpp"
#include "pictures/atoms.hpp"
#include "pictures/raster.hpp"
#include "pictures/tile.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

using pictures::AtomsPictureOptions;
using pictures::kMaxPictureSide;

PngSize size_of(const ModelShape& shape, const AtomsPictureOptions& options = {}) {
  return png_size(pictures::atoms_png(made_classifier(shape), options));
}

TEST(AtomsPicture, IsAPngFileOfReasonableSizeForEveryKindOfModel) {
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
      for (const int height : {5, 0}) {
        const PngSize size =
            size_of({.strategy = strategy, .decision = decision, .height = height});
        EXPECT_GT(size.width, 20U);
        EXPECT_GT(size.height, 20U);
        EXPECT_LE(std::max(size.width, size.height), 2000U);
      }
    }
  }
}

TEST(AtomsPicture, OneDictionaryIsSmallerThanAllOfThem) {
  const PngSize all = size_of({}, {.zoom = 2});
  const PngSize one = size_of({}, {.zoom = 2, .part = 1});
  EXPECT_LT(one.width, all.width);
  EXPECT_LT(one.height, all.height);
}

TEST(AtomsPicture, ColumnsAndZoomAreKept) {
  const PngSize narrow = size_of({}, {.columns = 1, .zoom = 3, .part = 0});
  const PngSize wide = size_of({}, {.columns = 6, .zoom = 3, .part = 0});
  EXPECT_GT(wide.width, narrow.width);
  EXPECT_LT(wide.height, narrow.height);
  EXPECT_GE(wide.width, 6U * 3 * 4);
}

TEST(AtomsPicture, LargeModelsAreMadeToFit) {
  ModelShape large = {.atoms = 900, .height = 40, .width = 50};
  large.labels = {"a", "b", "c", "d", "e", "f", "g", "h"};
  for (const int atoms : {20, 900}) {
    large.atoms = atoms;
    const PngSize size = size_of(large);
    EXPECT_LE(std::max(size.width, size.height), static_cast<unsigned>(kMaxPictureSide));
    EXPECT_GT(size.width, 0U);
  }
}

TEST(AtomsPicture, RefusesWhatIsNotThereOrTooLarge) {
  const Classifier<float> classifier = made_classifier({});
  EXPECT_THROW(pictures::atoms_png(classifier, {.part = 3}), Error);
  EXPECT_THROW(pictures::atoms_png(classifier, {.part = -2}), Error);
  EXPECT_THROW(pictures::atoms_png(classifier, {.member = 1}), Error);
  EXPECT_THROW(pictures::atoms_png(classifier, {.zoom = 1000}), Error);
  EXPECT_THROW(pictures::atoms_png(classifier, {.zoom = 2147483647}), Error);
}

TEST(AtomsPicture, AnAtomOfZerosAndASignalOfOneFeatureAreDrawn) {
  Classifier<float> classifier = made_classifier({.height = 0, .width = 1});
  classifier.members[0].parts[0].model.D.col(0).setZero();
  EXPECT_GT(png_size(pictures::atoms_png(classifier)).width, 0U);
  classifier = made_classifier({});
  classifier.members[0].parts[0].model.D.setZero();
  EXPECT_GT(png_size(pictures::atoms_png(classifier)).width, 0U);
}

TEST(AtomVotes, OfTwoClassesIsTheDifferenceOfWeights) {
  SupervisedDictionary<float> model;
  model.D = Matrix<float>::Identity(3, 3);
  model.W = Matrix<float>::Zero(3, 2);
  model.W << 1, 0, 0, 3, 0, 1;
  model.b = Vector<float>::Zero(2);
  const pictures::AtomVotes votes = pictures::atom_votes(model);
  EXPECT_EQ(votes.favourite, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(votes.strength, (std::vector<double>{1, 3, 1}));
  EXPECT_EQ(votes.order, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(pictures::strongest_atoms(votes, 1), (std::vector<Index>{1}));
}

TEST(AtomVotes, OfBilinearModelsIsWhatTheAtomItselfWouldGet) {
  SupervisedDictionary<float> model;
  model.decision = Decision::kBilinear;
  model.D = Matrix<float>::Identity(2, 2);
  model.W = Matrix<float>::Zero(2, 4);
  model.W(0, 0) = 2;   // class 0, atom 0, feature 0: seen by the atom
  model.W(0, 3) = 50;  // class 1, atom 1, feature 0: not seen by it
  model.W(1, 3) = 1;
  model.b = Vector<float>::Zero(2);
  const pictures::AtomVotes votes = pictures::atom_votes(model);
  EXPECT_EQ(votes.favourite, (std::vector<int>{0, 1}));
  EXPECT_EQ(votes.strength, (std::vector<double>{2, 1}));
}

TEST(Tile, KeepsZeroGreyForSignedImagesAndBlackForOthers) {
  Preprocessing preprocessing;
  preprocessing.image_height = 1;
  preprocessing.image_width = 3;
  preprocessing.n_raw = 3;
  Vector<float> x(3);
  x << -2, 0, 1;
  EXPECT_TRUE(pictures::tone_of(x, 3).negative);
  const auto level = [&](int column, bool negative) {
    const pictures::Raster tile = pictures::image_tile(x, preprocessing, {3, 1}, {negative});
    return static_cast<int>(pictures::pixel_colour(tile.at(column, 0)).red);
  };
  EXPECT_EQ(level(0, true), 0);
  EXPECT_NEAR(level(1, true), 128, 1);
  EXPECT_NEAR(level(2, true), 191, 2);
  EXPECT_EQ(level(1, false), 0);
  x << 0, 0.5F, 1;
  EXPECT_FALSE(pictures::tone_of(x, 3).negative);
  EXPECT_EQ(level(2, false), 255);
}

TEST(Tile, AveragesWhatIsMadeSmaller) {
  Preprocessing preprocessing;
  preprocessing.image_height = 2;
  preprocessing.image_width = 2;
  preprocessing.n_raw = 4;
  Vector<float> x(4);
  x << 1, 0, 0, 1;
  const pictures::Raster tile = pictures::image_tile(x, preprocessing, {1, 1}, {false});
  EXPECT_NEAR(pictures::pixel_colour(tile.at(0, 0)).red, 128, 1);
}

}  // namespace
}  // namespace supdict::testing
