// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/preprocessing.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "signals/deskew.hpp"

namespace supdict {
namespace {

template <class T>
void fit_range(ConstMatrixRef<T> X, Preprocessing& fitted) {
  const double low = static_cast<double>(X.minCoeff());
  const double high = static_cast<double>(X.maxCoeff());
  fitted.offset.setConstant(X.rows(), low);
  fitted.scale.setConstant(X.rows(), high > low ? 1 / (high - low) : 1);
}

template <class T>
void fit_standard(ConstMatrixRef<T> X, Preprocessing& fitted) {
  fitted.offset.resize(X.rows());
  fitted.scale.resize(X.rows());
  for (Index i = 0; i < X.rows(); ++i) {
    const auto row = X.row(i).template cast<double>();
    fitted.offset[i] = row.mean();
    const double variance = (row.array() - fitted.offset[i]).square().mean();
    fitted.scale[i] = variance > 0 ? 1 / std::sqrt(variance) : 0;
  }
}

void check_image(const PreprocessingOptions& options, Index n) {
  if (options.image_height == 0 && options.image_width == 0) {
    if (options.deskew == "no") return;
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

/// One signal in place: `x` has n_features() entries, the first n_raw raw.
template <class T>
void apply_to_signal(const Preprocessing& fitted, Eigen::Ref<Vector<T>> x) {
  auto raw = x.head(fitted.n_raw);
  if (fitted.scale.size() > 0) {
    raw = ((raw.template cast<double>() - fitted.offset).cwiseProduct(fitted.scale))
              .template cast<T>();
  }
  if (fitted.deskew) signals::deskew(x.data(), fitted.image_height, fitted.image_width);
  if (fitted.remove_mean) raw.array() -= raw.mean();
  if (fitted.constant != 0) x[fitted.n_raw] = static_cast<T>(fitted.constant);
  if (!fitted.unit_norm) return;
  const T norm = x.norm();
  if (norm > T(0)) x /= norm;
}

template <class T>
double root_mean_square_length(Preprocessing fitted, ConstMatrixRef<T> X) {
  fitted.unit_norm = false;
  double square = 0;
  Vector<T> x;
  for (Index j = 0; j < X.cols(); ++j) {
    x = X.col(j);
    apply_to_signal<T>(fitted, x);
    square += static_cast<double>(x.squaredNorm());
  }
  return std::sqrt(square / static_cast<double>(X.cols()));
}

}  // namespace

template <class T>
Preprocessing fit_preprocessing(ConstMatrixRef<T> X, const PreprocessingOptions& options) {
  options::validate(options);
  check_image(options, X.rows());
  Preprocessing fitted;
  fitted.n_raw = X.rows();
  fitted.image_height = options.image_height;
  fitted.image_width = options.image_width;
  fitted.deskew = options.deskew == "yes";
  fitted.remove_mean = options.remove_mean == "yes";
  fitted.unit_norm = options.unit_norm == "yes";
  if (X.cols() == 0) return fitted;

  std::string scaling = options.scaling;
  if (scaling == "auto") {
    scaling = fitted.is_image() ? "range" : "standardise";
  }
  if (scaling == "range") fit_range<T>(X, fitted);
  if (scaling == "standardise") fit_standard<T>(X, fitted);
  // Length carries meaning where features are measurements; for images it is only contrast.
  const bool keep_length = options.append_constant < 0 && !fitted.is_image() && fitted.unit_norm;
  const double lengths = keep_length ? 1 : std::max(0.0, options.append_constant);
  if (lengths > 0) fitted.constant = lengths * root_mean_square_length<T>(fitted, X);
  return fitted;
}

template <class T>
Matrix<T> Preprocessing::apply(ConstMatrixRef<T> X) const {
  if (X.rows() != n_raw) {
    throw Error(ErrorCode::kInvalidShape, "X has " + std::to_string(X.rows()) +
                                              " features; expected " + std::to_string(n_raw) +
                                              ", as in training");
  }
  core::check_finite("X", X);
  Matrix<T> out(n_features(), X.cols());
  out.topRows(n_raw) = X;
  for (Index j = 0; j < X.cols(); ++j) apply_to_signal<T>(*this, out.col(j));
  return out;
}

std::string Preprocessing::describe() const {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const bool uniform =
      scale.size() > 0 && (scale.array() == scale[0]).all() && (offset.array() == offset[0]).all();
  if (uniform) {
    add("values mapped from [" + core::number(offset[0]) + ", " +
        core::number(offset[0] + 1 / scale[0]) + "] to [0, 1]");
  } else if (scale.size() > 0) {
    add("features standardised");
  }
  if (deskew) add("slant of each image removed");
  if (remove_mean) add("mean of each signal removed");
  if (constant != 0) add("constant " + core::number(constant) + " appended");
  if (unit_norm) add("signals scaled to unit length");
  return text.empty() ? "signals as they are" : text;
}

template Preprocessing fit_preprocessing<float>(ConstMatrixRef<float>, const PreprocessingOptions&);
template Preprocessing fit_preprocessing<double>(ConstMatrixRef<double>,
                                                 const PreprocessingOptions&);
template Matrix<float> Preprocessing::apply<float>(ConstMatrixRef<float>) const;
template Matrix<double> Preprocessing::apply<double>(ConstMatrixRef<double>) const;

}  // namespace supdict
