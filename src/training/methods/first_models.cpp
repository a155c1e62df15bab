// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/first_models.hpp"

#include <algorithm>

#include "backend/cuda/training/lesson_steps.hpp"
#include "core/thread_pool.hpp"
#include "dictionary/atom_update.hpp"
#include "dictionary/repair.hpp"
#include "training/methods/first_model.hpp"
#include "training/methods/method_table.hpp"

namespace supdict::training {
namespace {

static_assert(cuda::kDeadShareOfLessons == dictionary::kDeadShare);

bool learned_on_device(const GroupMember& member, const TrainOptions& options) {
  return options.init == FirstDictionary::kReconstructive && member.problem->train.max_shift() == 0;
}

void start_on_threads(std::span<const GroupMember> members, const TrainOptions& options,
                      const Context& context) {
  context.pool().parallel_for(std::ssize(members), [&](Index i) {
    const GroupMember& member = members[i];
    find_trainer<float>(options).start(*member.problem, options, context, *member.state);
  });
}

/// The dictionaries of all members, learned in passes over their signals. What is given is D to
/// begin with; sums begin at zero.
class Lessons {
 public:
  Lessons(cuda::Machine& machine, std::span<const GroupMember> members, const TrainOptions& options,
          double kappa, double epochs, const Context& context)
      : members_(members),
        options_(options),
        kappa_(kappa),
        epochs_(epochs),
        context_(context),
        steps_(machine,
               {.atoms = options.atoms.value(),
                .batch = batch_size(members),
                .kappa = kappa,
                .forgetting = DictionaryOptions().forgetting,
                .tolerance = options.coding.tolerance,
                .max_iterations = options.coding.max_iterations},
               members.front().problem->train.matrix(), orders()) {}

  /// Of which members every signal took part: whose codes all have room.
  std::vector<char> learn(std::vector<DictionaryState<float>>& learned) {
    for_members([&](Index i) { steps_.start(static_cast<int>(i), learned[i].D); });
    std::int64_t most = 0;
    for (Index i = 0; i < std::ssize(members_); ++i) most = std::max(most, batches(i));
    for (std::int64_t done = 0; done < most;) {
      context_.throw_if_stopped();
      done = std::min(most, done + dictionary::kUpdatesBeforeRepair);
      steps_.advance(done);
      if (done % dictionary::kUpdatesBeforeRepair == 0) repair_all(done, learned);
    }
    std::vector<char> complete(members_.size());
    for_members([&](Index i) {
      const int part = static_cast<int>(i);
      if (batches(i) > 0) learned[i].D = steps_.dictionary(part);
      complete[i] = steps_.left_out(part) == 0 ? 1 : 0;
    });
    return complete;
  }

 private:
  /// Batches of all parts are filled up to the size of the largest.
  static Index batch_size(std::span<const GroupMember> members) {
    Index size = 0;
    for (const GroupMember& member : members) {
      size = std::max(size, first_batch_size(member.problem->train.size()));
    }
    return size;
  }

  std::vector<std::vector<std::int32_t>> orders() const {
    const std::size_t size = batch_size(members_);
    std::vector<std::vector<std::int32_t>> orders(members_.size());
    for_members([&](Index i) {
      const std::span<const Index> columns = problem(i).train.columns();
      std::vector<std::int32_t>& order = orders[i];
      for_batches(i, [&](std::span<const Index> batch, std::uint64_t) {
        for (const Index member : batch) {
          order.push_back(static_cast<std::int32_t>(columns[member]));
        }
        order.resize((order.size() + size - 1) / size * size, -1);
      });
    });
    return orders;
  }

  template <class Work>
  void for_members(const Work& work) const {
    context_.pool().parallel_for(std::ssize(members_), work);
  }
  template <class Take>
  void for_batches(Index i, const Take& take) const {
    for_first_batches(problem(i).stream, problem(i).train.size(), options_, epochs_, take);
  }
  const PartProblem<float>& problem(Index i) const { return *members_[i].problem; }
  std::int64_t batches(Index i) const { return steps_.batches(static_cast<int>(i)); }

  void repair_all(std::int64_t done, std::vector<DictionaryState<float>>& learned) {
    steps_.look();
    for (Index i = 0; i < std::ssize(members_); ++i) {
      if (batches(i) < done || !steps_.has_dead_atoms(static_cast<int>(i))) continue;
      repair(i, done, learned[i].n_replaced);
    }
  }

