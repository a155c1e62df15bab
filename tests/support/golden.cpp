// SPDX-License-Identifier: BSD-3-Clause
#include "support/golden.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace supdict::testing {
namespace {

using Json = nlohmann::json;

Vector<double> vector_of(const Json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Vector<double>>(values.data(), std::ssize(values));
}

/// Row i of the file is row i of the matrix.
Matrix<double> rows_of(const Json& list) {
  Matrix<double> M(std::ssize(list), list.empty() ? 0 : std::ssize(list[0]));
  for (Index i = 0; i < M.rows(); ++i) {
    M.row(i) = vector_of(list[i]).transpose();
  }
  return M;
}

/// p x k, or p x n x k, to the library's shape of W.
Matrix<double> theta_of(const Json& list, Decision decision) {
  if (decision == Decision::kLinear) return rows_of(list).transpose();
  std::vector<Matrix<double>> blocks;
  for (const Json& block : list) blocks.push_back(rows_of(block));
  const Index k = blocks[0].cols();
  Matrix<double> W(blocks[0].rows(), k * std::ssize(blocks));
  for (Index l = 0; l < std::ssize(blocks); ++l) {
    W.middleCols(l * k, k) = blocks[l];
  }
  return W;
}

/// m x p x k to k x (m p).
Matrix<double> codes_of(const Json& list, Index k, Index p) {
  Matrix<double> Alpha(k, std::ssize(list) * p);
  Index column = 0;
  for (const Json& signal : list) {
    for (const Json& code : signal) Alpha.col(column++) = vector_of(code);
  }
  return Alpha;
}

/// Files without a penalty of their own have the plain one. They name lambda3 = lambda0 ridge.
CodePenalty penalty_of(const Json& file, double lambda0) {
  if (!file.contains("nonnegative")) return {};
  return {.nonnegative = file.at("nonnegative"),
          .ridge = file.at("lambda3").get<double>() / lambda0,
          .weights = file.at("weights").get<std::vector<double>>()};
}

}  // namespace

Golden read_golden(const std::filesystem::path& path) {
  const Json file = Json::parse(std::ifstream(path));
  const Json& expected = file.at("expected");
  Golden golden;
  golden.name = path.filename().string();
  SupervisedDictionary<double>& model = golden.problem.model;
  model.decision = parse_name<Decision>("decision", file.at("model").get<std::string>());
  model.D = rows_of(file.at("D"));
  model.W = theta_of(file.at("W"), model.decision);
  model.b = vector_of(file.at("b"));
  model.lambda0 = file.at("lambda0");
  model.lambda1 = file.at("lambda1");
  model.penalty = penalty_of(file, model.lambda0);
  golden.problem.X = rows_of(file.at("X")).transpose();
  golden.problem.y = file.at("y").get<std::vector<int>>();
  golden.lambda2 = file.at("lambda2");
  golden.mu = file.at("mu");
  golden.Alpha = codes_of(expected.at("alpha"), model.n_atoms(), model.n_classes());
  golden.S = rows_of(expected.at("S")).transpose();
  golden.predicted = expected.at("predicted").get<std::vector<int>>();
  golden.objective = expected.at("objective");
  golden.omega = rows_of(expected.at("omega")).transpose();
  golden.grad_D = rows_of(expected.at("grad_D"));
  golden.grad_W = theta_of(expected.at("grad_W"), model.decision);
  golden.grad_b = vector_of(expected.at("grad_b"));
  if (expected.contains("gamma")) golden.gamma = expected.at("gamma").get<double>();
  return golden;
}

std::vector<std::filesystem::path> golden_files() {
  const char* chosen = std::getenv("SUPDICT_GOLDEN_DIR");
  const std::filesystem::path folder =
      chosen != nullptr && *chosen != '\0' ? chosen : SUPDICT_TEST_GOLDEN_DIR;
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& place : {folder, folder / "penalties"}) {
    if (!std::filesystem::is_directory(place)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::filesystem::path old_models_folder(const std::string& format) {
  return std::filesystem::path(SUPDICT_TEST_GOLDEN_DIR) / ("models-" + format);
}

}  // namespace supdict::testing
