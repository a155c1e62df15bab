// SPDX-License-Identifier: BSD-3-Clause
// Training of all pairs of digits on the CPU or a GPU, timed, with its test errors. One JSON line.
//   supdict_cuda_training_bench <folder of MNIST> cpu|cuda whole|steps [iterations] [runs]
//   whole   every rule and the calibration, as `supdict train` without options
//   steps   lambda2 and mu are given, and there is no calibration
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "supdict/supdict.hpp"

namespace {

using namespace supdict;  // NOLINT(google-build-using-namespace): a program of one file

/// When each stage began, by what the callback is told.
struct Stages {
  nlohmann::json begun = nlohmann::json::object();
  std::string last;

  void tell(const Progress& progress) {
    std::string stage = progress.part_name.substr(0, progress.part_name.find(','));
    if (stage.find(" vs ") != std::string::npos) stage = "steps";
    if (stage == last) return;
    last = stage;
    if (!begun.contains(stage)) begun[stage] = progress.seconds;
  }
};

double share_of_wrong(const std::vector<std::string>& found,
                      const std::vector<std::string>& labels) {
  double wrong = 0;
  for (std::size_t j = 0; j < labels.size(); ++j) wrong += found[j] != labels[j];
  return wrong / static_cast<double>(labels.size());
}

/// [steps, seconds] of each point.
nlohmann::json path_of(const PartSummary& part) {
  nlohmann::json path = nlohmann::json::array();
  for (const PathPoint& point : part.path) path.push_back({point.iteration, point.seconds});
  return path;
}

nlohmann::json run(const Dataset& data, const Dataset& test, const std::string& device,
                   const TrainOptions& options) {
  const Context context = device == "cuda" ? Context::cuda(0) : Context();
  Stages stages;
  TrainHooks hooks;
  hooks.progress = [&](const Progress& progress) {
    stages.tell(progress);
    return true;
  };
  const auto begin = std::chrono::steady_clock::now();
  const auto trained = train<float>(data.X, data.labels, {}, options, hooks, context);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Index left_out = 0;
  Index steps = 0;
  double sum = 0;
  for (const PartSummary& part : trained.summary.members[0]) {
    left_out += part.n_left_out;
    steps += part.path.back().iteration;
    sum += part.path.back().objective;
  }
  const auto found = trained.classifier.predict(test.X, trained.summary.resolved.coding);
  return {{"device", trained.summary.device},
          {"seconds", seconds},
          {"stages", stages.begun},
          {"steps", steps},
          {"path", path_of(trained.summary.members[0].back())},
          {"left_out", left_out},
          {"objectives", sum},
          {"train_error", trained.summary.train_error},
          {"test_error", share_of_wrong(found, test.labels)},
          {"calibration",
           trained.summary.calibration.empty() ? 0.0 : trained.summary.calibration.front().factor},
          {"mu", trained.summary.resolved.mu.value()},
          {"lambda2", trained.summary.resolved.lambda2.value()}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(
        stderr,
        "usage: supdict_cuda_training_bench <folder> cpu|cuda whole|steps [iterations] [runs]\n");
    return 2;
  }
  try {
    const std::string folder = argv[1];
    const Dataset data = read_dataset(folder + "/train-images-idx3-ubyte.gz");
    const Dataset test = read_dataset(folder + "/t10k-images-idx3-ubyte.gz");
    TrainOptions options;
    options.preprocessing.image_height = data.image.height;
    options.preprocessing.image_width = data.image.width;
    if (argc > 4 && std::atoi(argv[4]) > 0) options.iterations = std::atoi(argv[4]);
    if (std::string(argv[3]) == "steps") {
      options.lambda2 = 0.03;
      options.mu = 1;
      options.calibrate = false;
    }
    const int runs = argc > 5 ? std::atoi(argv[5]) : 1;
    for (int i = 0; i < runs; ++i) {
      std::printf("%s\n", run(data, test, argv[2], options).dump().c_str());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "supdict_cuda_training_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
