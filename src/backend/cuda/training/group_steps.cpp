// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/training/group_steps.hpp"

#include <algorithm>

#include "backend/cuda/training/layout.hpp"
#include "backend/cuda/training/views.hpp"

namespace supdict::cuda {
namespace {

/// One batch of members of every part, and what they cost.
struct LookedBatch {
  explicit LookedBatch(const Sizes& sizes)
      : batch(sizes.batch),
        slots(sizes.slots),
        probe(slots * sizes.parts),
        costs(2 * probe.size()),
        nonzeros(2 * probe.size()),
        energy(probe.size()),
        lost(probe.size()) {}

  std::size_t end_of(const std::vector<Index>& members, std::size_t first) const {
    return std::min(members.size(), first + batch);
  }

  void choose(std::span<const std::vector<Index>> members, const std::vector<PartFacts>& facts,
              std::size_t first) {
    std::fill(probe.begin(), probe.end(), -1);
    for (std::size_t part = 0; part < members.size(); ++part) {
      for (std::size_t i = first; i < end_of(members[part], first); ++i) {
        probe[part * slots + i - first] = facts[part].first + members[part][i];
      }
    }
  }

  void download(Machine& machine, const Group& group) {
    machine.download(costs.data(), group.costs, costs.size() * sizeof(float));
    machine.download(nonzeros.data(), group.nonzeros, nonzeros.size() * sizeof(float));
    machine.download(energy.data(), group.energy, energy.size() * sizeof(float));
    machine.download(lost.data(), group.lost, lost.size() * sizeof(int));
  }

  void add(std::size_t part, const std::vector<Index>& members, std::size_t first, float lambda0,
           Looked& looked) const {
    for (std::size_t i = first; i < end_of(members, first); ++i) {
      const std::size_t at = part * slots + i - first;
      looked.complete = looked.complete && lost[at] == 0;
      looked.energy += static_cast<double>(energy[at]);
      for (int l = 0; l < 2; ++l) {
        looked.costs(l, static_cast<Index>(i)) =
            static_cast<double>(costs[2 * at + l]) +
            static_cast<double>(lambda0) * static_cast<double>(energy[at]);
        looked.nonzeros += static_cast<double>(nonzeros[2 * at + l]);
      }
    }
  }

