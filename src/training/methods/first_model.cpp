// SPDX-License-Identifier: BSD-3-Clause
#include "training/methods/first_model.hpp"

#include <algorithm>
#include <optional>

#include "core/sequence.hpp"
#include "supdict/dictionary.hpp"
#include "training/part/streams.hpp"

namespace supdict::training {
namespace {

constexpr int kDictionaryBatch = 256;

/// Initial lambda0 if the gamma rule is to find it.
constexpr double kFirstLambda0 = 20;

/// Online learning over shuffled epochs of the part's (augmented) signals.
template <class T>
void learn(const PartProblem<T>& problem, const TrainOptions& options,
           const DictionaryOptions& dictionary, double epochs, const Context& context,
           DictionaryState<T>& learned) {
  Matrix<T> batch;
  core::Rng shifts{};
  std::optional<std::uint64_t> begun;
  for_first_batches(problem.stream, problem.train.size(), options, epochs,
                    [&](std::span<const Index> members, std::uint64_t epoch) {
                      if (begun != epoch)
                        shifts = {options.seed, kShiftStream, problem.stream, epoch};
                      begun = epoch;
                      problem.train.gather_augmented(members, shifts, context, batch);
                      update_dictionary<T>(learned, batch, dictionary, options.coding, context);
                    });
}

/// All signals of the part, class after class: the first of each, the second of each that has one,
/// and so on.
template <class T>
std::vector<Index> class_by_class(const PartProblem<T>& problem, const TrainOptions& options) {
  const Index m = problem.train.size();
  const core::Permutation order({options.seed, kDictionaryStream, problem.stream}, m);
  std::vector<Index> taken(problem.n_classes(), 0);
  std::vector<std::vector<Index>> of_rank;
  for (Index i = 0; i < m; ++i) {
    const Index member = order.at(i);
    const Index rank = taken[problem.y[member]]++;
    if (rank == std::ssize(of_rank)) of_rank.emplace_back();
    of_rank[rank].push_back(member);
  }
  std::vector<Index> members;
  for (const std::vector<Index>& rank : of_rank) {
    members.insert(members.end(), rank.begin(), rank.end());
  }
  return members;
}

/// Training signals in the place of all atoms that are not fixed; if there are fewer, some serve
/// again.
template <class T>
void take_signals_as_atoms(const PartProblem<T>& problem, const TrainOptions& options,
                           Matrix<T>& D) {
  const std::vector<Index> members = class_by_class(problem, options);
  const AtomRules rules = options.penalty.atoms();
  std::vector<Index> chosen;
  for (Index i = 0; i < D.cols() - rules.fixed; ++i) chosen.push_back(members[i % members.size()]);
  Matrix<T> signals;
  problem.train.gather(chosen, signals);
  D.rightCols(std::ssize(chosen)) = signals;
  project_atoms(D, rules);
}

/// From signals of the part, or from the dictionary that runs with another kappa start from too.
template <class T>
DictionaryState<T> learned_dictionary(const PartProblem<T>& problem, const TrainOptions& options,
                                      const Context& context) {
  const DictionaryOptions dictionary = dictionary_options(problem, options);
  DictionaryState<T> learned = first_atoms(problem, options);
  if (options.init == FirstDictionary::kSignals) {
    take_signals_as_atoms<T>(problem, options, learned.D);
  }
  if (options.init != FirstDictionary::kReconstructive) return learned;
  if (problem.cache == nullptr) {
    learn(problem, options, dictionary, options.dictionary_epochs.value(), context, learned);
    return learned;
  }
  learned.D = problem.cache->get(problem.stream, options.atoms.value(), [&] {
    DictionaryOptions in_common = dictionary;
    in_common.kappa = problem.cache->kappa();
    DictionaryState<T> first = learned;
    learn(problem, options, in_common, options.dictionary_epochs.value(), context, first);
    return first.D;
  });
  learn(problem, options, dictionary, kWarmShare * options.dictionary_epochs.value(), context,
        learned);
  return learned;
}

}  // namespace

template <class T>
DictionaryOptions dictionary_options(const PartProblem<T>& problem, const TrainOptions& options) {
  DictionaryOptions result;
  result.atoms = options.atoms.value();
  result.kappa = options.kappa.value();
  result.init =
      options.init == FirstDictionary::kGaussian ? FirstAtoms::kGaussian : FirstAtoms::kSamples;
  result.penalty = options.penalty;
  result.seed = core::Rng{options.seed, kDictionaryStream, problem.stream}.next() >> 1;
  return result;
}

Index first_batch_size(Index m) {
  return std::min<Index>(kDictionaryBatch, m);
}

void for_first_batches(
    std::uint64_t stream, Index m, const TrainOptions& options, double epochs,
    const std::function<void(std::span<const Index> members, std::uint64_t epoch)>& take) {
  const Index size = first_batch_size(m);
  const auto wanted = static_cast<Index>(epochs * static_cast<double>(m));
  for (Index done = 0, epoch = 0; done < wanted; ++epoch) {
    auto order = core::numbers_below(m);
    const auto key = static_cast<std::uint64_t>(epoch);
    core::Rng{options.seed, kDictionaryStream, stream, key}.shuffle(order);
    for (Index first = 0; first < m && done < wanted; first += size) {
      const Index count = std::min(size, m - first);
      take(std::span<const Index>(order).subspan(first, count), key);
      done += count;
    }
  }
}

template <class T>
DictionaryState<T> first_atoms(const PartProblem<T>& problem, const TrainOptions& options) {
  core::Rng rng{options.seed, kDictionaryStream, problem.stream};
  std::vector<Index> chosen(options.atoms.value());
  for (Index& member : chosen) member = rng.below(problem.train.size());
  Matrix<T> samples;
  problem.train.gather(chosen, samples);
  return start_dictionary<T>(samples, dictionary_options(problem, options));
}

template <class T>
void set_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                     const DictionaryState<T>& learned, PartState<T>& state) {
  state.summary.n_replaced_atoms = learned.n_replaced;
  const double lambda0 = options.lambda0.value_or(kFirstLambda0);
  state.model = untrained<T>(learned.D, problem.n_classes(), options.decision.value(), lambda0,
                             lambda0 * options.kappa.value());
  state.model.penalty = options.penalty.codes();
  state.model.atom_rules = options.penalty.atoms();
}

template <class T>
void make_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  set_first_model(problem, options, learned_dictionary<T>(problem, options, context), state);
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void make_first_model<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                    PartState<T>&);                                             \
  template DictionaryOptions dictionary_options<T>(const PartProblem<T>&, const TrainOptions&); \
  template DictionaryState<T> first_atoms<T>(const PartProblem<T>&, const TrainOptions&);       \
  template void set_first_model<T>(const PartProblem<T>&, const TrainOptions&,                  \
                                   const DictionaryState<T>&, PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
