// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pictures/atom_votes.hpp"
#include "pictures/sections.hpp"
#include "pictures/text.hpp"
#include "pictures/tile.hpp"

namespace supdict::pictures {
namespace {

constexpr std::size_t kMaxSignals = 24;
constexpr std::size_t kMaxCoefficients = 6;
constexpr std::size_t kMaxScores = 5;
/// Longer sides of images are made smaller.
constexpr int kMaxSide = 32;

/// Draws signals and atoms of one classifier.
class Artist {
 public:
  Artist(const Preprocessing& preprocessing, Tone tone)
      : preprocessing_(preprocessing), tone_(tone) {
    size_ = shrunk({preprocessing.width(), preprocessing.height()}, kMaxSide);
  }

  /// `caption` is HTML, `words` describes the picture.
  std::string figure(const Values& values, const std::string& words, const std::string& caption,
                     Span span = {}) const {
    const std::string picture =
        draws_images(preprocessing_)
            ? "<img alt=\"" + words + "\" src=\"" +
                  png_address(encode_png(image_tile(values, preprocessing_, size_, tone_, span))) +
                  "\">"
            : curve_drawing(values, preprocessing_.n_values(), words, span);
    return "<figure>" + picture + "<figcaption>" + caption + "</figcaption></figure>\n";
  }

  Span span(const Values& values) const { return span_of(values, preprocessing_.n_values()); }

 private:
  const Preprocessing& preprocessing_;
  Tone tone_;
  Size size_;
};

std::string name(const Classifier<float>& classifier, int global_class) {
  return escape_short(class_name(classifier, global_class), kLabelLength);
}

std::string local_name(const Classifier<float>& classifier, const Part<float>& part, int l) {
  return name(classifier, part.classes[l]);
}

std::string pictures_of(const Classifier<float>& classifier, const Explanation& why,
                        const Artist& signals) {
  const Span span = signals.span(why.x);
  const std::string said = local_name(classifier, *why.part, why.predicted);
  const std::string other = local_name(classifier, *why.part, why.other);
  std::string out = "<div class=\"row\">" + signals.figure(why.x, "the signal", "signal", span);
  const bool one = why.other_reconstruction.size() == 0;
  out += signals.figure(why.reconstruction, "its reconstruction", one ? "rebuilt" : "as " + said,
                        span);
  if (!one) {
    out += signals.figure(why.other_reconstruction, "its reconstruction as " + other, "as " + other,
                          span);
  }
  return out + "</div>\n";
}

std::string score_bars(const Classifier<float>& classifier, const Evaluation& evaluation,
                       Index signal) {
  const auto scores = evaluation.result.scores.col(signal);
  std::vector<Index> order(scores.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return scores[a] > scores[b]; });
  const Index truth = evaluation.labelled() ? evaluation.truth[signal] : -1;
  const double low = std::min(0.0, scores.minCoeff());
  const double span = scores.maxCoeff() - low;
  std::string out = "<div class=\"scores\">\n";
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index l = order[i];
    if (i >= kMaxScores && l != truth) continue;
    const double length = span > 0 ? 100 * (scores[l] - low) / span : 0;
    const char* kind = l == truth                                           ? " true"
                       : truth >= 0 && l == evaluation.result.label[signal] ? " said"
                                                                            : "";
    out += std::string("<span class=\"label") + kind + "\">" +
           name(classifier, static_cast<int>(l)) + "</span><span class=\"track" + kind +
           "\"><i style=\"width:" + coordinate(length) + "%\"></i></span><span>" +
           number(std::round(1000 * scores[l]) / 1000) + "</span>\n";
  }
  return out + "</div>\n";
}

std::string costs_of(const Classifier<float>& classifier, const Explanation& why) {
  const auto cost = [&](int l) {
    return local_name(classifier, *why.part, l) + " <b>" + number(why.costs[l]) + "</b>";
  };
  const std::string where =
      classifier.strategy == Strategy::kMulticlass
          ? ""
          : " in the dictionary " +
                escape_short(part_name(classifier, *why.part), 2 * kLabelLength);
  return "<p><small>Costs" + where + ": " + cost(why.predicted) + ", " + cost(why.other) +
         "</small></p>\n";
}

