// SPDX-License-Identifier: BSD-3-Clause
// The conditions a classifier must meet before it is used. Those from files may be made by hand.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/check.hpp"
#include "supdict/classifier.hpp"

namespace supdict {
namespace {

/// The same limit as for the option kappa.
constexpr double kLargestKappa = 1e6;
/// Products with squared signals must stay within the range of float.
constexpr double kLargestLambda = 1e30;

[[noreturn]] void fail(ErrorCode code, const std::string& what, const std::string& expected) {
  throw Error(code, what + "; expected " + expected);
}

std::string list(const std::vector<int>& classes) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(classes.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(classes[i]);
  }
  return "[" + text + (classes.size() > kMost ? ", ...]" : "]");
}

void check_range(const std::string& name, double value, double max) {
  if (value > 0 && value <= max) return;
  fail(ErrorCode::kInvalidValue, name + " is " + core::number(value),
       "a number above 0 and at most " + core::number(max));
}

void check_calibration(const std::string& name, double value) {
  if (value >= kLeastCalibration && value <= kMostCalibration) return;
  fail(
      ErrorCode::kInvalidValue, name + " is " + core::number(value),
      "a number from " + core::number(kLeastCalibration) + " to " + core::number(kMostCalibration));
}

void check_names(const ClassLabels& labels) {
  if (labels.size() < 2) {
    fail(ErrorCode::kInvalidShape, "labels has " + std::to_string(labels.size()) + " entries",
         "at least two classes");
  }
  std::set<std::string> seen;
  for (const std::string& name : labels.names()) {
    if (seen.insert(name).second) continue;
    fail(ErrorCode::kInvalidValue, "labels names '" + name + "' twice", "distinct classes");
  }
}

void check_image(const Preprocessing& p) {
  const std::string what =
      "preprocessing.image_height x image_width is " + core::shape(p.image_height, p.image_width);
  if (p.image_height == 0 && p.image_width == 0) {
    if (!p.deskew) return;
    fail(ErrorCode::kInvalidShape, what, "an image, because preprocessing.deskew is true");
  }
  const bool image = p.is_image() && static_cast<Index>(p.image_height) * p.image_width == p.n_raw;
  if (image) return;
  fail(ErrorCode::kInvalidShape, what,
       "two positive numbers with the product " + std::to_string(p.n_raw) +
           ", preprocessing.n_raw, or 0 x 0");
}

void check_margin(const Preprocessing& p) {
  if (p.pad_height == 0 && p.pad_width == 0) return;
  const bool around =
      p.is_image() && p.pad_height >= p.image_height && p.pad_width >= p.image_width;
  if (!around) {
    fail(ErrorCode::kInvalidShape,
         "preprocessing.pad_height x pad_width is " + core::shape(p.pad_height, p.pad_width),
         "at least " + core::shape(p.image_height, p.image_width) + ", the image, or 0 x 0");
  }
  if (std::isfinite(p.background)) return;
  fail(ErrorCode::kInvalidValue, "preprocessing.background is " + core::number(p.background),
       "a finite number");
}

template <class T>
void check_preprocessing(const Preprocessing& p) {
  check_image(p);
  check_margin(p);
  if (p.scale.size() > 0) {
    core::check_shape("preprocessing.scale", p.scale, p.n_raw, 1);
    core::check_finite("preprocessing.scale", p.scale);
  }
  core::check_shape("preprocessing.offset", p.offset, p.scale.size(), 1);
  core::check_finite("preprocessing.offset", p.offset);
  constexpr double kLargest = std::numeric_limits<T>::max();
  if (p.constant >= 0 && p.constant <= kLargest) return;
  fail(ErrorCode::kInvalidValue, "preprocessing.constant is " + core::number(p.constant),
       "a number from 0 to " + core::number(kLargest));
}

template <class T>
void check_model(const std::string& place, const Part<T>& part, const Member<T>& member,
                 Index n_features) {
  const SupervisedDictionary<T>& model = part.model;
  try {
    model.validate();
  } catch (const Error& error) {
    throw Error(error.code(), place + ": " + error.what());
  }
  core::check_shape(place + ".D", model.D, n_features, member.atoms);
  core::check_shape(place + ".b", model.b, std::ssize(part.classes), 1);
  check_range(place + ".lambda0", model.lambda0, kLargestLambda);
  check_range(place + ".lambda1", model.lambda1, kLargestLambda);
}

/// The classes of the parts of one member: every part that the strategy needs must be there once.
class Parts {
 public:
  Parts(Strategy strategy, int n_classes) : strategy_(strategy), p_(n_classes) {}

  Index count() const {
    const Index p = p_;
    if (strategy_ == Strategy::kMulticlass) return 1;
    return strategy_ == Strategy::kOneVsRest ? p : p * (p - 1) / 2;
  }

  void add(const std::string& place, const std::vector<int>& classes) {
    const std::string what = place + ".classes is " + list(classes);
    if (!fits(classes)) fail(ErrorCode::kInvalidValue, what, expected());
    if (strategy_ == Strategy::kMulticlass) return;
    if (seen_.insert(std::minmax(classes[0], classes[1])).second) return;
    fail(ErrorCode::kInvalidValue, what + " for the second time", "each pair once");
  }

 private:
  bool is_class(int l) const { return l >= 0 && l < p_; }

  bool fits(const std::vector<int>& classes) const {
    if (strategy_ == Strategy::kMulticlass) {
      if (std::ssize(classes) != p_) return false;
      for (int l = 0; l < p_; ++l) {
        if (classes[l] != l) return false;
      }
      return true;
    }
    if (classes.size() != 2 || !is_class(classes[1])) return false;
    if (strategy_ == Strategy::kOneVsRest) return classes[0] == kRest;
    return is_class(classes[0]) && classes[0] != classes[1];
  }

  std::string expected() const {
    const std::string last = std::to_string(p_ - 1);
    switch (strategy_) {
      case Strategy::kMulticlass:
        return "all classes from 0 to " + last + " in order";
      case Strategy::kOneVsRest:
        return "-1 and a class from 0 to " + last;
      case Strategy::kPairwise:
        return "two different classes from 0 to " + last;
    }
    return {};
  }

  Strategy strategy_;
  int p_;
  std::set<std::pair<int, int>> seen_;
};

template <class T>
void check_member(const std::string& place, const Member<T>& member,
                  const Classifier<T>& classifier) {
  Parts parts(classifier.strategy, classifier.n_classes());
  check_range(place + ".kappa", member.kappa, kLargestKappa);
  check_calibration(place + ".calibration", member.calibration);
  if (std::ssize(member.parts) != parts.count()) {
    fail(ErrorCode::kInvalidShape, place + " has " + std::to_string(member.parts.size()) + " parts",
         std::to_string(parts.count()) + " for " + to_string(classifier.strategy) + " with " +
             std::to_string(classifier.n_classes()) + " classes");
  }
  for (std::size_t j = 0; j < member.parts.size(); ++j) {
    const std::string part = place + ".parts[" + std::to_string(j) + "]";
    parts.add(part, member.parts[j].classes);
    check_model(part, member.parts[j], member, classifier.preprocessing.n_features());
  }
}

}  // namespace

template <class T>
void Classifier<T>::validate() const {
  check_names(labels);
  check_preprocessing<T>(preprocessing);
  if (members.empty()) {
    fail(ErrorCode::kInvalidShape, "the classifier has no members", "at least one");
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    check_member("members[" + std::to_string(i) + "]", members[i], *this);
  }
}

template void Classifier<float>::validate() const;
template void Classifier<double>::validate() const;

}  // namespace supdict
