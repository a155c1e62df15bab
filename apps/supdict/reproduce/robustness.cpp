// SPDX-License-Identifier: BSD-3-Clause
// Section 3.1 of the paper: generative terms are said to add robustness to noise and occlusion. The
// three methods learn from clean digits and are tested on digits with Gaussian noise, and with a
// square of background somewhere.
#include <cmath>
#include <random>

#include "pictures/svg_chart.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/noise.hpp"

namespace supdict::app {
namespace {

struct Harm {
  std::string name;
  std::string unit;
  std::vector<double> levels;
  Matrix<float> (*apply)(const Dataset& data, double level, std::uint64_t seed);
};

/// Noise of `level` times the root mean square of an image's ink, its values above background.
Matrix<float> with_noise(const Dataset& data, double level, std::uint64_t seed) {
  Noise numbers(seed);
  const float background = data.X.minCoeff();
  Matrix<float> X = data.X;
  for (Index j = 0; j < X.cols(); ++j) {
    const double ink =
        (X.col(j).array() - background).matrix().norm() / std::sqrt(static_cast<double>(X.rows()));
    for (Index i = 0; i < X.rows(); ++i)
      X(i, j) += static_cast<float>(level * ink) * numbers.next();
  }
  return X;
}

/// A square whose side is `level` times that of the image becomes background.
Matrix<float> with_occlusion(const Dataset& data, double level, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  const float background = data.X.minCoeff();
  const auto [height, width] = data.image;
  const int side = static_cast<int>(std::lround(level * std::min(height, width)));
  Matrix<float> X = data.X;
  for (Index j = 0; j < X.cols(); ++j) {
    const auto top = static_cast<int>(bits() % static_cast<std::uint64_t>(height - side + 1));
    const auto left = static_cast<int>(bits() % static_cast<std::uint64_t>(width - side + 1));
    for (int row = top; row < top + side; ++row) {
      X.col(j).segment(Index{row} * width + left, side).setConstant(background);
    }
  }
  return X;
}

std::vector<Harm> harms() {
  return {{"noise",
           "standard deviation of the noise, in rms of the ink",
           {0, 0.2, 0.4, 0.6, 0.8, 1},
           with_noise},
          {"occlusion",
           "side of the square, in sides of the image",
           {0, 0.1, 0.2, 0.3, 0.4, 0.5},
           with_occlusion}};
}

/// Errors of one method: kinds of damage by levels.
Json one_method(Study& study, const Problem& problem, Method method) {
  TrainOptions options;
  options.method = method;
  if (study.options().quick) options.iterations = 200;
  const auto trained = study.train(to_string(method), problem.train, options);
  Json result = Json::object();
  for (const Harm& harm : harms()) {
    for (const double level : harm.levels) {
      const Matrix<float> X = harm.apply(problem.test, level, study.options().seed);
      result[harm.name].push_back(study.error(trained.classifier, X, problem.test.labels));
    }
  }
  return result;
}

void report(Finding& finding, const Harm& harm, const Json& results) {
  TextTable table{{"level", "REC L", "SDL-G L", "SDL-D L"}, {}};
  pictures::LineChart chart{.title = "Error under " + harm.name,
                            .x_label = harm.unit,
                            .series = {},
                            .percents = true,
                            .from_zero = true};
  for (std::size_t i = 0; i < harm.levels.size(); ++i) {
    std::vector<std::string> cells = {format("%g", harm.levels[i])};
    for (const std::string& method : names<Method>()) {
      cells.push_back(percents(results[method][harm.name][i].get<double>()));
    }
    table.rows.push_back(std::move(cells));
  }
  for (const std::string& method : names<Method>()) {
    chart.series.push_back(
        {method, harm.levels, results[method][harm.name].get<std::vector<double>>()});
  }
  finding.add(harm.name, harm.name + " (" + harm.unit + ")", table, pictures::line_chart(chart));
}

}  // namespace

Finding robustness(Study& study) {
  const bool quick = study.options().quick;
  const Problem problem =
      mnist(study.options().data, quick ? 2000 : 0, quick ? 1000 : 0, study.console());
  study.use(problem);
  Finding finding;
  finding.title = "Noise and occlusion";
  finding.introduction =
      "<p>Test errors in percent on MNIST. All methods learned from clean images, one "
      "(k, kappa), parameters by the rules of training.</p>";
  for (const std::string& method : names<Method>()) {
    finding.results[method] = study.step("MNIST: " + method, [&] {
      return one_method(study, problem, parse_name<Method>("method", method));
    });
  }
  for (const Harm& harm : harms()) report(finding, harm, finding.results);
  return finding;
}

}  // namespace supdict::app