  /// On the host, with the signals of the last batch.
  void repair(Index i, std::int64_t done, Index& n_replaced) {
    std::vector<Index> last;
    std::int64_t number = 0;
    for_batches(i, [&](std::span<const Index> batch, std::uint64_t) {
      if (++number == done) last.assign(batch.begin(), batch.end());
    });
    Matrix<float> batch;
    problem(i).train.gather(last, batch);
    cuda::Learned found = steps_.get(static_cast<int>(i));
    DictionaryState<float> now{std::move(found.D), std::move(found.A), std::move(found.B), done,
                               n_replaced};
    const auto codes = Coder<float>(now.D, kappa_, options_.coding, context_).lasso(batch);
    dictionary::repair_atoms<float>(now, batch, codes, {},
                                    dictionary_options(problem(i), options_).seed);
    n_replaced = now.n_replaced;
    steps_.put(static_cast<int>(i),
               {.D = std::move(now.D), .A = std::move(now.A), .B = std::move(now.B)});
  }

  std::span<const GroupMember> members_;
  const TrainOptions& options_;
  double kappa_;
  double epochs_;
  const Context& context_;
  cuda::LessonSteps steps_;
};

/// Sets D to the dictionaries that runs with another kappa start from too. Those that are not
/// learned yet are learned here; one that had to leave signals out is not used.
void take_common(cuda::Machine& machine, std::span<const GroupMember> members,
                 const TrainOptions& options, const Context& context,
                 std::vector<DictionaryState<float>>& learned) {
  DictionaryCache<float>& cache = *members.front().problem->cache;
  const int atoms = options.atoms.value();
  // Empty where it is not learned yet.
  const auto common_of = [&](const GroupMember& member) -> const Matrix<float>& {
    return cache.get(member.problem->stream, atoms, [] { return Matrix<float>(); });
  };
  std::vector<GroupMember> missing;
  std::vector<DictionaryState<float>> common;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (common_of(members[i]).size() > 0) continue;
    missing.push_back(members[i]);
    common.push_back(learned[i]);
  }
  std::vector<char> complete;
  if (!missing.empty()) {
    complete = Lessons(machine, missing, options, cache.kappa(), options.dictionary_epochs.value(),
                       context)
                   .learn(common);
  }
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (complete[i] == 0) continue;
    cache.get(missing[i].problem->stream, atoms, [&] { return common[i].D; });
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    learned[i].D = common_of(members[i]);
  }
}

void learn_first_models(cuda::Machine& machine, std::span<const GroupMember> members,
                        const TrainOptions& options, const Context& context) {
  std::vector<DictionaryState<float>> learned(members.size());
  context.pool().parallel_for(std::ssize(members), [&](Index i) {
    const std::size_t at = i;
    learned[at] = first_atoms(*members[at].problem, options);
  });
  double epochs = options.dictionary_epochs.value();
  if (members.front().problem->cache != nullptr) {
    take_common(machine, members, options, context, learned);
    epochs *= kWarmShare;
  }
  std::vector<GroupMember> rest;
  std::vector<DictionaryState<float>> begun;
  std::vector<GroupMember> left_out;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (learned[i].D.size() == 0) {
      left_out.push_back(members[i]);
      continue;
    }
    rest.push_back(members[i]);
    begun.push_back(std::move(learned[i]));
  }
  std::vector<char> complete;
  if (!rest.empty()) {
    complete = Lessons(machine, rest, options, options.kappa.value(), epochs, context).learn(begun);
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (complete[i] == 0) {
      left_out.push_back(rest[i]);
      continue;
    }
    set_first_model(*rest[i].problem, options, begun[i], *rest[i].state);
    rest[i].state->moments.start(rest[i].state->model);
  }
  start_on_threads(left_out, options, context);
}

}  // namespace

void start_on_device(cuda::Machine& machine, std::span<const GroupMember> members,
                     const TrainOptions& options, const Context& context) {
  const bool served = std::ranges::all_of(
      members, [&](const GroupMember& member) { return learned_on_device(member, options); });
  if (members.empty()) return;
  if (served) {
    learn_first_models(machine, members, options, context);
  } else {
    start_on_threads(members, options, context);
  }
}

}  // namespace supdict::training
