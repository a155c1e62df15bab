// SPDX-License-Identifier: BSD-3-Clause
// The picture of a dictionary shows every atom once, pixel by pixel; found by reading it back.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <supdict/dataset.hpp>
#include <supdict/file.hpp>

#include "pictures/atom_votes.hpp"
#include "pictures/atoms.hpp"
#include "pictures/tile.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

using pictures::AtomsPictureOptions;

/// Rows of grey values; colours become their brightness.
Matrix<float> pixels_of(const Classifier<float>& classifier, const AtomsPictureOptions& options) {
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = ::testing::TempDir() + "supdict_atoms_" + test + ".png";
  write_file(path, pictures::atoms_png(classifier, options));
  const Dataset data = read_dataset(path, {.format = "images"});
  std::remove(path.c_str());
  Matrix<float> pixels(data.image.height, data.image.width);
  for (Index y = 0; y < pixels.rows(); ++y) {
    for (Index x = 0; x < pixels.cols(); ++x) pixels(y, x) = data.X(y * pixels.cols() + x, 0);
  }
  return pixels;
}

/// Each pixel of an atom, `zoom` times in both directions.
Matrix<float> drawn(const Classifier<float>& classifier, const SupervisedDictionary<float>& model,
                    Index atom, int zoom) {
  const Preprocessing& shape = classifier.preprocessing;
  const pictures::Raster tile =
      pictures::image_tile(model.D.col(atom), shape, {shape.image_width, shape.image_height},
                           pictures::tone_of(model.D, shape.n_raw));
  Matrix<float> pixels(zoom * tile.height(), zoom * tile.width());
  for (Index y = 0; y < pixels.rows(); ++y) {
    for (Index x = 0; x < pixels.cols(); ++x) {
      const auto pixel = tile.at(static_cast<int>(x / zoom), static_cast<int>(y / zoom));
      pixels(y, x) = static_cast<float>(pictures::pixel_colour(pixel).red);
    }
  }
  return pixels;
}

/// Upper left corners of where `part` is inside `whole`.
std::vector<std::pair<Index, Index>> places(const Matrix<float>& whole, const Matrix<float>& part) {
  std::vector<std::pair<Index, Index>> found;
  for (Index y = 0; y + part.rows() <= whole.rows(); ++y) {
    for (Index x = 0; x + part.cols() <= whole.cols(); ++x) {
      if (whole.block(y, x, part.rows(), part.cols()) == part) found.emplace_back(y, x);
    }
  }
  return found;
}

TEST(AtomPlaces, EveryAtomIsDrawnOnce) {
  for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
    const auto classifier = made_classifier({.decision = decision, .atoms = 7});
    for (const int zoom : {1, 3}) {
      for (const int columns : {0, 2, 7}) {
        const Matrix<float> picture =
            pixels_of(classifier, {.columns = columns, .zoom = zoom, .part = 1});
        const auto& model = classifier.members[0].parts[1].model;
        std::set<std::pair<Index, Index>> taken;
        std::set<Index> rows;
        for (Index atom = 0; atom < 7; ++atom) {
          const auto found = places(picture, drawn(classifier, model, atom, zoom));
          ASSERT_EQ(found.size(), 1U) << atom;
          EXPECT_TRUE(taken.insert(found[0]).second);
          rows.insert(found[0].first);
        }
        if (columns > 0) {
          EXPECT_EQ(std::ssize(rows), (7 + columns - 1) / columns);
        }
      }
    }
  }
}

TEST(AtomPlaces, AllDictionariesAreInOnePicture) {
  const auto classifier = made_classifier({.atoms = 5});
  const Matrix<float> picture = pixels_of(classifier, {.zoom = 1});
  for (const Part<float>& part : classifier.members[0].parts) {
    for (Index atom = 0; atom < 5; ++atom) {
      EXPECT_EQ(places(picture, drawn(classifier, part.model, atom, 1)).size(), 1U);
    }
  }
}

TEST(AtomPlaces, FewerAtomsAreTheStrongestOnes) {
  const auto classifier = made_classifier({.atoms = 9});
  const auto& model = classifier.members[0].parts[2].model;
  const Matrix<float> picture = pixels_of(classifier, {.zoom = 1, .part = 2, .max_atoms = 4});
  const auto strongest = pictures::strongest_atoms(pictures::atom_votes(model), 4);
  ASSERT_EQ(strongest.size(), 4U);
  const std::set<Index> wanted(strongest.begin(), strongest.end());
  for (Index atom = 0; atom < 9; ++atom) {
    EXPECT_EQ(places(picture, drawn(classifier, model, atom, 1)).size(),
              wanted.contains(atom) ? 1U : 0U)
        << atom;
  }
}

}  // namespace
}  // namespace supdict::testing