/// Two digits fit below a small picture.
std::string coefficient(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1);
  return number(std::round(value / unit) * unit);
}

std::string coefficients_of(const Explanation& why, const Artist& atoms) {
  std::vector<Index> used;
  for (Index i = 0; i < why.code.size(); ++i) {
    if (why.code[i] != 0) used.push_back(i);
  }
  std::stable_sort(used.begin(), used.end(),
                   [&](Index a, Index b) { return std::abs(why.code[a]) > std::abs(why.code[b]); });
  if (used.empty()) return "<p><small>No atom is used.</small></p>\n";
  std::string out = "<div class=\"row small\">\n";
  for (std::size_t i = 0; i < std::min(used.size(), kMaxCoefficients); ++i) {
    out += atoms.figure(why.part->model.D.col(used[i]), "atom " + std::to_string(used[i] + 1),
                        coefficient(static_cast<double>(why.code[used[i]])));
  }
  return out + "</div>\n<p><small>" + counted(static_cast<long long>(used.size()), "atom") +
         " of " + std::to_string(why.code.size()) +
         " used; the largest coefficients above.</small></p>\n";
}

std::string heading(const Classifier<float>& classifier, const Evaluation& evaluation,
                    Index signal) {
  const std::string said = name(classifier, evaluation.result.label[signal]);
  std::string out = "<h3>";
  if (evaluation.labelled()) {
    const std::string truth = name(classifier, evaluation.truth[signal]);
    out += evaluation.truth[signal] == evaluation.result.label[signal]
               ? truth + ", correctly, by a small margin"
               : truth + ", predicted as " + said;
  } else {
    out += "Predicted as " + said;
  }
  return out + " <small>signal " + std::to_string(signal + 1) + "</small></h3>\n";
}

std::string score_in_words(const Classifier<float>& classifier) {
  if (classifier.strategy != Strategy::kPairwise) {
    return "how much cheaper a class is than the average one";
  }
  return classifier.vote == Vote::kMajority ? "votes of the pairs, ties broken by costs"
                                            : "summed probabilities of the pairs";
}

}  // namespace

std::string hardest_section(const Predictor<float>& predictor, const Dataset& data,
                            const Evaluation& evaluation, const Context& context) {
  const Classifier<float>& classifier = predictor.classifier();
  std::string out =
      "<p>The signals with the smallest margins, after "
      "preprocessing, next to " +
      std::string(
          classifier.method == Method::kRec
              ? "their reconstructions"
              : "their reconstructions as a signal of the predicted and of the other class") +
      ". Bars: scores of the classes (" + score_in_words(classifier) + ")" +
      (evaluation.labelled() ? ", green for the true class and orange for a wrong one" : "") +
      ".</p>\n<div class=\"hard\">\n";
  std::vector<Index> chosen = evaluation.order;
  chosen.resize(std::min(chosen.size(), kMaxSignals));
  const Matrix<float> X = classifier.preprocessing.apply<float>(data.X(Eigen::all, chosen));
  const Artist signals(classifier.preprocessing, tone_of(X, classifier.preprocessing.n_values()));
  for (const Index signal : chosen) {
    const Explanation why = explain(predictor, data, evaluation, signal, context);
    const Artist atoms(classifier.preprocessing,
                       tone_of(why.part->model.D, classifier.preprocessing.n_values()));
    out += "<article>\n" + heading(classifier, evaluation, signal) +
           pictures_of(classifier, why, signals) + score_bars(classifier, evaluation, signal) +
           costs_of(classifier, why) + coefficients_of(why, atoms) + "</article>\n";
  }
  return out + "</div>\n";
}

}  // namespace supdict::pictures
