// SPDX-License-Identifier: BSD-3-Clause
// Parts whose stochastic steps a device takes at the same time. Their states are on the host only
// after fetch(), which must come before a state is evaluated, saved or returned.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/cuda/training/group_steps.hpp"
#include "training/methods/state.hpp"

namespace supdict::training {

/// Makes a device for a group; empty if parts are stepped one by one on the threads.
using Machines = std::function<std::unique_ptr<cuda::Machine>()>;

/// Devices on the GPU of the context; empty if it has none.
Machines machines_of(const Context& context);

/// Why parts are not stepped on a device, in a few words for people; empty if they are.
std::string why_not_on_device(const TrainOptions& options, Index n_classes, bool in_double);

struct GroupMember {
  const PartProblem<float>* problem = nullptr;
  PartState<float>* state = nullptr;  ///< started
  double mu = 0;                      ///< at the end of the ramp
};

class PartGroup {
 public:
  /// All members have these options but for mu, and signals of one matrix. `context` is for what is
  /// done on the threads.
  PartGroup(std::unique_ptr<cuda::Machine> machine, const TrainOptions& options,
            std::vector<GroupMember> members, const Context& context);

  Index size() const { return std::ssize(members_); }
  const PartState<float>& state(Index i) const { return *member(i).state; }
  std::string device() const { return steps_.machine_name(); }

  /// Steps of every member until its number of steps is that of `stops`, with the rounds of the
  /// lambda0 rule on the way.
  void advance(std::span<const Index> stops);
  /// Brings the states of all members up to date.
  void fetch();

  /// What the probes of the path cost, of the members that `wanted` names; W and b of these are
  /// brought up to date. False for one where the device had no code for a signal.
  struct Probed {
    PartCosts costs;
    std::vector<int> y;
    std::vector<double> weights;
  };
  std::vector<std::optional<Probed>> probe_path(std::span<const Index> wanted);

 private:
  const GroupMember& member(Index i) const { return members_[i]; }
  Index next_stop(Index i, Index wanted) const;
  void rescale(std::span<const Index> due);
  /// Members of the parts `wanted`, at most `limit` of each; of the others none.
  std::vector<std::vector<Index>> probes(std::span<const Index> wanted, Index limit) const;
  void set_scale(Index i);
  void count_left_out(Index i);

  const TrainOptions& options_;
  std::vector<GroupMember> members_;
  const Context& context_;
  cuda::GroupSteps steps_;
  std::vector<Index> left_out_before_;
  bool fresh_ = true;  ///< the states on the host are those on the device
};

}  // namespace supdict::training
