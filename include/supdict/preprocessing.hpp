// SPDX-License-Identifier: BSD-3-Clause
// What happens to a raw signal before it is coded. Fitted once on training data and stored in the
// model, so prediction cannot forget it.
//
//   x <- (x - offset) * scale                (scaling)
//   x <- image x with a margin               (pad)
//   x <- image x without its slant           (deskew)
//   x <- x - mean(x)                         (remove_mean)
//   x <- [x; constant]                       (append_constant)
//   x <- x / ||x||_2                         (unit_norm)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "supdict/context.hpp"
#include "supdict/options.hpp"
#include "supdict/types.hpp"

namespace supdict {

enum class Scaling { kAuto, kNone, kRange, kStandardise };
constexpr auto names_of(Scaling) {
  return std::to_array<std::string_view>({"auto", "none", "range", "standardise"});
}

struct PreprocessingOptions {
  Scaling scaling = Scaling::kAuto;
  bool deskew = false;
  bool remove_mean = false;
  bool unit_norm = true;
  std::optional<double> append_constant = {};
  int image_height = 0;
  int image_width = 0;
  std::string pad = "auto";

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.scaling,
          Field{.name = "scaling",
                .help = "range: one affine map of all values to [0, 1]; standardise: each feature "
                        "to mean 0 and variance 1; auto: range for images, else standardise"});
    visit(self.deskew, Field{.name = "deskew",
                             .help = "shear each image until rows and columns of its ink are "
                                     "uncorrelated, which sets slanted writing upright",
                             .choices = names<bool>()});
    visit(self.remove_mean, Field{.name = "remove_mean",
                                  .help = "subtract the mean of each signal",
                                  .choices = names<bool>()});
    visit(self.unit_norm, Field{.name = "unit_norm",
                                .help = "scale each signal to unit length",
                                .choices = names<bool>()});
    visit(self.append_constant,
          Field{.name = "append_constant",
                .help = "append this constant (in root-mean-square lengths of a signal) before "
                        "unit_norm, which keeps the length of a signal visible; 0: nothing is "
                        "appended, left out or -1: chosen from the data",
                .min = 0,
                .max = 1e6,
                .open = -1});
    visit(self.image_height,
          Field{.name = "image_height", .help = "rows of an image, 0: not an image", .min = 0});
    visit(self.image_width,
          Field{.name = "image_width", .help = "columns of an image, 0: not an image", .min = 0});
    visit(self.pad, Field{.name = "pad",
                          .help = "HEIGHTxWIDTH to which images get a margin of background, as in "
                                  "28x28; none; auto: as much as the augmentation needs"});
  }

  /// Throws Error(kInvalidOption) where `pad` is none of these.
  SUPDICT_EXPORT void check() const;
};

/// A plain value once it is fitted: any number of threads may apply one at once.
struct SUPDICT_EXPORT Preprocessing {
  Vector<double> offset;  ///< per feature, or empty
  Vector<double> scale;   ///< per feature, or empty
  bool deskew = false;
  bool remove_mean = false;
  double constant = 0;  ///< appended when not 0
  bool unit_norm = true;
  int image_height = 0;
  int image_width = 0;
  Index n_raw = 0;     ///< features of a raw signal
  int pad_height = 0;  ///< of images with their margin; 0: there is none
  int pad_width = 0;
  double background = 0;  ///< value of the margin, after scaling

  bool is_image() const { return image_height > 0 && image_width > 0; }
  bool is_padded() const { return pad_height > 0; }
  /// Of images as they are coded, with their margin.
  int height() const { return is_padded() ? pad_height : image_height; }
  int width() const { return is_padded() ? pad_width : image_width; }
  /// Values of a signal as it is coded, without an appended constant.
  Index n_values() const { return is_padded() ? Index{pad_height} * pad_width : n_raw; }
  Index n_features() const { return n_values() + (constant != 0 ? 1 : 0); }

  /// X (n_raw x m) to n_features() x m. Signals that become zero stay zero. One thread does the
  /// work; `context` may stop it.
  template <class T>
  Matrix<T> apply(ConstMatrixRef<T> X, const Context& context = Context(1)) const;

  /// Exactly the same: signals that both are applied to get the same bits.
  bool operator==(const Preprocessing& other) const;

  /// From coded images (columns of n_values() values or more) to their raw pixels: without margin.
  template <class T>
  Matrix<T> without_margin(ConstMatrixRef<T> X) const;

  /// One line for people: "values mapped from [0, 255] to [0, 1], unit length".
  std::string describe() const;
};

template <class T>
SUPDICT_EXPORT Preprocessing fit_preprocessing(ConstMatrixRef<T> X,
                                               const PreprocessingOptions& options,
                                               const Context& context = Context(1));

}  // namespace supdict
