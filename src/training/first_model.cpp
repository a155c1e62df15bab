// SPDX-License-Identifier: BSD-3-Clause
#include "training/first_model.hpp"

#include <numeric>

#include "supdict/dictionary.hpp"
#include "training/streams.hpp"

namespace supdict::training {
namespace {

constexpr int kDictionaryBatch = 256;
/// Share of the passes for a dictionary that begins from one of another kappa.
constexpr double kWarmShare = 0.25;

/// Where lambda0 starts when it is to be found by the gamma rule.
constexpr double kFirstLambda0 = 20;

template <class T>
DictionaryOptions dictionary_options(const PartProblem<T>& problem, const TrainOptions& options) {
  DictionaryOptions result;
  result.atoms = options.atoms;
  result.kappa = options.kappa;
  result.init = options.init == "gaussian" ? "gaussian" : "samples";
  result.seed = core::Rng{options.seed, kDictionaryStream, problem.stream}.next() >> 1;
  return result;
}

/// Online learning over shuffled epochs of the part's (augmented) signals.
template <class T>
void learn(const PartProblem<T>& problem, const TrainOptions& options,
           const DictionaryOptions& dictionary, double epochs, const Context& context,
           DictionaryState<T>& learned) {
  const Index m = problem.train.size();
  const Index size = std::min<Index>(kDictionaryBatch, m);
  const auto wanted = static_cast<Index>(epochs * static_cast<double>(m));
  std::vector<Index> order(static_cast<std::size_t>(m));
  Matrix<T> batch;
  for (Index done = 0, epoch = 0; done < wanted; ++epoch) {
    std::iota(order.begin(), order.end(), Index{0});
    const auto key = static_cast<std::uint64_t>(epoch);
    core::Rng{options.seed, kDictionaryStream, problem.stream, key}.shuffle(order);
    core::Rng shifts{options.seed, kShiftStream, problem.stream, key};
    for (Index first = 0; first < m && done < wanted; first += size) {
      const Index count = std::min(size, m - first);
      problem.train.gather_augmented(std::span(order).subspan(static_cast<std::size_t>(first),
                                                              static_cast<std::size_t>(count)),
                                     shifts, batch);
      update_dictionary<T>(learned, batch, dictionary, options.coding, context);
      done += count;
    }
  }
}

/// From signals of the part, or from the dictionary that runs with another kappa begin with too.
template <class T>
DictionaryState<T> learned_dictionary(const PartProblem<T>& problem, const TrainOptions& options,
                                      ConstMatrixRef<T> samples, const Context& context) {
  const DictionaryOptions dictionary = dictionary_options(problem, options);
  DictionaryState<T> learned = start_dictionary<T>(samples, dictionary);
  if (options.init != "reconstructive") return learned;
  if (problem.shelf == nullptr) {
    learn(problem, options, dictionary, options.dictionary_epochs, context, learned);
    return learned;
  }
  learned.D = problem.shelf->get(problem.stream, options.atoms, [&] {
    DictionaryOptions in_common = dictionary;
    in_common.kappa = problem.shelf->kappa();
    DictionaryState<T> first = learned;
    learn(problem, options, in_common, options.dictionary_epochs, context, first);
    return first.D;
  });
  learn(problem, options, dictionary, kWarmShare * options.dictionary_epochs, context, learned);
  return learned;
}

}  // namespace

template <class T>
void make_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  core::Rng rng{options.seed, kDictionaryStream, problem.stream};
  std::vector<Index> chosen(static_cast<std::size_t>(options.atoms));
  for (Index& member : chosen) member = rng.below(problem.train.size());
  Matrix<T> samples;
  problem.train.gather(chosen, samples);
  const DictionaryState<T> learned = learned_dictionary<T>(problem, options, samples, context);
  state.summary.n_replaced_atoms = learned.n_replaced;
  const double lambda0 = options.lambda0 > 0 ? options.lambda0 : kFirstLambda0;
  state.model = untrained<T>(decision_from_string(options.decision), learned.D, problem.n_classes(),
                             lambda0, lambda0 * options.kappa);
}

#define SUPDICT_INSTANTIATE(T)                                                                  \
  template void make_first_model<T>(const PartProblem<T>&, const TrainOptions&, const Context&, \
                                    PartState<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
