// SPDX-License-Identifier: BSD-3-Clause
// Figure 2 of the paper: are the dictionaries discriminative by themselves? SDL-D of each digit
// against the rest; theta is discarded; a linear SVM learns from plain lasso codes.
#include "pictures/svg_chart.hpp"

#include "reproduce/experiment.hpp"
#include "reproduce/peers/linear_svm.hpp"
#include "reproduce/peers/parallel.hpp"

namespace supdict::app {
namespace {

/// Labels 1 for the class and 0 for the rest, codes as signals.
peers::Labelled codes_of(const Coder<float>& coder, const peers::Labelled& data, int label) {
  peers::Labelled codes{coder.lasso(data.X).Alpha, {}, 2};
  for (const int y : data.y) codes.y.push_back(y == label ? 1 : 0);
  return codes;
}

/// Error of a linear SVM on the lasso codes of each dictionary.
std::vector<double> svm_errors(const Study& study, const Classifier<float>& classifier,
                               const Problem& problem) {
  const auto train = labelled(problem.train, classifier.labels, classifier.preprocessing);
  const auto test = labelled(problem.test, classifier.labels, classifier.preprocessing);
  const Member<float>& member = classifier.members.front();
  std::vector<double> errors(member.parts.size());
  peers::in_parallel(study.context().threads(), static_cast<int>(errors.size()), [&](int label) {
    const Coder<float> coder(member.parts[label].model.D, member.kappa, fast_coding(), Context(1));
    const peers::Labelled codes = codes_of(coder, train, label);
    const peers::Labelled test_codes = codes_of(coder, test, label);
    const auto svm = peers::LinearSvm::chosen(codes);
    errors[label] = peers::error_rate(svm.predict(codes, test_codes.X), test_codes.y);
  });
  return errors;
}

Json one_mu(Study& study, const Problem& problem, double mu) {
  TrainOptions options;
  options.strategy = Strategy::kOneVsRest;
  options.mu = mu;
  if (study.options().quick) options.iterations = 200;
  const auto trained = study.train(format("mu = %g", mu), problem.train, options);
  return {{"errors", svm_errors(study, trained.classifier, problem)},
          {"atoms", trained.summary.resolved.atoms.value()},
          {"kappa", trained.summary.resolved.kappa.value()},
          {"lambda2", trained.summary.resolved.lambda2.value()}};
}

}  // namespace

Finding figure2(Study& study) {
  const bool quick = study.options().quick;
  const auto& folder = study.options().data;
  auto given = usps(folder, quick ? 1500 : 0, quick ? 1000 : 0, study.console());
  const Problem problem =
      given ? *given : mnist(folder, quick ? 2000 : 10000, quick ? 1000 : 5000, study.console());
  study.use(problem);
  Finding finding;
  finding.title = "Figure 2: are the dictionaries discriminative by themselves?";
  finding.introduction =
      "<p>For each mu, SDL-D L learns a dictionary for each digit against the rest. The learned "
      "decision functions are discarded, and a linear SVM (its C by cross-validation on the "
      "training set) learns from plain lasso codes of the training images. Mean test error of the "
      "ten classifiers.</p>";
  pictures::Series series{"linear SVM on lasso codes", {}, {}};
  TextTable table{{"mu", "mean error %"}, {}};
  for (const int tenths :
       quick ? std::vector{0, 5, 10} : std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
    const double mu = tenths / 10.0;
    const Json result = study.step(format("%s, mu = %g", problem.name.c_str(), mu),
                                   [&] { return one_mu(study, problem, mu); });
    const double error = mean_of(result["errors"].get<std::vector<double>>());
    series.x.push_back(mu);
    series.y.push_back(error);
    table.rows.push_back({format("%g", mu), percents(error)});
    finding.results[format("%g", mu)] = result;
  }
  const pictures::LineChart chart{.title = "Mean error on " + problem.name,
                                  .x_label = "mu",
                                  .series = {series},
                                  .percents = true,
                                  .from_zero = true};
  finding.add("errors", problem.name, table, pictures::line_chart(chart));
  return finding;
}

}  // namespace supdict::app
