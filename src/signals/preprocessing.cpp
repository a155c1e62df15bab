// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/preprocessing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/check.hpp"
#include "signals/deskew.hpp"
#include "signals/lanes.hpp"
#include "signals/margin.hpp"

namespace supdict {
namespace {

/// Values that differ by no more than a few roundings of T are one value: what is left of their
/// differences is noise, and no scale.
template <class T>
bool is_constant(double low, double high) {
  constexpr double kNoise = 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
  return high - low <= kNoise * std::max(std::abs(low), std::abs(high));
}

template <class T>
void fit_range(ConstMatrixRef<T> X, Preprocessing& fitted) {
  const double low = static_cast<double>(X.minCoeff());
  const double high = static_cast<double>(X.maxCoeff());
  fitted.offset.setConstant(X.rows(), low);
  const bool usable = !is_constant<T>(low, high) && std::isnormal(high - low);
  fitted.scale.setConstant(X.rows(), usable ? 1 / (high - low) : 1);
}

template <class T>
void fit_feature(ConstMatrixRef<T> X, Index i, Preprocessing& fitted) {
  const double low = static_cast<double>(X.row(i).minCoeff());
  const double high = static_cast<double>(X.row(i).maxCoeff());
  const double factor = signals::safe_factor(std::max(std::abs(low), std::abs(high)));
  const auto row = X.row(i).template cast<double>() * factor;
  const double mean = row.mean();
  fitted.offset[i] = mean / factor;
  fitted.scale[i] = 0;
  if (is_constant<T>(low, high)) return;
  // The second term is the rounding of the mean, which many signals let grow.
  const double variance =
      (row.array() - mean).square().mean() - std::pow((row.array() - mean).mean(), 2);
  const double scale = factor / std::sqrt(variance);
  if (std::isfinite(scale)) fitted.scale[i] = scale;
}

template <class T>
void fit_standard(ConstMatrixRef<T> X, const Context& context, Preprocessing& fitted) {
  fitted.offset.resize(X.rows());
  fitted.scale.resize(X.rows());
  for (Index i = 0; i < X.rows(); ++i) {
    context.throw_if_stopped();
    fit_feature<T>(X, i, fitted);
  }
}

void check_image(const PreprocessingOptions& options, Index n) {
  if (options.image_height == 0 && options.image_width == 0) {
    if (!options.deskew) return;
    throw Error(ErrorCode::kInvalidOption,
                "deskew is yes but the signals have no image shape; set image_height and "
                "image_width");
  }
  if (static_cast<Index>(options.image_height) * options.image_width == n) return;
  throw Error(ErrorCode::kInvalidOption,
              "image_height x image_width is " +
                  core::shape(options.image_height, options.image_width) +
                  "; expected a product of " + std::to_string(n) + ", the features of a signal");
}

/// One signal in place: `x` has n_features() entries, the first n_raw raw. In double, so that
/// nothing on the way can leave the range of the signals' own type.
void apply_to_signal(const Preprocessing& fitted, Vector<double>& x) {
  auto raw = x.head(fitted.n_raw);
  if (fitted.scale.size() > 0) raw = (raw - fitted.offset).cwiseProduct(fitted.scale);
  if (fitted.is_padded()) signals::add_margin(fitted, x.data());
  if (fitted.deskew) signals::deskew(x.data(), fitted.height(), fitted.width());
  const Index n = fitted.n_values();
  if (fitted.remove_mean) {
    const double sum = signals::lane_sum(n, [&](Index i) { return x[i]; });
    x.head(n).array() -= sum / static_cast<double>(n);
  }
  if (fitted.constant != 0) x[n] = fitted.constant;
  if (fitted.unit_norm) signals::make_unit(x.data(), x.size());
}

template <class T>
double root_mean_square_length(Preprocessing fitted, ConstMatrixRef<T> X, const Context& context) {
  fitted.unit_norm = false;
  Vector<double> lengths(X.cols());
  Vector<double> x(fitted.n_features());
  for (Index j = 0; j < X.cols(); ++j) {
    context.throw_if_stopped();
    x.head(fitted.n_raw) = X.col(j).template cast<double>();
    apply_to_signal(fitted, x);
    const double factor = signals::safe_factor_of(x.data(), x.size());
    lengths[j] = signals::length(x.data(), x.size(), factor) / factor;
  }
  const double factor = signals::safe_factor_of(lengths.data(), lengths.size());
  return signals::length(lengths.data(), lengths.size(), factor) / factor /
         std::sqrt(static_cast<double>(X.cols()));
}

bool same_numbers(const Vector<double>& a, const Vector<double>& b) {
  return a.size() == b.size() && (a.array() == b.array()).all();
}

}  // namespace

template <class T>
Preprocessing fit_preprocessing(ConstMatrixRef<T> X, const PreprocessingOptions& options,
                                const Context& context) {
  options::validate(options);
  check_image(options, X.rows());
  Preprocessing fitted;
  fitted.n_raw = X.rows();
  fitted.image_height = options.image_height;
  fitted.image_width = options.image_width;
  fitted.deskew = options.deskew;
  fitted.remove_mean = options.remove_mean;
  fitted.unit_norm = options.unit_norm;
  signals::set_margin(options, fitted);
  if (X.cols() == 0) return fitted;

  Scaling scaling = options.scaling;
  if (scaling == Scaling::kAuto) {
    scaling = fitted.is_image() ? Scaling::kRange : Scaling::kStandardise;
  }
  if (scaling == Scaling::kRange) fit_range<T>(X, fitted);
  if (scaling == Scaling::kStandardise) fit_standard<T>(X, context, fitted);
  if (fitted.is_padded()) fitted.background = signals::fit_background<T>(X, fitted);
  // Length carries meaning where features are measurements; for images it is only contrast.
  const bool keep_length = !fitted.is_image() && fitted.unit_norm;
  const double lengths = options.append_constant.value_or(keep_length ? 1 : 0);
  if (lengths > 0) fitted.constant = lengths * root_mean_square_length<T>(fitted, X, context);
  return fitted;
}

template <class T>
Matrix<T> Preprocessing::apply(ConstMatrixRef<T> X, const Context& context) const {
  if (X.rows() != n_raw) {
    throw Error(ErrorCode::kInvalidShape, "X has " + std::to_string(X.rows()) +
                                              " features; expected " + std::to_string(n_raw) +
                                              ", as in training");
  }
  core::check_finite("X", X);
  Matrix<T> out(n_features(), X.cols());
  Vector<double> x(n_features());
  for (Index j = 0; j < X.cols(); ++j) {
    context.throw_if_stopped();
    x.head(n_raw) = X.col(j).template cast<double>();
    apply_to_signal(*this, x);
    out.col(j) = x.template cast<T>();
  }
  core::check_finite("X, preprocessed,", out);
  return out;
}

bool Preprocessing::operator==(const Preprocessing& other) const {
  return same_numbers(offset, other.offset) && same_numbers(scale, other.scale) &&
         deskew == other.deskew && remove_mean == other.remove_mean && constant == other.constant &&
         unit_norm == other.unit_norm && image_height == other.image_height &&
         image_width == other.image_width && n_raw == other.n_raw &&
         pad_height == other.pad_height && pad_width == other.pad_width &&
         background == other.background;
}

std::string Preprocessing::describe() const {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const bool uniform = scale.size() > 0 && scale[0] > 0 && (scale.array() == scale[0]).all() &&
                       (offset.array() == offset[0]).all();
  if (uniform) {
    add("values mapped from [" + core::number(offset[0]) + ", " +
        core::number(offset[0] + 1 / scale[0]) + "] to [0, 1]");
  } else if (scale.size() > 0) {
    add("features standardised");
  }
  if (is_padded()) add("images padded to " + core::shape(pad_height, pad_width));
  if (deskew) add("slant of each image removed");
  if (remove_mean) add("mean of each signal removed");
  if (constant != 0) add("constant " + core::number(constant) + " appended");
  if (unit_norm) add("signals scaled to unit length");
  return text.empty() ? "signals as they are" : text;
}

template Preprocessing fit_preprocessing<float>(ConstMatrixRef<float>, const PreprocessingOptions&,
                                                const Context&);
template Preprocessing fit_preprocessing<double>(ConstMatrixRef<double>,
                                                 const PreprocessingOptions&, const Context&);
template Matrix<float> Preprocessing::apply<float>(ConstMatrixRef<float>, const Context&) const;
template Matrix<double> Preprocessing::apply<double>(ConstMatrixRef<double>, const Context&) const;

}  // namespace supdict
