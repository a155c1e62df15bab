// SPDX-License-Identifier: BSD-3-Clause
// Trains a classifier on a labelled file and saves it; all parameters are chosen from the data:
//   supdict_train_demo train.csv model.safetensors
#include <cstdio>
#include <exception>
#include <supdict/supdict.hpp>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s DATA MODEL\n", argv[0]);
    return 2;
  }
  try {
    const supdict::Dataset data = supdict::read_dataset(argv[1]);
    const supdict::TrainOptions options;
    const auto [classifier, summary] = supdict::train<float>(data.X, data.labels, options);
    supdict::save_model(argv[2], classifier);
    std::printf("training error %.2f %%\n", 100 * summary.train_error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