  std::size_t batch;
  std::size_t slots;
  std::vector<std::int64_t> probe;  ///< which signals; -1: none
  std::vector<float> costs;
  std::vector<float> nonzeros;
  std::vector<float> energy;
  std::vector<int> lost;
};

std::size_t lay_out(Group& group, char* memory) {
  const Sizes& sizes = group.sizes;
  const std::size_t parts = sizes.parts;
  const std::size_t atoms = sizes.atoms;
  const std::size_t slots = parts * sizes.slots;
  Arrays arrays(memory);
  arrays.take(group.members, sizes.n_members);
  arrays.take(group.labels, sizes.n_members);
  arrays.take(group.weights, sizes.n_members);
  arrays.take(group.facts, parts);
  arrays.take(group.iteration, parts);
  arrays.take(group.stop, parts);
  arrays.take(group.unfinished, parts);
  arrays.take(group.state, parts * state_size(sizes));
  arrays.take(group.numbers, parts);
  arrays.take(group.next_numbers, parts);
  arrays.take(group.draws, slots);
  arrays.take(group.X, slots * sizes.rows);
  arrays.take(group.energy, slots);
  arrays.take(group.weight, slots);
  arrays.take(group.label, slots);
  arrays.take(group.partial, parts * sizes.splits * atoms * sizes.columns());
  arrays.take(group.G, parts * atoms * atoms);
  arrays.take(group.Q, slots * atoms);
  arrays.take(group.d, sizes.bilinear ? slots * atoms : 0);
  arrays.take(group.Alpha, 2 * slots * atoms);
  arrays.take(group.omega, 2 * slots);
  arrays.take(group.entries, 8 * slots * kMostNonzeros);
  arrays.take(group.saved, sizes.atoms > 64 ? slots * kSavedBytes : 0);
  arrays.take(group.roomy_saved, parts * kRoomySavedBytes);
  arrays.take(group.lost, slots);
  arrays.take(group.costs, 2 * slots);
  arrays.take(group.nonzeros, 2 * slots);
  arrays.take(group.probe, slots);
  arrays.take(group.rho, 2 * slots);
  arrays.take(group.Beta, slots * atoms);
  arrays.take(group.Beta_rho, sizes.bilinear ? slots * atoms : 0);
  arrays.take(group.M, parts * kShares * atoms * atoms);
  arrays.take(group.next, parts * dictionary_size(sizes));
  arrays.take(group.squares, parts * sizes.row_tiles() * atoms);
  return arrays.used();
}

}  // namespace

GroupSteps::GroupSteps(std::unique_ptr<Machine> machine, const Run& run, Decision decision, Index k,
                       Index batch, ConstMatrixRef<float> X, std::span<const PartSource> parts)
    : machine_(std::move(machine)), facts_(parts.size()) {
  group_.run = run;
  group_.sizes = sizes_of_group(parts.size(), X.rows(), k, batch);
  group_.sizes.bilinear = decision == Decision::kBilinear;
  for (const PartSource& part : parts) group_.sizes.n_members += part.columns.size();
  group_.run.most_steps = std::min(run.most_steps, 4 * group_.sizes.atoms);
  lay_out(group_, static_cast<char*>(machine_->allocate(lay_out(group_, nullptr))));
  const std::size_t floats = parts.size() * state_size(group_.sizes);
  staging_ = static_cast<float*>(machine_->allocate_on_host(floats * sizeof(float)));
  std::fill_n(staging_, floats, 0.0F);
  iterations_.resize(parts.size());
  unfinished_.resize(parts.size());
  send_signals(X, parts);
}

void GroupSteps::send_signals(ConstMatrixRef<float> X, std::span<const PartSource> parts) {
  group_.signals = bring_signals(*machine_, X);
  std::vector<std::int32_t> members;
  std::vector<std::uint8_t> labels;
  std::vector<float> weights;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const PartSource& source = parts[part];
    facts_[part].stream = source.stream;
    facts_[part].first = std::ssize(members);
    facts_[part].count = std::ssize(source.columns);
    facts_[part].per_signal = static_cast<float>(1 / (source.mean_weight * group_.sizes.batch));
    facts_[part].pull = static_cast<float>(source.pull);
    facts_[part].mu = source.mu;
    for (const Index column : source.columns) members.push_back(static_cast<std::int32_t>(column));
    for (const int label : source.y) labels.push_back(static_cast<std::uint8_t>(label));
    for (const double weight : source.weights) weights.push_back(static_cast<float>(weight));
  }
  machine_->upload(writable(group_.members), members.data(), members.size() * sizeof(members[0]));
  machine_->upload(writable(group_.labels), labels.data(), labels.size() * sizeof(labels[0]));
  machine_->upload(writable(group_.weights), weights.data(), weights.size() * sizeof(weights[0]));
}

float* GroupSteps::staged(int part) const {
  return staging_ + part * state_size(group_.sizes);
}

void GroupSteps::put(int part, std::int64_t iteration, const PartTensors& tensors) {
  const Sizes& sizes = group_.sizes;
  iterations_[part] = iteration;
  float* to = staged(part);
  for (int piece = 0; piece < Group::kPieces; ++piece, to += piece_size(sizes)) {
    float* theta = to + dictionary_size(sizes);
    pack(*tensors.D[piece], sizes.atoms, to);
    pack_maps(*tensors.W[piece], theta);
    std::copy_n(tensors.b[piece].data(), 2, theta + 2 * map_size(sizes));
  }
}

void GroupSteps::pack_maps(const Matrix<float>& W, float* theta) const {
  const Sizes& sizes = group_.sizes;
  for (Index l = 0; l < 2; ++l) {
    float* to = theta + l * map_size(sizes);
    if (sizes.bilinear) {
      pack(W.middleCols(l * sizes.k, sizes.k), sizes.atoms, to);
    } else {
      std::copy_n(W.col(l).data(), sizes.k, to);
    }
  }
}

void GroupSteps::unpack_maps(const float* theta, Matrix<float>& W) const {
  const Sizes& sizes = group_.sizes;
  for (Index l = 0; l < 2; ++l) {
    const float* from = theta + l * map_size(sizes);
    if (sizes.bilinear) {
      unpack(from, sizes.atoms, W.middleCols(l * sizes.k, sizes.k));
    } else {
      std::copy_n(from, sizes.k, W.col(l).data());
    }
  }
}

