// SPDX-License-Identifier: BSD-3-Clause
// What happens to a raw signal before it is coded. Fitted once on training data and stored in the
// model, so prediction cannot forget it.
//
//   x <- (x - offset) * scale                (scaling)
//   x <- image x without its slant           (deskew)
//   x <- x - mean(x)                         (remove_mean)
//   x <- [x; constant]                       (append_constant)
//   x <- x / ||x||_2                         (unit_norm)
#pragma once

#include <string>
#include <vector>

#include "supdict/options.hpp"
#include "supdict/types.hpp"

namespace supdict {

struct PreprocessingOptions {
  std::string scaling = "auto";
  std::string deskew = "no";
  std::string remove_mean = "no";
  std::string unit_norm = "yes";
  double append_constant = -1;
  int image_height = 0;
  int image_width = 0;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.scaling,
          Field{.name = "scaling",
                .help = "range: one affine map of all values to [0, 1]; standardise: each feature "
                        "to mean 0 and variance 1; auto: range for images, standardise else",
                .choices = {"auto", "none", "range", "standardise"}});
    visit(self.deskew, Field{.name = "deskew",
                             .help = "shear each image until rows and columns of its ink are "
                                     "uncorrelated, which sets slanted writing upright",
                             .choices = {"no", "yes"}});
    visit(self.remove_mean, Field{.name = "remove_mean",
                                  .help = "subtract the mean of each signal",
                                  .choices = {"no", "yes"}});
    visit(self.unit_norm, Field{.name = "unit_norm",
                                .help = "scale each signal to unit length",
                                .choices = {"no", "yes"}});
    visit(self.append_constant,
          Field{.name = "append_constant",
                .help = "append this constant (in root-mean-square lengths of a signal) before "
                        "unit_norm, which keeps the length of a signal visible; -1: chosen from "
                        "the data, 0: nothing is appended",
                .min = -1});
    visit(self.image_height,
          Field{.name = "image_height", .help = "rows of an image, 0: not an image", .min = 0});
    visit(self.image_width,
          Field{.name = "image_width", .help = "columns of an image, 0: not an image", .min = 0});
  }
};

struct Preprocessing {
  Vector<double> offset;  ///< per feature, or empty
  Vector<double> scale;   ///< per feature, or empty
  bool deskew = false;
  bool remove_mean = false;
  double constant = 0;  ///< appended when not 0
  bool unit_norm = true;
  int image_height = 0;
  int image_width = 0;
  Index n_raw = 0;  ///< features of a raw signal

  Index n_features() const { return n_raw + (constant != 0 ? 1 : 0); }
  bool is_image() const { return image_height > 0 && image_width > 0; }

  /// X (n_raw x m) to n_features() x m. Signals that become zero stay zero.
  template <class T>
  Matrix<T> apply(ConstMatrixRef<T> X) const;

  /// One line for people: "values mapped from [0, 255] to [0, 1], unit length".
  std::string describe() const;
};

template <class T>
Preprocessing fit_preprocessing(ConstMatrixRef<T> X, const PreprocessingOptions& options);

}  // namespace supdict
