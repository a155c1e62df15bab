// SPDX-License-Identifier: BSD-3-Clause
// Prediction with a pairwise classifier on a GPU and on the CPU, timed, and whether both say the
// same. One JSON object.
//   supdict_cuda_prediction_bench <model> <signals> [runs]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "supdict/supdict.hpp"

namespace {

using namespace supdict;  // NOLINT(google-build-using-namespace): a program of one file

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The first call, which also takes memory, and the median of the others.
nlohmann::json timed(int runs, const std::function<void()>& work) {
  const double first = seconds_of(work);
  std::vector<double> all;
  for (int i = 0; i < runs; ++i) all.push_back(seconds_of(work));
  std::sort(all.begin(), all.end());
  return {{"first", first}, {"median", all[all.size() / 2]}};
}

nlohmann::json run(const Classifier<float>& classifier, const Matrix<float>& X,
                   const Context& context, int runs, Classification& found) {
  double loading = 0;
  std::unique_ptr<Predictor<float>> predictor;
  loading = seconds_of([&] {
    predictor = std::make_unique<Predictor<float>>(classifier, CodingOptions(), context);
  });
  std::vector<int> label;
  const auto labels = timed(runs, [&] { label = predictor->label(X, context).label; });
  const auto everything = timed(runs, [&] { found = predictor->classify(X, context); });
  return {{"prepare, s", loading},
          {"labels, s", labels},
          {"costs, probabilities and certificates, s", everything},
          {"labels agree", label == found.label},
          {"device", found.summary.device},
          {"finished on the cpu", found.summary.n_finished_on_cpu},
          {"in double", found.summary.n_in_double},
          {"codings", found.summary.n_problems},
          {"coding, s", found.summary.seconds}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: supdict_cuda_prediction_bench <model> <signals> [runs]\n");
    return 2;
  }
  try {
    const auto classifier = load_model<float>(argv[1]);
    const Dataset data = read_dataset(argv[2]);
    const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
    Classification gpu;
    Classification cpu;
    nlohmann::json report;
    report["cuda"] = run(classifier, data.X, Context::cuda(), runs, gpu);
    report["cpu"] = run(classifier, data.X, Context(), 1, cpu);
    Index different = 0;
    Index different_and_certified = 0;
    for (std::size_t j = 0; j < cpu.label.size(); ++j) {
      if (cpu.label[j] == gpu.label[j]) continue;
      ++different;
      different_and_certified += cpu.certified[j] && gpu.certified[j] ? 1 : 0;
    }
    report["different labels"] = different;
    report["different labels, certified by both"] = different_and_certified;
    report["largest difference of probabilities"] =
        (cpu.probabilities - gpu.probabilities).cwiseAbs().maxCoeff();
    report["certified, cuda"] = std::count(gpu.certified.begin(), gpu.certified.end(), true);
    report["certified, cpu"] = std::count(cpu.certified.begin(), cpu.certified.end(), true);
    std::printf("%s\n", report.dump(2).c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "supdict_cuda_prediction_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
