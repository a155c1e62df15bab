// SPDX-License-Identifier: BSD-3-Clause
// Coding on a GPU through the public face: what holds on the CPU holds there. Without a GPU the
// errors are tested, and the rest is skipped by name.
#include <gtest/gtest.h>

#include <limits>

#include "core/devices.hpp"
#include "supdict/coding.hpp"
#include "supdict/predictor.hpp"
#include "support/exact_costs.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"
#include "support/same_codes.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

const std::vector<int> kBoth = {0, 1};

TEST(CudaContext, ADeviceThatIsNotThereIsAnError) {
  const int count = core::n_cuda_devices();
  if (count > 0) {
    expect_error(ErrorCode::kDevice, {"cuda:1000", "expected a device from 0 to"},
                 [] { Context::cuda(1000); });
  } else {
    expect_error(ErrorCode::kDevice, {"CUDA"}, [] { Context::cuda(); });
  }
}

TEST(CudaContext, AContextWithoutADeviceHasNone) {
  EXPECT_EQ(Context(1).cuda_device(), -1);
}

struct Size {
  Decision decision;
  Index n;
  Index k;
  Index m;
};

class CodingOnCuda : public ::testing::TestWithParam<Size> {
 protected:
  void SetUp() override {
    if (core::n_cuda_devices() == 0) GTEST_SKIP() << "no GPU";
    context_ = Context::cuda(0, 2);
    problem_ = make_problem({.decision = GetParam().decision,
                             .n = GetParam().n,
                             .k = GetParam().k,
                             .m = GetParam().m,
                             .lambda0 = 5,
                             .kappa = 0.3,
                             .theta = 0.7});
    model_ = to_float(problem_.model);
    X_ = problem_.X.cast<float>();
  }

  Codes<float> codes(const Context& context, bool lasso, const Matrix<float>& X) const {
    const Coder<float> coder(model_, {.tolerance = kTolerance}, context);
    return lasso ? coder.lasso(X) : coder.encode(X, kBoth);
  }

  void expect_as_on_cpu(bool lasso) {
    const Codes<float> cuda = codes(context_, lasso, X_);
    const Codes<float> cpu = codes(Context(2), lasso, X_);
    EXPECT_EQ(cuda.summary.device.substr(0, 6), "cuda:0");
    EXPECT_EQ(cpu.summary.device, "cpu");
    EXPECT_EQ(cuda.summary.n_converged, cuda.summary.n_problems);
    EXPECT_LE(cuda.summary.n_finished_on_cpu, X_.cols() / 4);
    EXPECT_LE((cuda.Alpha - cpu.Alpha).cwiseAbs().maxCoeff(), 1e-4F);
    if (!lasso) {
      EXPECT_LE((cuda.posterior - cpu.posterior).cwiseAbs().maxCoeff(), 1e-4F);
    }
    const Index h = cuda.n_hypotheses();
    const Index last = std::min<Index>(60, cuda.n_signals());
    for (Index c = 0; c < last * h; ++c) {
      const ExactBounds exact = exact_bounds<float>(
          model_, X_.col(c / h), cuda.Alpha.col(c).cast<double>(),
          lasso ? -1 : static_cast<int>(c % h), model_.lambda1 / model_.lambda0);
      EXPECT_LE(cuda.lower.data()[c], exact.lower) << c;
      EXPECT_GE(cuda.upper.data()[c], exact.upper) << c;
      EXPECT_LE(exact.upper - exact.lower, 2 * kTolerance * exact.upper) << c;
    }
  }

  static constexpr double kTolerance = 1e-6;
  Context context_{1};
  LabelledProblem<double> problem_;
  SupervisedDictionary<float> model_;
  Matrix<float> X_;
};

TEST_P(CodingOnCuda, TheLassoIsThatOfTheCpu) {
  expect_as_on_cpu(true);
}

TEST_P(CodingOnCuda, BothHypothesesAreThoseOfTheCpu) {
  expect_as_on_cpu(false);
}

TEST_P(CodingOnCuda, TwoRunsGiveTheSameBits) {
  for (const bool lasso : {true, false}) {
    expect_same_codes(codes(context_, lasso, X_), codes(context_, lasso, X_));
  }
}

TEST_P(CodingOnCuda, ASignalHasTheSameCodeInAnyCompany) {
  for (const bool lasso : {true, false}) {
    const Codes<float> all = codes(context_, lasso, X_);
    for (const Index size : {Index(1), Index(7), X_.cols() / 2}) {
      const Index first = X_.cols() / 3;
      const Codes<float> some = codes(context_, lasso, X_.middleCols(first, size));
      const Index h = all.n_hypotheses();
      EXPECT_TRUE(same_bits(some.Alpha, all.Alpha.middleCols(first * h, size * h)));
      EXPECT_TRUE(same_bits(some.lower, all.lower.middleCols(first, size)));
      EXPECT_TRUE(same_bits(some.upper, all.upper.middleCols(first, size)));
    }
  }
}

