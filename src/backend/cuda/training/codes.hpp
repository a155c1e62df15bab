// SPDX-License-Identifier: BSD-3-Clause
// One signal of a batch on one warp: its codes under both hypotheses, what they cost, and with
// which weight each goes into the gradient. A signal whose walk has no room is left out of the step
// and counted.
#pragma once

#include "backend/cuda/rows.hpp"
#include "backend/cuda/tableau.hpp"
#include "backend/cuda/training/views.hpp"
#include "backend/cuda/walk.hpp"

namespace supdict::cuda {

/// Of one warp.
template <class Set>
struct CodesMemory {
  typename Set::Memory memory;
  Found found[2];
};

struct Cost {
  float cost;
  float nonzeros;
};

/// S_l less lambda0 ||x||^2, which both hypotheses share.
template <class W>
SUPDICT_WARP Cost cost_of(const Task& task, float sign, const Entry* entries, int size) {
  using Float = typename W::Float;
  Float inner = 0.0F;
  Float nonzeros = 0.0F;
  Float fit = 0.0F;
  Float norm1 = 0.0F;
  for (int first = 0; first < size; first += kLanes) {
    const auto in = W::lane() < size - first;
    const float* numbers = &entries[first].alpha;
    const auto field = [&](int i) {
      return select(in, W::load_once(numbers, W::lane() * 4 + i), Float(0.0F));
    };
    const Float alpha = field(0);
    inner += alpha * field(3);
    fit += alpha * (field(1) + field(2));
    norm1 += magnitude(alpha);
    nonzeros += select(alpha != 0.0F, Float(1.0F), Float(0.0F));
  }
  const float u = sign * (W::sum(inner) + task.bias);
  const float loss = (u > 0 ? u : 0.0F) + W::log1p_of(W::exp_of(u > 0 ? -u : u));
  return {loss + task.lambda0 * (2.0F * task.target * W::sum(norm1) - W::sum(fit)),
          W::sum(nonzeros)};
}

/// A code was found, and it is finite.
SUPDICT_BLOCK bool is_number(const Found& found) {
  constexpr float kHuge = 1e30F;
  return found.size >= 0 && found.c_max <= kHuge;
}

struct Omega {
  float of[2];
};

/// weight (1{l = y} - mu softmax(-S)_l), from what the class that is not y costs more.   [E6]
template <class W>
SUPDICT_WARP Omega omega_of(float weight, float mu, int label, float margin) {
  const float e = W::exp_of(margin > 0 ? -margin : margin);
  const float other = (margin > 0 ? e : 1.0F) / (1.0F + e);  // softmax(-S) of that class
  const float own = weight * ((1.0F - mu) + mu * other);
  const float rest = -weight * mu * other;
  return label == 0 ? Omega{{own, rest}} : Omega{{rest, own}};
}

/// d = w_1 - w_0 of a part with linear decisions.
SUPDICT_BLOCK float direction_of(const Group& group, int part, int atom) {
  const float* W = theta_of(group, part, 0).W;
  return W[group.sizes.atoms + atom] - W[atom];
}

/// The sets of active atoms for so many padded atoms: quick, and with room for 64 of them.
template <class W, int kPaddedAtoms>
struct Sets {
  static constexpr int kPlaces = kPaddedAtoms / kLanes;
  using Quick = Rows<W, kPlaces, 1>;
  using Roomy = Rows<W, kPlaces, 2>;
};
template <class W>
struct Sets<W, 64> {
  using Quick = Tableau<W, kLanes>;
  using Roomy = Rows<W, 2, 2>;
};

static_assert(sizeof(Sets<HostWarp, kMostPaddedAtoms>::Quick::Saved) <= kSavedBytes);
static_assert(sizeof(Sets<HostWarp, kMostPaddedAtoms>::Roomy::Saved) <= kRoomySavedBytes);
static_assert(Sets<HostWarp, 64>::Roomy::kCapacity <= kMostNonzeros);

/// For the set of few atoms near the warp; for the others in the memory of the group.
template <class Set>
SUPDICT_BLOCK typename Set::Saved& saved_at(char* saved, std::ptrdiff_t offset) {
  return *reinterpret_cast<typename Set::Saved*>(saved + offset);
}

/// What is coded under: the hypotheses of both classes, or that of the label where mu is 0 and the
/// other class has no weight.
SUPDICT_BLOCK Task task_of(const Group& group, int part, const float* G, bool both, int label) {
  const PartFacts& facts = group.facts[part];
  const ThetaView theta = theta_of(group, part, 0);
  Task task;
  task.G = G;
  task.n_atoms = group.sizes.atoms;
  task.lambda0 = facts.lambda0;
  task.target = facts.target;
  task.bias = theta.b[1] - theta.b[0];
  task.tolerance = group.run.tolerance;
  task.most_steps = group.run.most_steps;
  task.n_hypotheses = both ? 2 : 1;
  task.labels = both ? 2 : static_cast<std::uint32_t>(label);
  return task;
}

/// to = weights[0] alpha_0 + weights[1] alpha_1, or 0 where no codes were found.
template <class W, int kPlaces>
SUPDICT_WARP void store_combination(float* to, const float* Alpha, const float (&weights)[2],
                                    bool found, int n_atoms) {
  using Float = typename W::Float;
#pragma unroll
  for (int a = 0; a < kPlaces; ++a) {
    const auto atom = W::template atom_at<kPlaces>(a);
    const Float sum = Float(weights[0]) * W::load_once(Alpha, atom) +
                      Float(weights[1]) * W::load_once(Alpha + n_atoms, atom);
    W::store(to, atom, found ? sum : Float(0.0F), atom < n_atoms);
  }
}

template <class W, class Set>
SUPDICT_WARP void code_signal(const Group& group, int part, int slot, const float* G,
                              const float* d, CodesMemory<Set>& memory,
                              typename Set::Saved& saved) {
  const Sizes& sizes = group.sizes;
  const int at = part * sizes.slots + slot;
  const int label = group.label[at];
  const float mu = group.numbers[part].mu;
  const bool both = mu > 0;
  const Task task = task_of(group, part, G, both, label);

  const std::ptrdiff_t products = static_cast<std::ptrdiff_t>(at) * sizes.atoms;
  const Signal signal = {group.Q + products, sizes.bilinear ? group.d + products : d,
                         group.energy[at]};
  float* Alpha = group.Alpha + 2 * static_cast<std::ptrdiff_t>(at) * sizes.atoms;
  Entry* entries =
      reinterpret_cast<Entry*>(group.entries) + 2 * static_cast<std::ptrdiff_t>(at) * kMostNonzeros;
  Set set(G, memory.memory);
  Walk<W, Set, true>(task, signal, set)
      .solve(saved, Results{entries, memory.found, both ? Alpha : Alpha + label * sizes.atoms});
  W::sync();

  const int last = both ? 1 : 0;
  const bool found = is_number(memory.found[0]) && is_number(memory.found[last]);
  const float weight = found ? group.weight[at] : 0.0F;
  Omega omega = omega_of<W>(weight, 0, label, 0);
  if (found && both) {
    const Cost costs[2] = {cost_of<W>(task, 1.0F, entries, memory.found[0].size),
                           cost_of<W>(task, -1.0F, entries + Set::kCapacity, memory.found[1].size)};
    const float margin = costs[1].cost - costs[0].cost;
    omega = omega_of<W>(weight, mu, label, label == 0 ? margin : -margin);
    for (int l = 0; l < 2; ++l) {
      W::put(group.costs + 2 * at + l, costs[l].cost);
      W::put(group.nonzeros + 2 * at + l, costs[l].nonzeros);
    }
  }
  const float rho[2] = {found ? omega.of[0] * memory.found[0].wrong : 0.0F,
                        found ? -omega.of[1] * memory.found[last].wrong : 0.0F};
  W::put(group.lost + at, found ? 0 : 1);
  for (int l = 0; l < 2; ++l) {
    W::put(group.omega + 2 * at + l, omega.of[l]);
    W::put(group.rho + 2 * at + l, rho[l]);
  }
  store_combination<W, Set::kPlaces>(group.Beta + products, Alpha, omega.of, found, sizes.atoms);
  if (!sizes.bilinear) return;
  store_combination<W, Set::kPlaces>(group.Beta_rho + products, Alpha, rho, found, sizes.atoms);
}

}  // namespace supdict::cuda
