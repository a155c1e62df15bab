// SPDX-License-Identifier: BSD-3-Clause
// Stochastic steps of many parts at the same time. The trainer keeps everything else on the host:
// it sends the states of the parts, has them stepped, and fetches them when it needs them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/cuda/training/machine.hpp"
#include "supdict/decision.hpp"
#include "supdict/types.hpp"

namespace supdict::cuda {

/// Most atoms of a part that is trained on a device.
inline constexpr Index kMostTrainedAtoms = kMostPaddedAtoms;

/// The signals of a part.
struct PartSource {
  std::uint64_t stream = 0;
  std::span<const Index> columns;  ///< of X
  std::span<const int> y;
  std::span<const double> weights;
  double mean_weight = 1;
  double pull = 0;  ///< 2 lambda2 / total weight
  double mu = 0;    ///< at the end of the ramp
};

/// What a part is made of: parameters, then Adam's m and v of each.
struct PartTensors {
  Matrix<float>* D[Group::kPieces];
  Matrix<float>* W[Group::kPieces];
  /// b as a vector, and as Adam keeps its moments.
  std::span<float> b[Group::kPieces];
};

/// What signals cost.
struct Looked {
  Matrix<double> costs;  ///< 2 x m
  double energy = 0;     ///< sum of ||x||^2
  double nonzeros = 0;   ///< of all codes
  bool complete = true;  ///< every signal had room
};

class GroupSteps {
 public:
  /// All parts have `k` atoms. X holds the signals of all of them.
  GroupSteps(std::unique_ptr<Machine> machine, const Run& run, Decision decision, Index k,
             Index batch, ConstMatrixRef<float> X, std::span<const PartSource> parts);

  int n_parts() const { return group_.sizes.parts; }
  std::string machine_name() const { return machine_->name(); }

  /// Sets the state of one part, for send(). Different threads may set different parts at once.
  void put(int part, std::int64_t iteration, const PartTensors& tensors);
  void set_scale(int part, double lambda0, double lambda1);
  /// Copies what was put to the machine.
  void send();

  /// Steps every part to its stop.
  void advance(std::span<const std::int64_t> stops);

  /// Costs under both hypotheses of members of each part, with its model as it is.
  std::vector<Looked> look(std::span<const std::vector<Index>> members);
  /// W and b of one part as they are.
  void fetch_theta(int part, Matrix<float>& W, std::span<float> b) const;
  /// The state of all parts comes back, for get().
  void fetch();
  void get(int part, const PartTensors& tensors) const;
  std::int64_t iteration(int part) const { return iterations_[part]; }
  /// Brings unfinished() up to date, as fetch() does.
  void count_unfinished();
  /// Signals that steps of this part had to leave out.
  std::int64_t unfinished(int part) const { return unfinished_[part]; }

 private:
  /// W_0 and W_1 of the host, at theta of a part.
  void pack_maps(const Matrix<float>& W, float* theta) const;
  void unpack_maps(const float* theta, Matrix<float>& W) const;
  void send_signals(ConstMatrixRef<float> X, std::span<const PartSource> parts);
  float* staged(int part) const;

  std::unique_ptr<Machine> machine_;
  Group group_;
  float* staging_ = nullptr;  ///< the state of all parts on the host
  std::vector<PartFacts> facts_;
  std::vector<std::int64_t> iterations_;
  std::vector<std::int64_t> unfinished_;
};

}  // namespace supdict::cuda
