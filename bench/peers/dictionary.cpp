// SPDX-License-Identifier: BSD-3-Clause
// Online dictionary learning: objective against time.
//
//   supdict_dictionary TRAIN TEST ATOMS SECONDS FOLDER
//
// Learns on TRAIN (unit length) with two threads and measures the mean lasso objective of TEST
// after 1/4, 1/2, 1, ... seconds of learning. Writes train.npy and test.npy for other packages to
// FOLDER. Prints one JSON object.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "timing.hpp"

namespace {

using Json = nlohmann::json;
using Matrix = supdict::Matrix<float>;
using supdict::Index;

constexpr Index kBatch = 512;
constexpr double kFirstLook = 0.25;

/// Batches of signals in shuffled order, epoch after epoch.
class Batches {
 public:
  explicit Batches(const Matrix& X) : X_(X), order_(X.cols()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    at_ = order_.size();
  }

  const Matrix& next() {
    batch_.resize(X_.rows(), kBatch);
    for (Index j = 0; j < kBatch; ++j) {
      if (at_ >= order_.size()) {
        std::shuffle(order_.begin(), order_.end(), random_);
        at_ = 0;
      }
      batch_.col(j) = X_.col(order_[at_++]);
    }
    return batch_;
  }

 private:
  const Matrix& X_;
  std::vector<Index> order_;
  std::size_t at_;
  std::mt19937 random_{1};
  Matrix batch_;
};

void run(const std::vector<std::string>& arguments) {
  const Matrix X = bench::unit_signals(supdict::read_dataset(arguments[0]));
  const Matrix held_out = bench::unit_signals(supdict::read_dataset(arguments[1]));
  supdict::DictionaryOptions learning;
  learning.atoms = std::atoi(arguments[2].c_str());
  learning.kappa = bench::kKappa;
  const double limit = std::atof(arguments[3].c_str());
  supdict::write_npy(arguments[4] + "/train.npy", X);
  supdict::write_npy(arguments[4] + "/test.npy", held_out);

  const supdict::Context two(2);
  auto state = supdict::start_dictionary<float>(X, learning);
  Batches batches(X);
  Json curve = Json::array();
  double spent = 0;
  for (double next_look = kFirstLook; next_look <= limit; next_look *= 2) {
    while (spent < next_look) {
      const bench::Clock clock;
      supdict::update_dictionary<float>(state, batches.next(), learning, supdict::fast_coding(),
                                        two);
      spent += clock.seconds();
    }
    const auto codes = supdict::Coder<float>(state.D, bench::kKappa, {}, two).lasso(held_out);
    curve.push_back({{"seconds", spent}, {"objective", codes.value.mean()}});
  }
  std::cout << Json{{"atoms", learning.atoms},
                    {"batch", kBatch},
                    {"milliseconds_per_batch",
                     1e3 * spent / static_cast<double>(std::max<Index>(1, state.n_updates))},
                    {"curve", curve}}
                   .dump(1)
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_main(argc, argv, 5, "supdict_dictionary TRAIN TEST ATOMS SECONDS FOLDER", run);
}
