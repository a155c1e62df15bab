// SPDX-License-Identifier: BSD-3-Clause
// Content hashes, writers and the generated textures.
#include <Eigen/Cholesky>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "files.hpp"

namespace supdict::testing {
namespace {

Dataset small() {
  Dataset data;
  data.X.resize(2, 3);
  data.X << 1, 0.1F, -3e-20F, 4, 5, 16777216;
  data.labels = {"a", "b,\"c\"", "a"};
  return data;
}

TEST(ContentHash, IsFnv1aOfTheDocumentedBytes) {
  Dataset data;
  data.X = Matrix<float>::Constant(1, 1, 1);
  data.labels = {"a"};
  // n = 1, m = 1, 1.0f, length 1, 'a': computed outside, see the header for the rule.
  EXPECT_EQ(content_hash(data), "fnv1a64:d81c7719a9acfe68");
}

TEST(ContentHash, SeesEveryPart) {
  const std::string before = content_hash(small());
  EXPECT_EQ(content_hash(small()), before);
  Dataset data = small();
  data.X(1, 1) = 5.5F;
  EXPECT_NE(content_hash(data), before);
  data = small();
  data.labels = {"ab", ",\"c\"", "a"};
  EXPECT_NE(content_hash(data), before);
  data = small();
  data.X.resize(3, 2);
  std::copy_n(small().X.data(), 6, data.X.data());
  EXPECT_NE(content_hash(data), before);
  data = small();
  data.source = "elsewhere";
  EXPECT_EQ(content_hash(data), before);
}

TEST(Write, NpyReadsBack) {
  const TempFolder folder;
  const std::string path = folder.path("codes.npy");
  const Matrix<float> X = small().X;
  write_npy(path, X);
  EXPECT_EQ(read_dataset(path).X, X);
  write_npy(path, X.leftCols(2));
  EXPECT_EQ(read_dataset(path).X, X.leftCols(2));
  write_npy(path, X.topRows(1));
  EXPECT_EQ(read_dataset(path).X, X.topRows(1));
  const auto size = std::filesystem::file_size(path);
  EXPECT_EQ(size % 64, 3 * sizeof(float)) << "data begin at a multiple of 64";
}

TEST(Write, CsvReadsBack) {
  const TempFolder folder;
  const std::string path = folder.path("a.csv");
  write_csv(path, small());
  const Dataset data = read_dataset(path);
  EXPECT_EQ(data.X, small().X);
  EXPECT_EQ(data.labels, small().labels);
  EXPECT_EQ(content_hash(data), content_hash(small()));
  Dataset wrong = small();
  wrong.labels.pop_back();
  expect_error([&] { write_csv(path, wrong); }, ErrorCode::kInvalidShape, {"2", "3"});
  EXPECT_EQ(read_dataset(path).X, small().X) << "a failed write keeps the old file";
}

TEST(Write, LeavesNothingBehind) {
  const TempFolder folder;
  write_csv(folder.path("a.csv"), small());
  const auto count = std::distance(std::filesystem::directory_iterator(folder.path()), {});
  EXPECT_EQ(count, 1);
  expect_error([&] { write_npy(folder.path("no/such/folder.npy"), small().X); }, ErrorCode::kFile,
               {"folder.npy"});
  std::filesystem::create_directory(folder.path("taken"));
  expect_error([&] { write_npy(folder.path("taken"), small().X); }, ErrorCode::kFile, {"taken"});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
}

TEST(Textures, AreRepeatable) {
  const Dataset data = generated_textures(5, 6, 1);
  EXPECT_EQ(data.n_features(), 36);
  EXPECT_EQ(data.n_samples(), 10);
  EXPECT_EQ(data.image, (ImageShape{6, 6}));
  EXPECT_EQ(data.labels[4], "grain");
  EXPECT_EQ(data.labels[5], "weave");
  EXPECT_EQ(generated_textures(5, 6, 1).X, data.X);
  EXPECT_NE(generated_textures(5, 6, 2).X, data.X);
  // A larger set begins with the samples of a smaller one.
  EXPECT_EQ(generated_textures(7, 6, 1).X.leftCols(5), data.X.leftCols(5));
  expect_error([] { generated_textures(0, 6, 1); }, ErrorCode::kInvalidValue, {"per_class"});
}

struct Gaussian {
  Vector<double> mean;
  Matrix<double> covariance;
};

Gaussian fitted(const Matrix<double>& X) {
  const Vector<double> mean = X.rowwise().mean();
  const Matrix<double> centred = X.colwise() - mean;
  return {mean, centred * centred.transpose() / static_cast<double>(X.cols())};
}

// Share of samples a decision x -> s(x) > 0 for the second class gets wrong.
template <class Score>
double error_rate(const Matrix<double>& X, Score score) {
  Index wrong = 0;
  for (Index j = 0; j < X.cols(); ++j) wrong += (score(X.col(j)) > 0) != (j >= X.cols() / 2);
  return static_cast<double>(wrong) / static_cast<double>(X.cols());
}

TEST(Textures, QuadraticTellsThemApartAndLinearDoesNot) {
  const Matrix<double> train = generated_textures(2000, 12, 1).X.cast<double>();
  const Matrix<double> test = generated_textures(2000, 12, 2).X.cast<double>();
  const Gaussian grain = fitted(train.leftCols(2000));
  const Gaussian weave = fitted(train.rightCols(2000));
  EXPECT_NEAR(grain.mean.mean(), weave.mean.mean(), 1);
  EXPECT_NEAR(grain.covariance.trace() / weave.covariance.trace(), 1, 0.03);

  const Eigen::LLT<Matrix<double>> pooled((grain.covariance + weave.covariance) / 2);
  const Vector<double> w = pooled.solve(weave.mean - grain.mean);
  const Vector<double> middle = (weave.mean + grain.mean) / 2;
  EXPECT_GT(error_rate(test, [&](const auto& x) { return w.dot(x - middle); }), 0.42);

  const Eigen::LLT<Matrix<double>> of_grain(grain.covariance);
  const Eigen::LLT<Matrix<double>> of_weave(weave.covariance);
  const auto log_det = [](const Eigen::LLT<Matrix<double>>& factor) {
    return 2 * factor.matrixL().toDenseMatrix().diagonal().array().log().sum();
  };
  const double offset = log_det(of_grain) - log_det(of_weave);
  const double quadratic = error_rate(test, [&](const auto& x) {
    const Vector<double> r = x - middle;
    return r.dot(of_grain.solve(r)) - r.dot(of_weave.solve(r)) + offset;
  });
  EXPECT_LT(quadratic, 0.10);
  EXPECT_GT(quadratic, 0.001) << "a problem without errors tests nothing";
}

}  // namespace
}  // namespace supdict::testing