TEST_P(CodingOnCuda, SignalsMayLieApart) {
  Matrix<float> wide = Matrix<float>::Constant(X_.rows() + 3, X_.cols(), 7);
  wide.topRows(X_.rows()) = X_;
  const Coder<float> coder(model_, {.tolerance = kTolerance}, context_);
  expect_same_codes(coder.lasso(wide.topRows(X_.rows())), coder.lasso(X_));
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, CodingOnCuda,
    ::testing::Values(Size{Decision::kLinear, 60, 1, 100}, Size{Decision::kLinear, 61, 37, 300},
                      Size{Decision::kLinear, 784, 64, 70000}, Size{Decision::kLinear, 60, 64, 20},
                      Size{Decision::kLinear, 64, 65, 500}, Size{Decision::kLinear, 130, 128, 5000},
                      Size{Decision::kLinear, 100, 256, 2000},
                      Size{Decision::kLinear, 90, 300, 500}, Size{Decision::kLinear, 90, 512, 500},
                      Size{Decision::kBilinear, 17, 20, 100},
                      Size{Decision::kBilinear, 100, 64, 3000},
                      Size{Decision::kBilinear, 75, 200, 700}),
    [](const ::testing::TestParamInfo<Size>& chosen) {
      const Size& size = chosen.param;
      return to_string(size.decision) + "_n" + std::to_string(size.n) + "_k" +
             std::to_string(size.k) + "_m" + std::to_string(size.m);
    });

class OnCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (core::n_cuda_devices() == 0) GTEST_SKIP() << "no GPU";
    context_ = Context::cuda(0, 2);
  }
  Context context_{1};
};

TEST_F(OnCuda, GoldenFilesOfTwoClasses) {
  int compared = 0;
  for (const auto& file : golden_files()) {
    const Golden golden = read_golden(file);
    if (golden.problem.model.n_classes() != 2) continue;
    if (!golden.problem.model.penalty.is_plain()) continue;
    SCOPED_TRACE(file.filename().string());
    const Coder<float> coder(to_float(golden.problem.model), {}, context_);
    const Codes<float> codes = coder.encode(golden.problem.X.cast<float>());
    for (Index c = 0; c < golden.S.size(); ++c, ++compared) {
      EXPECT_NEAR(codes.value.data()[c], golden.S.data()[c], kGoldenCostFloat * golden.S.data()[c]);
    }
  }
  EXPECT_GT(compared, 0);
}

TEST_F(OnCuda, CodesThatOutgrowTheDeviceAreFinishedAndCounted) {
  const LabelledProblem<double> problem =
      make_problem({.n = 200, .k = 180, .m = 40, .lambda0 = 50, .kappa = 0.02});
  const SupervisedDictionary<float> model = to_float(problem.model);
  const Matrix<float> X = problem.X.cast<float>();
  const Codes<float> cuda = Coder<float>(model, {}, context_).lasso(X);
  const Codes<float> cpu = Coder<float>(model, {}, Context(1)).lasso(X);
  EXPECT_GT(cuda.summary.n_finished_on_cpu, 0);
  EXPECT_EQ(cuda.summary.n_converged, 40);
  EXPECT_LE((cuda.Alpha - cpu.Alpha).cwiseAbs().maxCoeff(), 1e-4F);
}

TEST_F(OnCuda, EntriesThatAreNotFiniteAreRefused) {
  const LabelledProblem<double> problem = make_problem({.m = 5});
  Matrix<float> X = problem.X.cast<float>();
  const Coder<float> coder(to_float(problem.model), {}, context_);
  X(3, 2) = std::numeric_limits<float>::quiet_NaN();
  expect_error(ErrorCode::kInvalidValue, {"X"}, [&] { (void)coder.lasso(X); });
  X(3, 2) = std::numeric_limits<float>::infinity();
  expect_error(ErrorCode::kInvalidValue, {"X"}, [&] { (void)coder.encode(X); });
  X(3, 2) = 0;
  EXPECT_EQ(coder.lasso(X).summary.n_converged, 5);
}

TEST_F(OnCuda, NothingToCodeIsCoded) {
  const LabelledProblem<double> problem = make_problem({.m = 2});
  const Coder<float> coder(to_float(problem.model), {}, context_);
  EXPECT_EQ(coder.encode(Matrix<float>(problem.X.rows(), 0)).summary.n_problems, 0);
}

/// Three classes in pairs, each pair with a dictionary of its own.
Classifier<float> pairs_of(Decision decision, Index k) {
  constexpr Index kFeatures = 50;
  Classifier<float> classifier;
  classifier.strategy = Strategy::kPairwise;
  classifier.labels = ClassLabels(std::vector<std::string>{"a", "b", "c"});
  classifier.preprocessing.n_raw = kFeatures;
  Member<float> member{.atoms = static_cast<int>(k), .kappa = 0.16, .parts = {}};
  std::uint64_t seed = 5;
  for (const std::vector<int>& classes : {std::vector<int>{0, 1}, {2, 0}, {1, 2}}) {
    const auto problem =
        make_problem({.decision = decision, .n = kFeatures, .k = k, .kappa = 0.16, .seed = seed++});
    member.parts.push_back({classes, to_float(problem.model)});
  }
  classifier.members.push_back(std::move(member));
  return classifier;
}

