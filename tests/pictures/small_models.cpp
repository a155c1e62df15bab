// SPDX-License-Identifier: BSD-3-Clause
#include "small_models.hpp"

#include <nlohmann/json.hpp>

namespace supdict::testing {
namespace {

/// Random numbers that are the same on every machine.
class Numbers {
 public:
  float next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<float>(state_ >> 40U) / static_cast<float>(1U << 23U) - 1;
  }
  Matrix<float> matrix(Index rows, Index columns) {
    return Matrix<float>::NullaryExpr(rows, columns, [this] { return next(); });
  }

 private:
  std::uint64_t state_ = 20080612;
};

Part<float> made_part(const ModelShape& shape, std::vector<int> classes, Numbers& numbers) {
  const Index n = shape.height > 0 ? shape.height * shape.width : shape.width;
  const auto p = static_cast<Index>(classes.size());
  Part<float> part;
  part.classes = std::move(classes);
  part.model.decision = shape.decision;
  part.model.D = numbers.matrix(n, shape.atoms).colwise().normalized();
  part.model.W = shape.decision == Decision::kLinear ? numbers.matrix(shape.atoms, p)
                                                     : numbers.matrix(n, shape.atoms * p);
  part.model.b = numbers.matrix(p, 1);
  const bool rec = shape.method == Method::kRec;
  part.model.lambda0 = rec ? 1 : 20;
  part.model.lambda1 = rec ? 0.1 : 2;
  return part;
}

}  // namespace

Classifier<float> made_classifier(const ModelShape& shape) {
  Classifier<float> classifier;
  classifier.method = shape.method;
  classifier.strategy = shape.strategy;
  classifier.labels = ClassLabels(shape.labels);
  classifier.preprocessing.image_height = shape.height;
  classifier.preprocessing.image_width = shape.height > 0 ? shape.width : 0;
  classifier.preprocessing.n_raw = shape.height > 0 ? shape.height * shape.width : shape.width;
  const int p = classifier.n_classes();
  Numbers numbers;
  Member<float> member;
  member.atoms = shape.atoms;
  member.kappa = 0.1;
  std::vector<int> all;
  for (int a = 0; a < p; ++a) {
    all.push_back(a);
    if (shape.strategy == Strategy::kOneVsRest) {
      member.parts.push_back(made_part(shape, {kRest, a}, numbers));
    }
    for (int b = a + 1; b < p && shape.strategy == Strategy::kPairwise; ++b) {
      member.parts.push_back(made_part(shape, {a, b}, numbers));
    }
  }
  if (shape.strategy == Strategy::kMulticlass) {
    member.parts.push_back(made_part(shape, all, numbers));
  }
  classifier.members.push_back(std::move(member));
  return classifier;
}

Dataset made_data(const Classifier<float>& classifier, Index m) {
  Dataset data;
  data.X = Numbers().matrix(classifier.n_features(), m);
  for (Index j = 0; j < m; ++j) {
    data.labels.push_back(classifier.labels.name(static_cast<int>(j % classifier.n_classes())));
  }
  return data;
}

std::string made_training_note(const Classifier<float>& classifier, int points) {
  nlohmann::json parts = nlohmann::json::array();
  for (const Part<float>& part : classifier.members.front().parts) {
    nlohmann::json path = nlohmann::json::array();
    for (int i = 1; i <= points; ++i) {
      path.push_back({{"iteration", 10 * i},
                      {"mu", 1.0 * i / points},
                      {"objective", 5.0 / i},
                      {"train_error", 0.2 / i},
                      {"validation_error", nullptr},
                      {"mean_nonzeros", 4}});
    }
    parts.push_back({{"classes", part.classes}, {"path", path}, {"chosen", points - 1}});
  }
  return nlohmann::json{{"members", {{{"parts", parts}}}}}.dump();
}

}  // namespace supdict::testing
