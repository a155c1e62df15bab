// SPDX-License-Identifier: BSD-3-Clause
// Table 1 of the paper: handwritten digits. (k, kappa) is chosen by cross-validation on the
// training set, and the three best vote; the training rules choose all other parameters. The test
// set is read last.
#include <supdict/model_file.hpp>

#include <algorithm>
#include <sstream>

#include "reproduce/experiment.hpp"
#include "reproduce/peers/gaussian_svm.hpp"
#include "reproduce/peers/nearest_neighbours.hpp"
#include "reproduce/table1_page.hpp"

namespace supdict::app {
namespace {

struct Row {
  const char* name;
  Method method;
  Decision decision;
  bool deskew = false;
  bool shifts = false;
  int atoms = 0;  ///< instead of the chosen k, where that is the largest of the grid
};
constexpr Row kRows[] = {
    {.name = "REC L", .method = Method::kRec, .decision = Decision::kLinear},
    {.name = "SDL-G L", .method = Method::kSdlG, .decision = Decision::kLinear},
    {.name = "SDL-D L", .method = Method::kSdlD, .decision = Decision::kLinear},
    {.name = "SDL-D L, shifts",
     .method = Method::kSdlD,
     .decision = Decision::kLinear,
     .shifts = true},
    {.name = "SDL-D L, deskewed",
     .method = Method::kSdlD,
     .decision = Decision::kLinear,
     .deskew = true},
    {.name = "SDL-D L, deskewed, 160 atoms",
     .method = Method::kSdlD,
     .decision = Decision::kLinear,
     .deskew = true,
     .atoms = 160},
    {.name = "REC BL", .method = Method::kRec, .decision = Decision::kBilinear}};
constexpr const char* kNeighbours = "k-NN";
constexpr const char* kSvm = "SVM-Gauss";

std::string file_name(const Problem& problem, const std::string& kind) {
  std::string name = problem.name == "MNIST" ? "mnist-" : "usps-";
  for (const char c : kind) {
    if (c != ',') name += c == ' ' ? '-' : static_cast<char>(std::tolower(c));
  }
  return name;
}

/// The parameters for the rows below: three (k, kappa), lambda2 and mu.
Json choose(Study& study, const Problem& problem) {
  TuneOptions tuning;
  tuning.race = true;
  if (study.options().quick) {
    tuning.grid_atoms = "24,48";
    tuning.grid_kappa = "0.13,0.15";
    tuning.folds = 2;
  }
  TrainOptions options;
  options.iterations = study.size(700, 100);
  const TuneResult result = study.tune(file_name(problem, "sdl-d"), problem.train, options, tuning);
  Json points = Json::array();
  for (const TunePoint& point : result.points) {
    points.push_back({{"atoms", point.atoms},
                      {"kappa", point.kappa},
                      {"error", point.error()},
                      {"folds", point.errors.size()}});
  }
  return {{"members", result.chosen.members},
          {"lambda2", result.chosen.lambda2.value()},
          {"mu", result.chosen.mu.value()},
          {"grid", points}};
}

bool chose_most_atoms(const Json& chosen) {
  const Json& grid = chosen["grid"];
  const auto best = grid.front()["atoms"].get<int>();
  return std::ranges::all_of(grid, [&](const Json& point) { return point["atoms"] <= best; });
}

/// ATOMS:KAPPA,... with other numbers of atoms.
std::string members_with(int atoms, const std::string& members) {
  std::string result;
  std::istringstream list(members);
  for (std::string member; std::getline(list, member, ',');) {
    if (!result.empty()) result += ',';
    result += std::to_string(atoms) + member.substr(member.find(':'));
  }
  return result;
}

/// Errors of all members together, and of each member.
Json test(Study& study, const Classifier<float>& classifier, const Problem& problem) {
  const std::vector<int> expected = classifier.labels.encode(problem.test.labels);
  const auto costs = classifier.costs(problem.test.X, fast_coding(), study.context());
  Json result = {{"error", peers::error_rate(classifier.decide(costs).label, expected)},
                 {"n", expected.size()},
                 {"members", Json::array()}};
  std::size_t first = 0;
  for (const Member<float>& member : classifier.members) {
    Classifier<float> single = classifier;
    single.members = {member};
    const std::span own(costs.data() + first, member.parts.size());
    first += member.parts.size();
    result["members"].push_back({{"atoms", member.atoms},
                                 {"kappa", member.kappa},
                                 {"error", peers::error_rate(single.decide(own).label, expected)}});
  }
  return result;
}

/// Steps of SDL-D: 70 passes over the signals of a pair, but at least the default. On held-out
/// training digits of MNIST half as many are no better.
int sdl_steps(const Problem& problem) {
  constexpr Index kPasses = 70;
  const Index n_classes = ClassLabels::from(problem.train.labels).size();
  const Index per_pair = 2 * problem.train.n_samples() / n_classes;
  return static_cast<int>(std::max<Index>(kUsualSteps, kPasses * per_pair / kUsualBatch));
}

Json method_row(Study& study, const Problem& problem, const Row& row, const Json& chosen) {
  TrainOptions options;
  options.method = row.method;
  options.decision = row.decision;
  options.members = chosen["members"].get<std::string>();
  if (row.atoms > 0) options.members = members_with(row.atoms, options.members);
  options.lambda2 = chosen["lambda2"].get<double>();
  if (options.method == Method::kSdlD) {
    options.mu = chosen["mu"].get<double>();
    options.iterations = sdl_steps(problem);
  }
  if (study.options().quick) options.iterations = 200;
  if (row.deskew) options.preprocessing.deskew = true;
  if (row.shifts) {
    options.augment_shift = 1;
    options.iterations = study.size(6000, 200);
  }
  const auto trained = study.train(problem.name + " " + row.name, problem.train, options);
  if (options.method == Method::kSdlD) {
    save_model<float>(study.path(file_name(problem, row.name) + ".model"), trained.classifier);
  }
  Json result = test(study, trained.classifier, problem);
  result["train_seconds"] = trained.summary.seconds;
  result["train_error"] = trained.summary.train_error;
  result["lambda2"] = trained.summary.resolved.lambda2.value();
  result["mu"] = trained.summary.resolved.mu.value();
  return result;
}

struct Peers {
  peers::Labelled train;
  peers::Labelled test;
};

Peers for_peers(const Problem& problem) {
  PreprocessingOptions options;
  tell_shape(problem.train, options);
  const Preprocessing preprocessing = fit_preprocessing<float>(problem.train.X, options);
  const ClassLabels classes = ClassLabels::from(problem.train.labels);
  return {labelled(problem.train, classes, preprocessing),
          labelled(problem.test, classes, preprocessing)};
}

Json neighbours_row(const Study& study, const Problem& problem) {
  const Peers data = for_peers(problem);
  const int threads = study.context().threads();
  const auto chosen = peers::NearestNeighbours::chosen(data.train, threads);
  const auto predicted = chosen.predict(data.train, data.test.X, threads);
  return {{"error", peers::error_rate(predicted, data.test.y)}, {"k", chosen.k}};
}

Json svm_row(const Study& study, const Problem& problem) {
  const Peers data = for_peers(problem);
  const int threads = study.context().threads();
  const auto chosen = peers::GaussianSvm::chosen(data.train, study.size(4000, 600), threads);
  const auto predicted = chosen.predict(data.train, data.test.X, threads);
  return {{"error", peers::error_rate(predicted, data.test.y)},
          {"C", chosen.C},
          {"gamma", chosen.gamma},
          {"cross_validation_error", chosen.training_error}};
}

Json digits(Study& study, const Problem& problem) {
  study.use(problem);
  Json rows = Json::object();
  const Json chosen = study.step(problem.name + ": choosing (k, kappa), lambda2 and mu",
                                 [&] { return choose(study, problem); });
  for (const Row& row : kRows) {
    if (row.atoms > 0 && (study.options().quick || !chose_most_atoms(chosen))) continue;
    rows[row.name] = study.step(problem.name + ": " + row.name,
                                [&] { return method_row(study, problem, row, chosen); });
  }
  rows[kNeighbours] = study.step(problem.name + ": nearest neighbours",
                                 [&] { return neighbours_row(study, problem); });
  rows[kSvm] = study.step(problem.name + ": Gaussian SVM", [&] { return svm_row(study, problem); });
  return {{"chosen", chosen}, {"rows", rows}};
}

}  // namespace

Finding table1(Study& study) {
  Finding finding;
  finding.title = "Table 1: digits";
  finding.introduction =
      "<p>Test errors of classifiers for each pair of digits. REC learns a dictionary without "
      "labels and then a classifier; SDL-G and SDL-D learn both together. Three (k, kappa) vote. "
      "In the row with shifts training images are moved by up to one pixel each time they are "
      "used; in the deskewed rows the slant of every image is removed first. Nothing else is "
      "done to images but scaling them to unit length. Where the best k is the largest of the "
      "grid, one row goes beyond.</p>";
  const bool quick = study.options().quick;
  if (const auto problem =
          usps(study.options().data, quick ? 1500 : 0, quick ? 1000 : 0, study.console())) {
    add_digits(finding, "USPS", digits(study, *problem));
  }
  const Problem problem =
      mnist(study.options().data, quick ? 2000 : 0, quick ? 2000 : 0, study.console());
  add_digits(finding, "MNIST", digits(study, problem));
  return finding;
}

}  // namespace supdict::app