TEST_F(OnCuda, PredictionsAreThoseOfTheCpu) {
  const Matrix<float> X = random_matrix(50, 20000, 3).cast<float>();
  for (const auto& [decision, k] : {std::pair{Decision::kLinear, Index(40)},
                                    {Decision::kLinear, 100},
                                    {Decision::kBilinear, 30}}) {
    SCOPED_TRACE(to_string(decision) + " " + std::to_string(k));
    const Predictor<float> predictor(pairs_of(decision, k), {}, context_);
    const Classification cuda = predictor.classify(X, context_);
    const Classification cpu = predictor.classify(X.leftCols(500), Context(2));
    EXPECT_EQ(cuda.summary.device.substr(0, 6), "cuda:0");
    EXPECT_EQ(cuda.summary.n_converged, 6 * X.cols());
    EXPECT_EQ(cuda.label.size(), 20000);
    EXPECT_EQ(predictor.label(X, context_).label, cuda.label);
    Index certified = 0;
    for (std::size_t j = 0; j < cpu.label.size(); ++j) {
      if (!cpu.certified[j] || !cuda.certified[j]) continue;
      EXPECT_EQ(cpu.label[j], cuda.label[j]) << j;
      ++certified;
    }
    EXPECT_GT(certified, 450);
    EXPECT_LE((cuda.probabilities.leftCols(500) - cpu.probabilities).cwiseAbs().maxCoeff(), 1e-3);
    const std::vector<PartCosts> all = predictor.costs(X.leftCols(300), context_);
    const std::vector<PartCosts> some = predictor.costs(X.middleCols(100, 7), context_);
    for (std::size_t part = 0; part < all.size(); ++part) {
      EXPECT_TRUE(same_bits(Matrix<double>(all[part].lower.middleCols(100, 7)), some[part].lower));
      EXPECT_TRUE(same_bits(Matrix<double>(all[part].costs.middleCols(100, 7)), some[part].costs));
    }
  }
}

TEST_F(OnCuda, FewPredictionsFitTheDeviceToo) {
  const Matrix<float> X = random_matrix(50, 40, 3).cast<float>();
  const Predictor<float> predictor(pairs_of(Decision::kLinear, 40), {}, context_);
  const Classification cuda = predictor.classify(X, context_);
  const Classification cpu = predictor.classify(X, Context(2));
  EXPECT_EQ(cuda.label, cpu.label);
  EXPECT_EQ(cuda.certified, cpu.certified);
}

TEST(AutomaticContext, LeavesLittleWorkToTheThreadsAndSaysWhy) {
  const Context context = Context::on("auto", 2);
  EXPECT_TRUE(context.is_automatic());
  EXPECT_EQ(context.cuda_device(), core::first_cuda_device_serves() ? 0 : -1);
  const LabelledProblem<double> problem = make_problem({.m = 3});
  const Coder<float> coder(to_float(problem.model), {}, context);
  EXPECT_EQ(coder.lasso(problem.X.cast<float>()).summary.device,
            core::first_cuda_device_serves() ? "cpu (too little work for a GPU)"
                                             : "cpu (there is no GPU)");
}

TEST(ContextByName, IsWhatItNames) {
  EXPECT_EQ(Context::on("cpu", 2).cuda_device(), -1);
  EXPECT_FALSE(Context::on("cpu", 2).is_automatic());
  EXPECT_EQ(Context::on("cpu", 2).threads(), 2);
  for (const char* name : {"gpu", "", "CUDA", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda0"}) {
    const std::string said = "device is '" + std::string(name) + "'";
    expect_error(ErrorCode::kInvalidOption,
                 {said.c_str(), "expected auto, cpu, cuda or cuda:NUMBER"},
                 [&] { Context::on(name); });
  }
  expect_error(ErrorCode::kDevice, {}, [] { Context::on("cuda:1000"); });
}

TEST_F(OnCuda, WhatADeviceDoesNotServeRunsOnTheCpuAndTheSummarySaysWhy) {
  const LabelledProblem<double> two = make_problem({.m = 3});
  EXPECT_EQ(Coder<double>(two.model, {}, context_).lasso(two.X).summary.device,
            "cpu (double is not served on a GPU)");
  const LabelledProblem<double> three = make_problem({.p = 3, .m = 3});
  const Coder<float> many(to_float(three.model), {}, context_);
  EXPECT_EQ(many.encode(three.X.cast<float>()).summary.device,
            "cpu (the class term softmax is not served on a GPU)");
  const Coder<float> descent(to_float(two.model), {.solver = "cd"}, context_);
  EXPECT_EQ(descent.lasso(two.X.cast<float>()).summary.device,
            "cpu (the solver 'cd' does not run on a GPU)");
}

}  // namespace
}  // namespace supdict::testing
