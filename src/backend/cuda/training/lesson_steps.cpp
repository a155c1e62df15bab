// SPDX-License-Identifier: BSD-3-Clause
#include "backend/cuda/training/lesson_steps.hpp"

#include <algorithm>
#include <cmath>

#include "backend/cuda/training/layout.hpp"
#include "backend/cuda/training/views.hpp"

namespace supdict::cuda {
namespace {

std::size_t lay_out(Group& group, Lesson& lesson, char* memory) {
  const Sizes& sizes = group.sizes;
  const std::size_t parts = sizes.parts;
  const std::size_t atoms = sizes.atoms;
  const std::size_t slots = parts * static_cast<std::size_t>(sizes.slots);
  Arrays arrays(memory);
  arrays.take(group.iteration, parts);
  arrays.take(group.stop, parts);
  arrays.take(group.unfinished, parts);
  arrays.take(group.state, parts * state_size(sizes));
  arrays.take(group.numbers, parts);
  arrays.take(group.X, slots * static_cast<std::size_t>(sizes.rows));
  arrays.take(group.energy, slots);
  arrays.take(group.label, slots);
  arrays.take(group.partial, parts * static_cast<std::size_t>(sizes.splits) * atoms *
                                 static_cast<std::size_t>(sizes.columns()));
  arrays.take(group.G, parts * atoms * atoms);
  arrays.take(group.Q, slots * atoms);
  arrays.take(group.entries, 8 * slots * kMostNonzeros);
  arrays.take(group.saved, sizes.atoms > 64 ? slots * kSavedBytes : 0);
  arrays.take(group.roomy_saved, parts * kRoomySavedBytes);
  arrays.take(group.lost, slots);
  arrays.take(group.Beta, slots * atoms);
  arrays.take(lesson.order, slots * static_cast<std::size_t>(lesson.batches));
  arrays.take(lesson.keep, static_cast<std::size_t>(lesson.batches));
  arrays.take(lesson.A, parts * atoms * atoms);
  arrays.take(lesson.B, parts * dictionary_size(sizes));
  return arrays.used();
}

}  // namespace

LessonSteps::LessonSteps(Machine& machine, const LessonOptions& options, ConstMatrixRef<float> X,
                         std::span<const std::vector<std::int32_t>> orders)
    : machine_(machine) {
  Sizes& sizes = group_.sizes;
  sizes = sizes_of_group(orders.size(), X.rows(), options.atoms, options.batch);
  group_.run.tolerance = static_cast<float>(options.tolerance);
  group_.run.most_steps = std::min(options.max_iterations, 4 * sizes.atoms);
  lesson_.target = static_cast<float>(options.kappa / 2);
  for (const auto& order : orders) {
    batches_.push_back(std::ssize(order) / options.batch);
    lesson_.batches = std::max(lesson_.batches, static_cast<int>(batches_.back()));
  }
  lay_out(group_, lesson_, static_cast<char*>(machine.allocate(lay_out(group_, lesson_, nullptr))));
  group_.signals = bring_signals(machine, X);
  sums_.resize(orders.size() * static_cast<std::size_t>(sizes.atoms * sizes.atoms));

  const std::size_t slots = sizes.slots;
  const std::size_t batch = options.batch;
  const std::size_t most = lesson_.batches;
  std::vector<std::int32_t> spread(orders.size() * most * slots, -1);
  for (std::size_t part = 0; part < orders.size(); ++part) {
    for (std::size_t i = 0; i < orders[part].size(); ++i) {
      spread[(part * most + i / batch) * slots + i % batch] = orders[part][i];
    }
  }
  std::vector<float> keep;
  for (int t = 1; t <= lesson_.batches; ++t) {
    keep.push_back(static_cast<float>(std::pow(1 - 1.0 / t, options.forgetting)));
  }
  machine.upload(writable(lesson_.order), spread.data(), spread.size() * sizeof(spread[0]));
  machine.upload(writable(lesson_.keep), keep.data(), keep.size() * sizeof(keep[0]));
}

void LessonSteps::start(int part, const Matrix<float>& D) {
  std::vector<float> rows(dictionary_size(group_.sizes));
  pack(D, group_.sizes.atoms, rows.data());
  machine_.upload(dictionary_of(group_, part, 0), rows.data(), rows.size() * sizeof(float));
}

void LessonSteps::advance(std::int64_t batches) {
  std::vector<std::int64_t> stops;
  for (const std::int64_t all : batches_) stops.push_back(std::min(all, batches));
  const std::int64_t most = *std::max_element(stops.begin(), stops.end());
  machine_.upload(writable(group_.stop), stops.data(), stops.size() * sizeof(stops[0]));
  machine_.learn(group_, lesson_, most - done_);
  done_ = most;
}

void LessonSteps::look() {
  machine_.download(sums_.data(), lesson_.A, sums_.size() * sizeof(float));
}

bool LessonSteps::has_dead_atoms(int part) const {
  const std::size_t atoms = group_.sizes.atoms;
  const float* A = sums_.data() + static_cast<std::size_t>(part) * atoms * atoms;
  const auto own = [&](int i) { return A[static_cast<std::size_t>(i) * (atoms + 1)]; };
  double trace = 0;
  for (int i = 0; i < group_.sizes.k; ++i) trace += static_cast<double>(own(i));
  for (int i = 0; i < group_.sizes.k; ++i) {
    if (static_cast<double>(own(i)) <= kDeadShareOfLessons * trace) return true;
  }
  return false;
}

Matrix<float> LessonSteps::dictionary(int part) const {
  const Sizes& sizes = group_.sizes;
  Matrix<float> D(sizes.n, sizes.k);
  std::vector<float> rows(dictionary_size(sizes));
  machine_.download(rows.data(), dictionary_of(group_, part, 0), rows.size() * sizeof(float));
  unpack(rows.data(), sizes.atoms, D);
  return D;
}

Learned LessonSteps::get(int part) const {
  const Sizes& sizes = group_.sizes;
  Learned learned{.D = dictionary(part), .A = {}, .B = {}};
  std::vector<float> rows(dictionary_size(sizes));
  learned.B.resize(sizes.n, sizes.k);
  machine_.download(rows.data(), lesson_.B + part * rows.size(), rows.size() * sizeof(float));
  unpack(rows.data(), sizes.atoms, learned.B);
  const std::size_t atoms = sizes.atoms;
  std::vector<float> sums(atoms * atoms);
  machine_.download(sums.data(), lesson_.A + part * sums.size(), sums.size() * sizeof(float));
  learned.A.resize(sizes.k, sizes.k);
  unpack(sums.data(), sizes.atoms, learned.A);
  return learned;
}

void LessonSteps::put(int part, const Learned& learned) {
  const Sizes& sizes = group_.sizes;
  start(part, learned.D);
  std::vector<float> rows(dictionary_size(sizes));
  pack(learned.B, sizes.atoms, rows.data());
  machine_.upload(lesson_.B + part * rows.size(), rows.data(), rows.size() * sizeof(float));
  const std::size_t atoms = sizes.atoms;
  std::vector<float> sums(atoms * atoms);
  pack(learned.A, sizes.atoms, sums.data());
  machine_.upload(lesson_.A + part * sums.size(), sums.data(), sums.size() * sizeof(float));
}

std::int64_t LessonSteps::left_out(int part) const {
  std::int64_t count = 0;
  machine_.download(&count, group_.unfinished + part, sizeof count);
  return count;
}

}  // namespace supdict::cuda
