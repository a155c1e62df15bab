// SPDX-License-Identifier: BSD-3-Clause
// Sparse coding: signals per second for every solver, size, number of classes, tolerance and number
// of threads. Without --benchmark_filter a selection runs that takes less than three minutes; with
// one, every combination is available, for example --benchmark_filter='^fista/.*/threads:1'.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

#include "support/signals.hpp"

namespace {

using supdict::Index;

constexpr Index kSignals = 1024;
constexpr double kKappa = 0.15;
constexpr double kLambda0 = 100;

struct Case {
  std::string solver;
  Index side = 0;  ///< signals are side x side: n = side^2
  Index n_atoms = 0;
  Index n_classes = 0;  ///< 0: the lasso
  double tolerance = 0;
  int threads = 1;

  Index n_features() const { return side * side; }
  std::string name() const {
    return solver + "/n:" + std::to_string(n_features()) + "/k:" + std::to_string(n_atoms) +
           (n_classes == 0 ? "/lasso" : "/p:" + std::to_string(n_classes)) +
           (tolerance < 1e-5 ? "/tol:1e-6" : "/tol:1e-4") + "/threads:" + std::to_string(threads);
  }
};

void run_case(benchmark::State& state, const Case& c) {
  const supdict::Matrix<float> X = bench::signals(c.side, kSignals, 1);
  const supdict::Matrix<float> D = bench::bumps(c.side, c.n_atoms, 2);
  const supdict::CodingOptions options{.solver = c.solver, .tolerance = c.tolerance};
  const supdict::Context context(c.threads);
  const bool lasso = c.n_classes == 0;
  const supdict::Coder<float> coder =
      lasso ? supdict::Coder<float>(D, kKappa, options, context)
            : supdict::Coder<float>(bench::linear_model(D, c.n_classes, kLambda0, kKappa, 3),
                                    options, context);
  supdict::CodingSummary summary;
  for (auto _ : state) {
    const supdict::Codes<float> codes = lasso ? coder.lasso(X) : coder.encode(X);
    summary = codes.summary;
    benchmark::DoNotOptimize(codes.Alpha.data());
  }
  state.counters["signals/s"] = benchmark::Counter(static_cast<double>(kSignals),
                                                   benchmark::Counter::kIsIterationInvariantRate);
  state.counters["nonzeros"] = summary.mean_nonzeros;
  state.counters["iterations_per_problem"] = summary.mean_iterations;
  state.counters["worst_gap"] = summary.max_relative_gap;
  state.counters["not_converged"] = static_cast<double>(summary.n_problems - summary.n_converged);
}

/// The selection: the fast solvers at every size, the slow ones at one size.
bool is_selected(const Case& c) {
  const bool slow = c.solver == "fista" || c.solver == "fpc";
  if (!slow) return c.n_features() != 144 && (c.tolerance < 1e-5 || c.n_atoms == 64);
  return c.n_features() == 256 && c.n_atoms == 64 && c.tolerance > 1e-5 && c.threads == 1;
}

void register_cases(bool all) {
  for (const std::string& solver : supdict::solver_names()) {
    for (const Index side : {12, 16, 28}) {
      for (const Index n_atoms : {32, 64, 96, 256}) {
        for (const Index n_classes : {0, 2, 10}) {
          for (const double tolerance : {1e-4, 1e-6}) {
            for (const int threads : {1, 2}) {
              const Case c{solver, side, n_atoms, n_classes, tolerance, threads};
              if (!all && !is_selected(c)) continue;
              benchmark::RegisterBenchmark(c.name().c_str(), run_case, c)
                  ->UseRealTime()
                  ->Unit(benchmark::kMillisecond);
            }
          }
        }
      }
    }
  }
}

bool has_filter(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--benchmark_filter", 18) == 0) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  // Placed before the user's arguments, so that those take precedence.
  std::string min_time = "--benchmark_min_time=0.4";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, min_time.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);

  register_cases(has_filter(argc, argv));
  benchmark::AddCustomContext("simd", supdict::simd_level());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
