// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>
#include <vector>

#include "backend/cuda/training/codes.hpp"
#include "backend/cuda/training/gather.hpp"
#include "backend/cuda/training/lesson_stages.hpp"
#include "backend/cuda/training/machine.hpp"
#include "backend/cuda/training/products.hpp"
#include "backend/cuda/training/update.hpp"

namespace supdict::cuda {
namespace {

/// Every signal of a batch, or only those that an earlier walk had no room for.
template <class Set>
void code_part(const Group& group, int part, bool again) {
  const auto memory = std::make_unique<CodesMemory<Set>>();
  const auto saved = std::make_unique<typename Set::Saved>();
  std::vector<float> d(static_cast<std::size_t>(group.sizes.atoms));
  for (int i = 0; i < group.sizes.atoms && !group.sizes.bilinear; ++i) {
    d[i] = direction_of(group, part, i);
  }
  const float* G = of_part(group.G, part, group.sizes.atoms * group.sizes.atoms);
  for (int slot = 0; slot < group.sizes.batch; ++slot) {
    if (again && of_part(group.lost, part, group.sizes.slots)[slot] == 0) continue;
    code_signal<HostWarp, Set>(group, part, slot, G, d.data(), *memory, *saved);
  }
}

template <int kPaddedAtoms>
void code_twice(const Group& group, int part) {
  code_part<typename Sets<HostWarp, kPaddedAtoms>::Quick>(group, part, false);
  code_part<typename Sets<HostWarp, kPaddedAtoms>::Roomy>(group, part, true);
}

using CodePart = void (*)(const Group&, int);

CodePart code_part_of(int atoms) {
  switch (atoms) {
    case 64:
      return code_twice<64>;
    case 128:
      return code_twice<128>;
    default:
      return code_twice<256>;
  }
}

template <class Set>
void code_part_of_lesson(const Group& group, const Lesson& lesson, int part, bool again) {
  const auto memory = std::make_unique<CodesMemory<Set>>();
  const auto saved = std::make_unique<typename Set::Saved>();
  const float* G = of_part(group.G, part, group.sizes.atoms * group.sizes.atoms);
  for (int slot = 0; slot < group.sizes.slots; ++slot) {
    if (again && of_part(group.lost, part, group.sizes.slots)[slot] == 0) continue;
    code_lesson<HostWarp, Set>(group, lesson, part, slot, G, *memory, *saved);
  }
}

template <int kPaddedAtoms>
void code_lesson_twice(const Group& group, const Lesson& lesson, int part) {
  code_part_of_lesson<typename Sets<HostWarp, kPaddedAtoms>::Quick>(group, lesson, part, false);
  code_part_of_lesson<typename Sets<HostWarp, kPaddedAtoms>::Roomy>(group, lesson, part, true);
}

void code_lesson_of(const Group& group, const Lesson& lesson, int part) {
  switch (group.sizes.atoms) {
    case 64:
      return code_lesson_twice<64>(group, lesson, part);
    case 128:
      return code_lesson_twice<128>(group, lesson, part);
    default:
      return code_lesson_twice<256>(group, lesson, part);
  }
}

void multiply(const Group& group, int part) {
  const Sizes& sizes = group.sizes;
  HostBlock block;
  TileMemory memory;
  for (int column = 0; column < sizes.columns() / kNarrow; ++column) {
    for (int atom = 0; atom < sizes.atoms / kWide; ++atom) {
      for (int split = 0; split < sizes.splits; ++split) {
        multiply_stretch(block, memory, group, part, column, atom, split);
      }
    }
  }
  for (int i = 0; i < sizes.columns() * sizes.atoms / 4; ++i) sum_stretches(group, part, i);
}

void update(const Group& group, int part) {
  const Sizes& sizes = group.sizes;
  HostBlock block;
  DictionaryMemory memory;
  for (int row = 0; row < sizes.atoms / kNarrow; ++row) {
    for (int column = 0; column < sizes.atoms / kWide; ++column) {
      for (int share = 0; share < kShares; ++share) {
        sum_moments(block, memory.tile, group, part, row, column, share);
      }
    }
  }
  ThetaMemory theta;
  step_theta(block, theta, group, part);
  draw_step(block, group, part);
  for (int row = 0; row < sizes.row_tiles(); ++row) {
    for (int atom = 0; atom < sizes.atoms / kWide; ++atom) {
      step_dictionary(block, memory, group, part, row, atom);
      if (sizes.bilinear) step_maps(block, memory.tile, group, part, row, atom);
    }
  }
}

void project_part(const Group& group, int part) {
  HostBlock block;
  for (int tile = 0; tile < group.sizes.row_tiles(); ++tile) {
    project_rows(block, group, part, tile);
  }
}

void take_step(const Group& group, int part) {
  HostBlock block;
  GatherMemory memory;
  project_part(group, part);
  for (int slot = 0; slot < group.sizes.batch; ++slot) {
    gather_signal(block, memory, group, part, slot);
  }
  if (group.numbers[part].active == 0) return;
  multiply(group, part);
  code_part_of(group.sizes.atoms)(group, part);
  update(group, part);
}

void take_lesson(const Group& group, const Lesson& lesson, int part) {
  const Sizes& sizes = group.sizes;
  HostBlock block;
  GatherMemory gather;
  for (int slot = 0; slot < sizes.slots; ++slot) {
    gather_lesson(block, gather, group, lesson, part, slot);
  }
  if (group.numbers[part].active == 0) return;
  multiply(group, part);
  code_lesson_of(group, lesson, part);
  TileMemory tile;
  for (int row = 0; row < sizes.atoms / kNarrow + sizes.row_tiles(); ++row) {
    for (int column = 0; column < sizes.atoms / kWide; ++column) {
      add_lesson(block, tile, group, lesson, part, row, column);
    }
  }
  AtomsMemory atoms;
  update_atoms(block, atoms, group, lesson, part);
}

void look_at(const Group& group, int part) {
  HostBlock block;
  GatherMemory memory;
  project_part(group, part);
  for (int slot = 0; slot < group.sizes.batch; ++slot) {
    gather_probe(block, memory, group, part, slot);
  }
  multiply(group, part);
  code_part_of(group.sizes.atoms)(group, part);
}

class HostMachine final : public Machine {
 public:
  std::string name() const override { return "the host, step by step"; }
  void* allocate(std::size_t bytes) override {
    // In lines, for what is read four numbers at a time.
    struct alignas(64) Line {
      char at[64];
    };
    auto memory = std::make_shared<std::vector<Line>>(bytes / sizeof(Line) + 1);
    pieces_.push_back(memory);
    return memory->data();
  }
  void* allocate_on_host(std::size_t bytes) override { return allocate(bytes); }
  void upload(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void take_steps(const Group& group, std::int64_t count) override {
    HostBlock block;
    for (int part = 0; part < group.sizes.parts; ++part) draw_step(block, group, part);
    for (std::int64_t step = 0; step < count; ++step) {
      for (int part = 0; part < group.sizes.parts; ++part) take_step(group, part);
    }
  }
  void look(const Group& group) override {
    for (int part = 0; part < group.sizes.parts; ++part) look_at(group, part);
  }
  void learn(const Group& group, const Lesson& lesson, std::int64_t count) override {
    for (std::int64_t batch = 0; batch < count; ++batch) {
      for (int part = 0; part < group.sizes.parts; ++part) take_lesson(group, lesson, part);
    }
  }
  void project(const Group& group) override {
    for (int part = 0; part < group.sizes.parts; ++part) project_part(group, part);
  }

 private:
  std::vector<std::shared_ptr<void>> pieces_;
};

}  // namespace

std::unique_ptr<Machine> make_host_machine() {
  return std::make_unique<HostMachine>();
}

}  // namespace supdict::cuda
