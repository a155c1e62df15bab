// SPDX-License-Identifier: BSD-3-Clause
// Augmentation: training signals that are drawn anew, deformed at random, each time they are used.
//
//   shift:1,rotate:10,scale:0.15,shear:0.2,elastic:1      a text that names the largest amounts
//
// Images are deformed by one map of the plane, sampled between pixels (bilinear):
//   shift     pixels, uniform in [-a, a] for rows and for columns
//   rotate    degrees about the middle, uniform in [-a, a]
//   scale     rows and columns each times a factor uniform in [1 - a, 1 + a]
//   shear     columns per row, uniform in [-a, a]
//   elastic   a smooth random displacement with a root mean square of a u pixels along rows
//             and along columns,
//             u uniform in [0.5, 1] per image, as smooth as noise after a Gaussian filter
//             with a sigma of 5/28 of the longer side (5 pixels at 28 x 28)
//   mirror    probability that left and right are exchanged
// Other signals are curves over the number of their entries:
//   shift     entries, uniform in [-a, a], also between entries
//   stretch   times a factor uniform in [1 - a, 1 + a] about the middle
//   warp      as elastic, in entries
//   amplitude differences from the mean of the signal times a factor uniform in [1 - a, 1 + a]
//   noise     bell-shaped, with a root mean square of a times that of these differences
// Beyond the border a signal goes on with its border values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "supdict/context.hpp"
#include "supdict/options.hpp"
#include "supdict/preprocessing.hpp"
#include "supdict/types.hpp"

namespace supdict {

struct SUPDICT_EXPORT Augmentation {
  double shift = 0;
  double rotate = 0;
  double scale = 0;
  double shear = 0;
  double elastic = 0;
  double mirror = 0;
  double stretch = 0;
  double warp = 0;
  double amplitude = 0;
  double noise = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit);

  /// Throws Error(kInvalidOption) that quotes the text and says what was expected.
  static Augmentation parse(std::string_view text);
  /// The text of this augmentation: amounts of 0 are left out, so none is "".
  std::string text() const;

  bool operator==(const Augmentation&) const = default;
  /// Anything is drawn at all.
  bool any() const { return *this != Augmentation{}; }
  /// More than shifts, mirror images and changes of values: shapes change.
  bool deforms() const { return rotate + scale + shear + elastic + stretch + warp > 0; }
};

/// Throws Error(kInvalidOption) if something is asked for that only images have, or only curves.
SUPDICT_EXPORT void check_augmentation(const Augmentation& augmentation, bool images);

/// The preprocessing that goes with it, for these raw signals: where `scaling` is left to the
/// library, one scale for all values, because deformations move them between features; where `pad`
/// is, a margin as wide as deformations at the border need. Throws Error(kInvalidOption) where the
/// augmentation does not suit the signals or a scaling that was asked for.
template <class T>
SUPDICT_EXPORT PreprocessingOptions suit_augmentation(PreprocessingOptions options,
                                                      const Augmentation& augmentation,
                                                      ConstMatrixRef<T> X);

/// Each signal (a column) drawn once: signal j from the random stream {seed, j}. Images have
/// `height` rows of `width` pixels, and these are all their values; 0 x 0: signals are curves.
template <class T>
SUPDICT_EXPORT Matrix<T> augmented(ConstMatrixRef<T> X, const Augmentation& augmentation,
                                   int height, int width, std::uint64_t seed,
                                   const Context& context = Context());

template <class Self, class Visitor>
void Augmentation::fields(Self& self, Visitor&& visit) {
  visit(self.shift, Field{.name = "shift",
                          .help = "images and curves: largest shift in pixels or entries, also "
                                  "between them",
                          .min = 0,
                          .max = 1000});
  visit(
      self.rotate,
      Field{.name = "rotate", .help = "images: largest rotation in degrees", .min = 0, .max = 180});
  visit(self.scale, Field{.name = "scale",
                          .help = "images: largest relative change of height and of width",
                          .min = 0,
                          .max = 0.9});
  visit(
      self.shear,
      Field{
          .name = "shear", .help = "images: largest slant in columns per row", .min = 0, .max = 5});
  visit(self.elastic, Field{.name = "elastic",
                            .help = "images: root mean square of a smooth displacement in pixels "
                                    "along each axis, times a number from 0.5 to 1 per image",
                            .min = 0,
                            .max = 1000});
  visit(self.mirror, Field{.name = "mirror",
                           .help = "images: probability that left and right are exchanged",
                           .min = 0,
                           .max = 1});
  visit(self.stretch, Field{.name = "stretch",
                            .help = "curves: largest relative change of their length",
                            .min = 0,
                            .max = 0.9});
  visit(self.warp, Field{.name = "warp",
                         .help = "curves: root mean square of a smooth displacement in entries, "
                                 "times a number from 0.5 to 1 per signal",
                         .min = 0,
                         .max = 10000});
  visit(self.amplitude, Field{.name = "amplitude",
                              .help = "curves: largest relative change of the differences from "
                                      "their mean",
                              .min = 0,
                              .max = 1});
  visit(self.noise, Field{.name = "noise",
                          .help = "curves: root mean square of added noise, relative to that of "
                                  "the differences from their mean",
                          .min = 0,
                          .max = 100});
}

}  // namespace supdict
