// SPDX-License-Identifier: BSD-3-Clause
// Section 3.2 of the paper: logistic regression with the kernel K = alpha1'alpha2 x1'x2 (REC BL)
// compared with the Fisher kernel K' = alpha1'alpha2 r1'r2, where the residuals r = x - D alpha
// replace the signals; for few and many training patches, clean and noisy.
#include <array>
#include <cmath>
#include <supdict/dictionary.hpp>
#include <supdict/logistic.hpp>
#include <supdict/predict.hpp>

#include "reproduce/experiment.hpp"
#include "reproduce/noise.hpp"

namespace supdict::app {
namespace {

constexpr int kAtoms = 64;
constexpr double kKappa = 0.15;
constexpr std::array<double, 4> kLambda2 = {0.3, 0.03, 0.003, 0.0003};

/// Signals with their codes, in both forms.
struct Coded {
  Matrix<float> X;
  Matrix<float> residuals;
  Matrix<float> Alpha;
  std::vector<int> y;

  const Matrix<float>& inputs(bool fisher) const { return fisher ? residuals : X; }
  Coded columns(Index first, Index count) const {
    return {X.middleCols(first, count),
            residuals.middleCols(first, count),
            Alpha.middleCols(first, count),
            {y.begin() + first, y.begin() + first + count}};
  }
};

/// Patches without their mean and of unit length; before that, noise of `noise` times their root
/// mean square is added.
peers::Labelled prepare(const Dataset& data, double noise, std::uint64_t seed) {
  PreprocessingOptions options;
  options.remove_mean = true;
  tell_shape(data, options);
  const ClassLabels classes = ClassLabels::from(data.labels);
  peers::Labelled clean = labelled(data, classes, fit_preprocessing<float>(data.X, options));
  if (noise == 0) return clean;
  Noise numbers(seed);
  const float scale = static_cast<float>(noise / std::sqrt(static_cast<double>(clean.X.rows())));
  for (Index j = 0; j < clean.size(); ++j) {
    for (Index i = 0; i < clean.X.rows(); ++i) clean.X(i, j) += scale * numbers.next();
    clean.X.col(j).normalize();
  }
  return clean;
}

Coded code(const Study& study, const Matrix<float>& D, const peers::Labelled& data) {
  Coded coded{
      data.X, {}, transform<float>(D, data.X, kKappa, fast_coding(), study.context()), data.y};
  coded.residuals = data.X - D * coded.Alpha;
  return coded;
}

double test_error(const Study& study, const Matrix<float>& D, const Coded& train, const Coded& test,
                  bool fisher, double lambda2) {
  auto model = untrained<float>(D, 2, Decision::kBilinear, 1, kKappa);
  fit_decision<float>(model, train.inputs(fisher), train.Alpha, train.y, {}, lambda2,
                      study.context());
  const Matrix<double> g = decision_values<float>(model, test.inputs(fisher), test.Alpha);
  std::vector<int> predicted;
  for (Index j = 0; j < g.cols(); ++j) predicted.push_back(g(1, j) > g(0, j) ? 1 : 0);
  return peers::error_rate(predicted, test.y);
}

/// Chosen on a held-out fifth of the training signals.
double choose_lambda2(const Study& study, const Matrix<float>& D, const Coded& train, bool fisher) {
  const Index held = train.X.cols() / 5;
  const Coded rest = train.columns(held, train.X.cols() - held);
  const Coded out = train.columns(0, held);
  double best = kLambda2.front();
  double least = 2;
  for (const double lambda2 : kLambda2) {
    const double error = test_error(study, D, rest, out, fisher, lambda2);
    if (error < least) {
      least = error;
      best = lambda2;
    }
  }
  return best;
}

/// Alternates the signals of the two classes, so that any stretch contains both.
peers::Labelled interleaved(const peers::Labelled& data) {
  std::vector<Index> order;
  const Index half = data.size() / 2;
  for (Index j = 0; j < half; ++j) {
    order.push_back(j);
    order.push_back(half + j);
  }
  return data.pick(order);
}

Json one_draw(Study& study, const Problem& problem, double noise, std::uint64_t draw) {
  const peers::Labelled train = interleaved(prepare(problem.train, noise, 2 * draw));
  const peers::Labelled test = prepare(problem.test, noise, 2 * draw + 1);
  DictionaryOptions options;
  options.atoms = kAtoms;
  options.kappa = kKappa;
  options.seed = study.options().seed;
  options.epochs = std::max(1.0, 20000.0 / static_cast<double>(train.size()));
  const Matrix<float> D =
      learn_dictionary<float>(train.X, options, fast_coding(), {}, study.context()).D;
  const Coded coded = code(study, D, train);
  const Coded coded_test = code(study, D, test);
  Json result = Json::object();
  for (const bool fisher : {false, true}) {
    const double lambda2 = choose_lambda2(study, D, coded, fisher);
    result[fisher ? "K'" : "K"] = {
        {"lambda2", lambda2}, {"error", test_error(study, D, coded, coded_test, fisher, lambda2)}};
  }
  return result;
}

}  // namespace

Finding fisher(Study& study) {
  const TexturePair pair{"D15", "D29"};
  const auto& folder = study.options().data;
  has_plates(folder, pair, study.console());
  Finding finding;
  finding.title = "Signals or residuals: K and K'";
  finding.introduction =
      "<p>Test errors in percent of logistic regression on a reconstructive dictionary's codes, "
      "with the kernel K (signals; this is REC BL) and the Fisher kernel K' (residuals). lambda2 "
      "is chosen for each by a held-out fifth of the training patches. Noise is relative to the "
      "length of a patch and is in training and test patches alike.</p>";
  TextTable table{{"M", "noise", "K, signals", "K', residuals"}, {}};
  const int draws = study.size(5, 2);
  for (const Index m :
       study.options().quick ? std::vector<Index>{300} : std::vector<Index>{300, 3000, 15000}) {
    for (const double noise : {0.0, 0.5}) {
      std::vector<double> signals;
      std::vector<double> residuals;
      for (int draw = 1; draw <= draws; ++draw) {
        const auto seed = static_cast<std::uint64_t>(draw);
        const Problem problem = textures(folder, pair, m, study.size(10000, 2000), seed);
        if (draw == 1 && noise == 0) study.use(problem);
        const Json result = study.step(
            format("%s, M = %td, noise %g, draw %d", problem.name.c_str(), m, noise, draw),
            [&] { return one_draw(study, problem, noise, seed); });
        signals.push_back(result["K"]["error"].get<double>());
        residuals.push_back(result["K'"]["error"].get<double>());
      }
      table.rows.push_back({std::to_string(m), format("%g", noise), mean_and_spread(signals),
                            mean_and_spread(residuals)});
      finding.results[format("M = %td, noise %g", m, noise)] = {{"K", signals}, {"K'", residuals}};
    }
  }
  finding.add("errors", study.data().back()["name"].get<std::string>(), table);
  return finding;
}

}  // namespace supdict::app
