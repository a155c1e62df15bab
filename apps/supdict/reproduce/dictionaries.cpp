// SPDX-License-Identifier: BSD-3-Clause
// Figures 3 and 4 of the paper: dictionaries learned for reconstruction and with labels.
#include "pictures/atoms.hpp"

#include "pictures/tile.hpp"
#include "reproduce/experiment.hpp"

namespace supdict::app {
namespace {

constexpr int kAtoms = 64;
constexpr int kZoom = 4;

/// Both kinds of dictionary for one problem of two classes, with their test errors.
void compare(Study& study, Finding& finding, const Problem& problem, TrainOptions options,
             const std::string& name) {
  options.atoms = kAtoms;
  options.kappa = 0.15;
  if (study.options().quick) options.iterations = 200;
  TextTable table{{"dictionary", "test error %"}, {}};
  std::string shown;
  for (const Method method : {Method::kRec, Method::kSdlD}) {
    options.method = method;
    const std::string label = method == Method::kRec ? "REC" : "SDL-D";
    study.console().say(name + ": " + label);
    const auto trained = study.train(label, problem.train, options);
    const double error = study.error(trained.classifier, problem.test.X, problem.test.labels);
    table.rows.push_back({label, percents(error)});
    finding.results[label] = {{"error", error}, {"seconds", trained.summary.seconds}};
    shown += finding.picture(name + "-" + to_string(method) + ".png",
                             pictures::atoms_png(trained.classifier, {.zoom = kZoom}),
                             label + ": bars show the class an atom votes for");
  }
  finding.add("dictionaries", problem.name, table, side_by_side(shown));
}

/// Two classes: the digit and "all others".
Dataset against_all(Dataset data, const std::string& digit) {
  for (std::string& label : data.labels) {
    if (label != digit) label = "other";
  }
  return data;
}

std::string texture_picture(const Dataset& images, Index j) {
  Preprocessing shape;
  shape.n_raw = images.n_features();
  shape.image_height = images.image.height;
  shape.image_width = images.image.width;
  const pictures::Size size{images.image.width * 2, images.image.height * 2};
  return pictures::encode_png(pictures::image_tile(images.X.col(j), shape, size, {}));
}

}  // namespace

Finding figure3(Study& study) {
  const bool quick = study.options().quick;
  Problem problem =
      mnist(study.options().data, quick ? 3000 : 0, quick ? 2000 : 0, study.console());
  problem.train = against_all(std::move(problem.train), "9");
  problem.test = against_all(std::move(problem.test), "9");
  problem.name = "MNIST, 9 against all";
  study.use(problem);
  Finding finding;
  finding.title = "Figure 3: dictionaries of digits";
  finding.introduction =
      "<p>A dictionary learned to reconstruct all digits, and one learned to tell 9 from all "
      "others.</p>";
  compare(study, finding, problem, {}, "figure3");
  return finding;
}

Finding figure4(Study& study) {
  const TexturePair pair{"D15", "D29"};
  const auto& folder = study.options().data;
  has_plates(folder, pair, study.console());
  const Problem problem = textures(folder, pair, study.size(30000, 3000), study.size(10000, 2000),
                                   study.options().seed);
  study.use(problem);
  Finding finding;
  finding.title = "Figure 4: dictionaries of textures";
  finding.introduction =
      "<p>Two textures, a dictionary learned to reconstruct patches of both, and one learned with "
      "a bilinear classifier. They look alike, but their errors differ.</p>";
  const Dataset images = texture_images(folder, pair);
  std::string shown;
  for (Index j = 0; j < images.n_samples(); ++j) {
    const std::string& label = images.labels[j];
    shown += finding.picture("figure4-" + label + ".png", texture_picture(images, j), label);
  }
  finding.sections.push_back({"textures", "Textures", side_by_side(shown)});
  TrainOptions options;
  options.decision = Decision::kBilinear;
  options.preprocessing.remove_mean = true;
  compare(study, finding, problem, options, "figure4");
  return finding;
}

}  // namespace supdict::app
