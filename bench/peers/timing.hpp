// SPDX-License-Identifier: BSD-3-Clause
// What the programs of this folder share: time measurement, signals of unit length, a main function
// that reports errors.
#pragma once

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <supdict/supdict.hpp>
#include <vector>

namespace bench {

inline constexpr double kKappa = 0.15;

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

template <class Work>
double median_seconds(const Work& work, int repeats = 7) {
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    const Clock clock;
    work();
    seconds.push_back(clock.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
  return seconds[repeats / 2];
}

inline supdict::Matrix<float> unit_signals(const supdict::Dataset& data) {
  supdict::Matrix<float> X = data.X;
  X.colwise().normalize();
  return X;
}

/// Runs `work` on the arguments after the name of the program.
template <class Work>
int run_main(int argc, char** argv, std::size_t expected, const char* usage, const Work& work) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != expected) {
    std::cerr << "usage: " << usage << '\n';
    return 2;
  }
  try {
    work(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace bench
