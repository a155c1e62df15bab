// SPDX-License-Identifier: BSD-3-Clause
// The limits of the machine, compiled for the machine it is built on:
//
//   supdict_limits
//
// prints one JSON object with, for one and two threads, the rates of fused multiply-adds in
// registers (GFLOP/s), of Eigen's product of two 1024 x 1024 matrices and of D'X with n = 784, k =
// 64 (GFLOP/s), and of reading memory (GB/s).
#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace {

using Json = nlohmann::json;

volatile float sink = 0;  // keeps results from being optimised away

/// Runs `work` on every thread; returns the best rate of several runs, in units per second.
double rate(int threads, double units, const std::function<void()>& work) {
  constexpr int kRepeats = 7;
  double best = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> pool;
    pool.reserve(threads);
    for (int i = 0; i < threads; ++i) pool.emplace_back(work);
    for (std::thread& thread : pool) thread.join();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    best = std::max(best, units * threads / seconds);
  }
  return best;
}

constexpr int kChains = 16;
constexpr int kRounds = 5'000'000;
constexpr int kLanes = Eigen::internal::packet_traits<float>::size;
constexpr double kMultiplyAddFlops = 2.0 * kChains * kRounds * kLanes;

void multiply_add() {
  using Packet = Eigen::internal::packet_traits<float>::type;
  Packet x[kChains];
  for (int i = 0; i < kChains; ++i) x[i] = Eigen::internal::pset1<Packet>(static_cast<float>(i));
  const Packet a = Eigen::internal::pset1<Packet>(0.999F);
  const Packet b = Eigen::internal::pset1<Packet>(0.001F);
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 16
    for (Packet& chain : x) chain = Eigen::internal::pmadd(chain, a, b);
  }
  for (const Packet& chain : x) sink = sink + Eigen::internal::predux(chain);
}

constexpr int kProducts = 4;

void multiply_matrices(const Eigen::MatrixXf& D, const Eigen::MatrixXf& X) {
  Eigen::MatrixXf Q(D.cols(), X.cols());
  for (int i = 0; i < kProducts; ++i) Q.noalias() = D.transpose() * X;
  sink = sink + Q(0, 0);
}

double product_flops(const Eigen::MatrixXf& D, const Eigen::MatrixXf& X) {
  return 2.0 * kProducts * static_cast<double>(D.size()) * static_cast<double>(X.cols());
}

constexpr std::ptrdiff_t kFloats = 64 << 20;
constexpr int kReads = 4;
constexpr double kBytesRead = 4.0 * kFloats * kReads;

void read_memory(const Eigen::VectorXf& memory) {
  for (int i = 0; i < kReads; ++i) sink = sink + memory.sum();
}

void run() {
  constexpr double kGiga = 1e9;
  const Eigen::MatrixXf D = Eigen::MatrixXf::Random(784, 64);
  const Eigen::MatrixXf X = Eigen::MatrixXf::Random(784, 10000);
  const Eigen::MatrixXf square = Eigen::MatrixXf::Random(1024, 1024);
  const Eigen::VectorXf memory = Eigen::VectorXf::Ones(kFloats);
  Json result;
  for (const int threads : {1, 2}) {
    const std::string column = std::to_string(threads);
    result["fma_gflops"][column] = rate(threads, kMultiplyAddFlops, multiply_add) / kGiga;
    result["gemm_gflops"][column] =
        rate(threads, product_flops(square, square), [&] { multiply_matrices(square, square); }) /
        kGiga;
    result["correlation_gflops"][column] =
        rate(threads, product_flops(D, X), [&] { multiply_matrices(D, X); }) / kGiga;
    result["memory_gb_per_second"][column] =
        rate(threads, kBytesRead, [&] { read_memory(memory); }) / kGiga;
  }
  std::cout << result.dump(1) << '\n';
}

}  // namespace

int main() {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "supdict_limits: " << error.what() << '\n';
    return 1;
  }
}
