// SPDX-License-Identifier: BSD-3-Clause
// Table 2 of the paper: two textures, 12 x 12 patches, k = 64, kappa = 0.15, for growing numbers M
// of training patches. Left halves train, right halves test.
#include <cmath>

#include "reproduce/experiment.hpp"

namespace supdict::app {
namespace {

struct Column {
  const char* name;
  Method method;
  Decision decision;
};
constexpr Column kMethods[] = {{"REC L", Method::kRec, Decision::kLinear},
                               {"SDL-G L", Method::kSdlG, Decision::kLinear},
                               {"SDL-D L", Method::kSdlD, Decision::kLinear},
                               {"REC BL", Method::kRec, Decision::kBilinear},
                               {"SDL-G BL", Method::kSdlG, Decision::kBilinear},
                               {"SDL-D BL", Method::kSdlD, Decision::kBilinear}};
constexpr std::size_t kRecBilinear = 3;
constexpr std::size_t kSdlBilinear = 5;

struct PaperRow {
  Index m;
  double errors[6];
};
/// In percent; the paper does not name its plates.
constexpr PaperRow kPaper[] = {{300, {48.84, 47.34, 44.84, 26.34, 26.34, 26.34}},
                               {1500, {46.8, 46.3, 42, 22.7, 22.3, 22.3}},
                               {3000, {45.17, 45.1, 40.6, 21.99, 21.22, 21.22}},
                               {6000, {45.71, 43.68, 39.77, 19.77, 18.75, 18.61}},
                               {15000, {47.54, 46.15, 38.99, 18.2, 17.26, 15.48}},
                               {30000, {47.28, 45.1, 38.3, 18.99, 16.84, 14.26}}};

Json one_cell(Study& study, const Problem& problem, const Column& method) {
  TrainOptions options;
  options.method = method.method;
  options.decision = method.decision;
  options.atoms = 64;
  options.kappa = 0.15;
  options.preprocessing.remove_mean = true;
  if (study.options().quick) options.iterations = 100;
  const auto trained = study.train(problem.name + " " + method.name, problem.train, options);
  return {{"error", study.error(trained.classifier, problem.test.X, problem.test.labels)},
          {"lambda2", trained.summary.resolved.lambda2.value()},
          {"mu", trained.summary.resolved.mu.value()}};
}

/// Errors of each draw for one M: methods by draws.
Json one_row(Study& study, const TexturePair& pair, Index m, int draws) {
  Json errors = Json::object();
  for (const Column& method : kMethods) errors[method.name] = Json::array();
  for (int draw = 1; draw <= draws; ++draw) {
    const Problem problem = textures(study.options().data, pair, m, study.size(10000, 2000),
                                     static_cast<std::uint64_t>(draw));
    if (draw == 1) study.use(problem);
    for (const Column& method : kMethods) {
      const std::string name =
          format("%s, M = %td, draw %d: %s", problem.name.c_str(), m, draw, method.name);
      const Json cell = study.step(name, [&] { return one_cell(study, problem, method); });
      errors[method.name].push_back(cell["error"]);
    }
  }
  return errors;
}

/// The gain of SDL-D BL over REC BL, in percent.
std::string gain(double rec, double sdl) {
  return format("%.0f", std::round(100 * (1 - sdl / rec)) + 0.0);  // + 0: never "-0"
}

double mean_error(const Json& row, std::size_t method) {
  return mean_of(row[kMethods[method].name].get<std::vector<double>>());
}

void report(Finding& finding, const std::string& name, const Json& rows) {
  TextTable table{{"M"}, {}};
  for (const Column& method : kMethods) table.head.emplace_back(method.name);
  table.head.emplace_back("gain %");
  for (const auto& [m, row] : rows.items()) {
    std::vector<std::string> cells = {m};
    for (const Column& method : kMethods) {
      cells.push_back(mean_and_spread(row[method.name].get<std::vector<double>>()));
    }
    cells.push_back(gain(mean_error(row, kRecBilinear), mean_error(row, kSdlBilinear)));
    table.rows.push_back(std::move(cells));
  }
  finding.results[name] = rows;
  finding.add(name, name, table);
}

TextTable paper_table() {
  TextTable table{{"M"}, {}};
  for (const Column& method : kMethods) table.head.emplace_back(method.name);
  table.head.emplace_back("gain %");
  for (const PaperRow& row : kPaper) {
    std::vector<std::string> cells = {std::to_string(row.m)};
    for (const double error : row.errors) cells.push_back(format("%.2f", error));
    cells.push_back(gain(row.errors[kRecBilinear], row.errors[kSdlBilinear]));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

Finding table2(Study& study) {
  Finding finding;
  finding.title = "Table 2: textures";
  finding.introduction =
      "<p>Test errors in percent, mean and standard deviation over draws of patches. M patches of "
      "the left halves train, others of the right halves test; mean removed, unit length, k = 64, "
      "kappa = 0.15. The gain is that of SDL-D BL over REC BL.</p>";
  const int draws = study.size(5, 2);
  std::vector<TexturePair> pairs = {{"D15", "D29"}, {"D24", "D29"}};
  if (!has_plates(study.options().data, pairs[0], study.console())) pairs.resize(1);
  for (const TexturePair& pair : pairs) {
    Json rows = Json::object();
    std::string name;
    for (const PaperRow& row : kPaper) {
      if (study.options().quick && row.m != 300 && row.m != 1500) continue;
      rows[std::to_string(row.m)] = one_row(study, pair, row.m, draws);
      name = study.data().back()["name"].get<std::string>();
    }
    report(finding, name, rows);
  }
  finding.add("paper", "The paper (its own pair of plates)", paper_table());
  return finding;
}

}  // namespace supdict::app
