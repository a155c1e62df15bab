// SPDX-License-Identifier: BSD-3-Clause
#include "signals/margin.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/check.hpp"

namespace supdict {
namespace signals {
namespace {

/// Images that tell about a border; more would not change it.
constexpr Index kMostImages = 1000;
/// A ring of pixels is background if its mean ink per pixel is below this share of that of the
/// images: a few strokes that reach it lose little.
constexpr double kBackgroundShare = 0.1;

/// Calls use(column) for at most kMostImages columns, spread over all.
template <class Use>
void for_some(Index n_columns, const Use& use) {
  const Index step = std::max<Index>(1, n_columns / kMostImages);
  for (Index j = 0; j < n_columns; j += step) use(j);
}

/// Calls use(pixel) for the pixels at this distance from the border.
template <class Use>
void for_ring(int ring, int height, int width, const Use& use) {
  for (int r = ring; r < height - ring; ++r) {
    const bool whole = r == ring || r == height - 1 - ring;
    const int step = whole ? 1 : std::max(1, width - 1 - 2 * ring);
    for (int c = ring; c < width - ring; c += step) use(Index{r} * width + c);
  }
}

/// The median of the border pixels.
template <class T, class Scaled>
double border_median(ConstMatrixRef<T> X, int height, int width, const Scaled& scaled) {
  std::vector<double> border;
  for_some(X.cols(), [&](Index j) {
    for_ring(0, height, width, [&](Index i) { border.push_back(scaled(i, X(i, j))); });
  });
  if (border.empty()) return 0;
  const auto middle = border.begin() + std::ssize(border) / 2;
  std::nth_element(border.begin(), middle, border.end());
  return *middle;
}

/// How many rings of pixels around the images are background.
template <class T>
int free_rings(ConstMatrixRef<T> X, int height, int width) {
  const double background =
      border_median<T>(X, height, width, [](Index, T value) { return static_cast<double>(value); });
  Vector<double> ink = Vector<double>::Zero(X.rows());
  for_some(X.cols(), [&](Index j) {
    ink += (X.col(j).template cast<double>().array() - background).abs().matrix();
  });
  int ring = 0;
  for (; ring < (std::min(height, width) - 1) / 2; ++ring) {
    double sum = 0;
    double count = 0;
    for_ring(ring, height, width, [&](Index i) {
      sum += ink[i];
      ++count;
    });
    if (sum / count > kBackgroundShare * ink.mean()) break;
  }
  return ring;
}

/// How far ink at the distance `half` from the middle moves.
double reach(const Augmentation& a, double half) {
  const double rotation = half * std::sin(a.rotate * std::numbers::pi / 180);
  return std::sqrt(a.shift * a.shift + rotation * rotation +
                   half * half * (a.scale * a.scale + a.shear * a.shear) +
                   4 * a.elastic * a.elastic);
}

[[noreturn]] void throw_pad(const std::string& pad, const std::string& message) {
  throw Error(ErrorCode::kInvalidOption, "pad is '" + pad + "'" + message);
}

}  // namespace

std::optional<Sides> sides_from(const std::string& pad) {
  if (pad == "auto" || pad == "none") return std::nullopt;
  constexpr int kMostSide = 10000;
  const char* const end = pad.data() + pad.size();
  Sides sides;
  const auto height = std::from_chars(pad.data(), end, sides.height);
  if (height.ec == std::errc() && height.ptr != end && *height.ptr == 'x') {
    const auto width = std::from_chars(height.ptr + 1, end, sides.width);
    if (width.ec == std::errc() && width.ptr == end && sides.height > 0 && sides.width > 0 &&
        std::max(sides.height, sides.width) <= kMostSide) {
      return sides;
    }
  }
  throw_pad(pad, "; expected HEIGHTxWIDTH as in 28x28, auto or none");
}

void set_margin(const PreprocessingOptions& options, Preprocessing& fitted) {
  const std::optional<Sides> sides = sides_from(options.pad);
  if (!sides) return;
  if (!fitted.is_image()) {
    throw_pad(options.pad,
              " but the signals have no image shape; set image_height and image_width");
  }
  if (sides->height < fitted.image_height || sides->width < fitted.image_width) {
    throw_pad(options.pad, " and the images are " +
                               core::shape(fitted.image_height, fitted.image_width) +
                               "; expected sides that are at least as long");
  }
  if (sides->height == fitted.image_height && sides->width == fitted.image_width) return;
  fitted.pad_height = sides->height;
  fitted.pad_width = sides->width;
}

template <class T>
double fit_background(ConstMatrixRef<T> X, const Preprocessing& fitted) {
  return border_median<T>(X, fitted.image_height, fitted.image_width, [&](Index i, T value) {
    const auto raw = static_cast<double>(value);
    return fitted.scale.size() > 0 ? (raw - fitted.offset[i]) * fitted.scale[i] : raw;
  });
}

void add_margin(const Preprocessing& fitted, double* x) {
  const Vector<double> image = Eigen::Map<const Vector<double>>(x, fitted.n_raw);
  std::fill_n(x, fitted.n_values(), fitted.background);
  const Index top = (fitted.pad_height - fitted.image_height) / 2;
  const Index left = (fitted.pad_width - fitted.image_width) / 2;
  for (Index r = 0; r < fitted.image_height; ++r) {
    std::copy_n(image.data() + r * fitted.image_width, fitted.image_width,
                x + (top + r) * fitted.pad_width + left);
  }
}

template <class T>
std::string room_for(const Augmentation& augmentation, ConstMatrixRef<T> X, int height, int width) {
  if (height == 0 || !augmentation.deforms() || X.cols() == 0) return "none";
  const int free = free_rings<T>(X, height, width);
  const double half = 0.5 * std::max(height, width) - free;
  const int margin = static_cast<int>(std::lround(reach(augmentation, half))) - free;
  return margin <= 0 ? "none" : core::shape(height + 2 * margin, width + 2 * margin);
}

#define SUPDICT_INSTANTIATE(T)                                                \
  template double fit_background<T>(ConstMatrixRef<T>, const Preprocessing&); \
  template std::string room_for<T>(const Augmentation&, ConstMatrixRef<T>, int, int);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace signals

template <class T>
PreprocessingOptions suit_augmentation(PreprocessingOptions options,
                                       const Augmentation& augmentation, ConstMatrixRef<T> X) {
  check_augmentation(augmentation, options.image_height > 0 && options.image_width > 0);
  if (augmentation.any()) {
    if (options.scaling == Scaling::kStandardise) {
      throw Error(ErrorCode::kInvalidOption,
                  "augment is '" + augmentation.text() +
                      "' and scaling is standardise, which gives each feature a scale of its own; "
                      "expected the scaling range or none");
    }
    if (options.scaling == Scaling::kAuto) options.scaling = Scaling::kRange;
  }
  if (options.pad != "auto") return options;
  // A shape that is not that of the signals is an error of the preprocessing.
  const bool images = static_cast<Index>(options.image_height) * options.image_width == X.rows();
  options.pad =
      images ? signals::room_for<T>(augmentation, X, options.image_height, options.image_width)
             : "none";
  return options;
}

template PreprocessingOptions suit_augmentation<float>(PreprocessingOptions, const Augmentation&,
                                                       ConstMatrixRef<float>);
template PreprocessingOptions suit_augmentation<double>(PreprocessingOptions, const Augmentation&,
                                                        ConstMatrixRef<double>);

void PreprocessingOptions::check() const {
  signals::sides_from(pad);
}

template <class T>
Matrix<T> Preprocessing::without_margin(ConstMatrixRef<T> X) const {
  if (!is_padded()) return X.topRows(n_raw);
  Matrix<T> raw(n_raw, X.cols());
  const Index top = (pad_height - image_height) / 2;
  const Index left = (pad_width - image_width) / 2;
  for (Index r = 0; r < image_height; ++r) {
    raw.middleRows(r * image_width, image_width) =
        X.middleRows((top + r) * pad_width + left, image_width);
  }
  return raw;
}

template Matrix<float> Preprocessing::without_margin<float>(ConstMatrixRef<float>) const;
template Matrix<double> Preprocessing::without_margin<double>(ConstMatrixRef<double>) const;

}  // namespace supdict
