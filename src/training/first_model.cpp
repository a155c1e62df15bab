// SPDX-License-Identifier: BSD-3-Clause
#include "training/first_model.hpp"

#include <numeric>

#include "supdict/dictionary.hpp"
#include "training/streams.hpp"

namespace supdict::training {
namespace {

constexpr int kDictionaryBatch = 256;

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
           const DictionaryOptions& dictionary, const Context& context,
           DictionaryState<T>& learned) {
  const Index m = problem.train.size();
  const Index size = std::min<Index>(kDictionaryBatch, m);
  const auto wanted = static_cast<Index>(options.dictionary_epochs * static_cast<double>(m));
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

}  // namespace

template <class T>
void make_first_model(const PartProblem<T>& problem, const TrainOptions& options,
                      const Context& context, PartState<T>& state) {
  const DictionaryOptions dictionary = dictionary_options(problem, options);
  core::Rng rng{options.seed, kDictionaryStream, problem.stream};
  std::vector<Index> chosen(static_cast<std::size_t>(dictionary.atoms));
  for (Index& member : chosen) member = rng.below(problem.train.size());
  Matrix<T> samples;
  problem.train.gather(chosen, samples);
  DictionaryState<T> learned = start_dictionary<T>(samples, dictionary);
  if (options.init == "reconstructive") learn(problem, options, dictionary, context, learned);
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