void GroupSteps::set_scale(int part, double lambda0, double lambda1) {
  PartFacts& facts = facts_[part];
  facts.lambda0 = static_cast<float>(lambda0);
  facts.target = static_cast<float>(lambda1 / (2 * lambda0));
}

void GroupSteps::send() {
  const Sizes& sizes = group_.sizes;
  const std::size_t parts = facts_.size();
  machine_->upload(group_.state, staging_, parts * state_size(sizes) * sizeof(float));
  machine_->upload(group_.iteration, iterations_.data(), parts * sizeof(iterations_[0]));
  machine_->upload(group_.unfinished, unfinished_.data(), parts * sizeof(unfinished_[0]));
  // Inside the unit ball already: what is to be projected is the same.
  for (int part = 0; part < sizes.parts; ++part) {
    machine_->upload(next_of(group_, part), staged(part), dictionary_size(sizes) * sizeof(float));
  }
  const std::vector<float> zeros(parts * sizes.row_tiles() * sizes.atoms);
  machine_->upload(group_.squares, zeros.data(), zeros.size() * sizeof(float));
}

void GroupSteps::advance(std::span<const std::int64_t> stops) {
  std::int64_t most = 0;
  for (std::size_t part = 0; part < stops.size(); ++part) {
    most = std::max(most, stops[part] - iterations_[part]);
    iterations_[part] = std::max(iterations_[part], stops[part]);
  }
  machine_->upload(writable(group_.facts), facts_.data(), facts_.size() * sizeof(facts_[0]));
  machine_->upload(writable(group_.stop), stops.data(), stops.size_bytes());
  machine_->take_steps(group_, most);
}

std::vector<Looked> GroupSteps::look(std::span<const std::vector<Index>> members) {
  std::size_t most = 0;
  std::vector<Looked> looked(members.size());
  for (std::size_t part = 0; part < members.size(); ++part) {
    looked[part].costs.resize(2, std::ssize(members[part]));
    most = std::max(most, members[part].size());
  }
  LookedBatch batch(group_.sizes);
  machine_->upload(writable(group_.facts), facts_.data(), facts_.size() * sizeof(facts_[0]));
  for (std::size_t first = 0; first < most; first += group_.sizes.batch) {
    batch.choose(members, facts_, first);
    machine_->upload(group_.probe, batch.probe.data(), batch.probe.size() * sizeof(std::int64_t));
    machine_->look(group_);
    batch.download(*machine_, group_);
    for (std::size_t part = 0; part < members.size(); ++part) {
      batch.add(part, members[part], first, facts_[part].lambda0, looked[part]);
    }
  }
  return looked;
}

void GroupSteps::fetch_theta(int part, Matrix<float>& W, std::span<float> b) const {
  const Sizes& sizes = group_.sizes;
  std::vector<float> theta(theta_size(sizes));
  machine_->download(theta.data(), theta_of(group_, part, 0).W, theta.size() * sizeof(float));
  unpack_maps(theta.data(), W);
  std::copy_n(theta.data() + 2 * map_size(sizes), 2, b.data());
}

void GroupSteps::fetch() {
  const std::size_t parts = facts_.size();
  machine_->project(group_);
  machine_->download(staging_, group_.state, parts * state_size(group_.sizes) * sizeof(float));
  count_unfinished();
}

void GroupSteps::count_unfinished() {
  machine_->download(unfinished_.data(), group_.unfinished,
                     unfinished_.size() * sizeof(unfinished_[0]));
}

void GroupSteps::get(int part, const PartTensors& tensors) const {
  const Sizes& sizes = group_.sizes;
  const float* from = staged(part);
  for (int piece = 0; piece < Group::kPieces; ++piece, from += piece_size(sizes)) {
    const float* theta = from + dictionary_size(sizes);
    unpack(from, sizes.atoms, *tensors.D[piece]);
    unpack_maps(theta, *tensors.W[piece]);
    std::copy_n(theta + 2 * map_size(sizes), 2, tensors.b[piece].data());
  }
}

}  // namespace supdict::cuda
