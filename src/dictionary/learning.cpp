// SPDX-License-Identifier: BSD-3-Clause
#include <chrono>

#include "coding/solver_table.hpp"
#include "core/check.hpp"
#include "core/rng.hpp"
#include "core/sequence.hpp"
#include "dictionary/atom_update.hpp"
#include "dictionary/repair.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

constexpr std::uint64_t kBatchStream = 102;

/// Rounds of atom updates per pass of the batch method.
constexpr int kRoundsPerPass = 5;

/// The objective of learning is that of the lasso.
template <class T>
void check_learns(const CodingOptions& options) {
  namespace solvers = supdict::coding;
  options::validate(options);
  solvers::check_serves(solvers::find_solver(options.solver),
                        {.in_double = std::is_same_v<T, double>},
                        solvers::solvers_of(simd::active_level()));
  if (!options.max_nonzeros) return;
  throw Error(ErrorCode::kInvalidOption,
              "max_nonzeros is " + std::to_string(*options.max_nonzeros) +
                  "; expected no limit, because dictionaries are learned from lasso codes");
}

template <class T>
void check_input(ConstMatrixRef<T> X) {
  if (X.rows() > 0 && X.cols() > 0) return;
  throw Error(ErrorCode::kInvalidShape, "X is " + core::shape(X.rows(), X.cols()) +
                                            "; expected at least one feature and one signal");
}

/// n x f.
Matrix<double> fixed_atoms(const PenaltyOptions& penalty, Index n_features) {
  Matrix<double> given = penalty.given_atoms();
  if (given.cols() == 0) return Matrix<double>(n_features, 0);
  if (given.rows() == n_features) return given;
  throw Error(ErrorCode::kInvalidShape, "fixed_atoms has atoms of " + std::to_string(given.rows()) +
                                            " entries; expected " + std::to_string(n_features) +
                                            ", the features of a preprocessed signal");
}

/// One pass of the batch method: all codes, then a few rounds of atom updates.
template <class T>
double batch_pass(DictionaryState<T>& state, ConstMatrixRef<T> X, const DictionaryOptions& options,
                  const CodingOptions& coding, const Context& context) {
  constexpr Index kChunk = 4096;
  Matrix<T> A = Matrix<T>::Zero(state.A.rows(), state.A.cols());
  Matrix<T> B = Matrix<T>::Zero(state.B.rows(), state.B.cols());
  double objective = 0;
  const Coder<T> coder(state.D, options.kappa, coding, context, options.penalty.codes());
  const AtomRules rules = options.penalty.atoms();
  Codes<T> codes;
  for (Index first = 0; first < X.cols(); first += kChunk) {
    const auto chunk = X.middleCols(first, std::min(kChunk, X.cols() - first));
    codes = coder.lasso(chunk);
    objective += codes.value.sum();
    dictionary::add_sums<T>(chunk, codes.Alpha, context.pool(), A, B);
  }
  state.A = std::move(A);
  state.B = std::move(B);
  const Index last = (X.cols() - 1) / kChunk * kChunk;
  dictionary::repair_atoms<T>(state, X.middleCols(last, X.cols() - last), codes, rules,
                              options.seed);
  for (int round = 0; round < kRoundsPerPass; ++round) {
    dictionary::update_atoms(state.A, state.B, rules, state.D);
  }
  ++state.n_updates;
  return objective / static_cast<double>(X.cols());
}

/// Reports progress to the caller and remembers whether learning is to stop.
class Watch {
 public:
  Watch(const DictionaryHooks& hooks, double epochs) : hooks_(hooks), epochs_(epochs) {}
  bool stopped() const { return stopped_; }
  /// False if the Context stopped the step.
  bool finishes(const std::function<void()>& step) {
    try {
      step();
    } catch (const Interrupted&) {
      stopped_ = true;
    }
    return !stopped_;
  }
  void report(double epochs_done) {
    stopped_ = hooks_.progress && !hooks_.progress(std::min(1.0, epochs_done / epochs_));
  }

 private:
  const DictionaryHooks& hooks_;
  double epochs_;
  bool stopped_ = false;
};

/// One epoch of the online method, with batches in an order drawn from (seed, epoch). With `share`
/// < 1 only the first part of an epoch.
template <class T>
double online_epoch(DictionaryState<T>& state, ConstMatrixRef<T> X, Index epoch, double share,
                    const DictionaryOptions& options, const CodingOptions& coding,
                    const Context& context, Watch& watch) {
  auto order = core::numbers_below(X.cols());
  core::Rng{options.seed, kBatchStream, static_cast<std::uint64_t>(epoch)}.shuffle(order);
  const Index wanted = static_cast<Index>(std::ceil(share * static_cast<double>(X.cols())));
  const Index size = std::min<Index>(options.batch_size, X.cols());
  Matrix<T> batch;
  double objective = 0;
  Index n_batches = 0;
  for (Index first = 0; first < wanted && !watch.stopped(); first += size) {
    const Index count = std::min(size, X.cols() - first);
    batch.resize(X.rows(), count);
    for (Index j = 0; j < count; ++j) {
      batch.col(j) = X.col(order[first + j]);
    }
    const bool finished = watch.finishes(
        [&] { objective += update_dictionary<T>(state, batch, options, coding, context); });
    if (!finished) break;
    ++n_batches;
    watch.report(static_cast<double>(epoch) +
                 static_cast<double>(first + count) / static_cast<double>(X.cols()));
  }
  return objective / static_cast<double>(std::max<Index>(1, n_batches));
}

}  // namespace

template <class T>
DictionaryState<T> start_dictionary(ConstMatrixRef<T> X, const DictionaryOptions& options) {
  options::validate(options);
  check_input<T>(X);
  DictionaryState<T> state;
  state.D.setZero(X.rows(), options.atoms);
  state.A.setZero(options.atoms, options.atoms);
  state.B.setZero(X.rows(), options.atoms);
  core::Rng rng{options.seed, dictionary::kInitStream};
  const AtomRules rules = options.penalty.atoms();
  state.D.leftCols(rules.fixed) = fixed_atoms(options.penalty, X.rows()).template cast<T>();
  for (Index i = rules.fixed; i < options.atoms; ++i) {
    const bool from_sample = options.init == FirstAtoms::kSamples;
    dictionary::set_atom<T>(
        state.D, i, from_sample ? Vector<T>(X.col(rng.below(X.cols()))) : Vector<T>::Zero(X.rows()),
        rules, rng);
  }
  return state;
}

template <class T>
double update_dictionary(DictionaryState<T>& state, ConstMatrixRef<T> batch,
                         const DictionaryOptions& options, const CodingOptions& coding,
                         const Context& context) {
  options::validate(options);
  check_learns<T>(coding);
  if (batch.cols() == 0) return 0;
  const Codes<T> codes =
      Coder<T>(state.D, options.kappa, coding, context, options.penalty.codes()).lasso(batch);
  const AtomRules rules = options.penalty.atoms();
  const double t = static_cast<double>(++state.n_updates);
  const T keep = static_cast<T>(std::pow(1 - 1 / t, options.forgetting));
  state.A *= keep;
  state.B *= keep;
  dictionary::add_sums<T>(batch, codes.Alpha, context.pool(), state.A, state.B);
  dictionary::update_atoms(state.A, state.B, rules, state.D);
  if (state.n_updates % dictionary::kUpdatesBeforeRepair == 0) {
    dictionary::repair_atoms<T>(state, batch, codes, rules, options.seed);
  }
  return codes.value.mean();
}

template <class T>
LearnedDictionary<T> learn_dictionary(ConstMatrixRef<T> X, const DictionaryOptions& options,
                                      const CodingOptions& coding, const DictionaryHooks& hooks,
                                      const Context& context) {
  const auto begin = std::chrono::steady_clock::now();
  core::check_finite("X", X);
  check_learns<T>(coding);
  LearnedDictionary<T> result{start_dictionary<T>(X, options), {}};
  Watch watch(hooks, options.epochs);
  for (Index epoch = 0; static_cast<double>(epoch) < options.epochs && !watch.stopped(); ++epoch) {
    const double share = std::min(1.0, options.epochs - static_cast<double>(epoch));
    if (options.learning == Learning::kOnline) {
      result.summary.objective.push_back(
          online_epoch<T>(result, X, epoch, share, options, coding, context, watch));
    } else {
      double seen = 0;
      const auto pass = [&] { seen = batch_pass<T>(result, X, options, coding, context); };
      if (!watch.finishes(pass)) break;
      result.summary.objective.push_back(seen);
      watch.report(static_cast<double>(epoch + 1));
    }
  }
  result.summary.n_updates = result.n_updates;
  result.summary.n_replaced = result.n_replaced;
  watch.finishes([&] {
    const Index sampled = std::min<Index>(X.cols(), 1000);
    const Coder<T> coder(result.D, options.kappa, coding, context, options.penalty.codes());
    result.summary.mean_nonzeros = coder.lasso(X.leftCols(sampled)).summary.mean_nonzeros;
  });
  result.summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

template <class T>
Matrix<T> transform(ConstMatrixRef<T> D, ConstMatrixRef<T> X, double kappa,
                    const CodingOptions& coding, const Context& context,
                    const CodePenalty& penalty) {
  return Coder<T>(D, kappa, coding, context, penalty).lasso(X).Alpha;
}

template <class T>
Matrix<T> inverse_transform(ConstMatrixRef<T> D, ConstMatrixRef<T> Alpha) {
  if (Alpha.rows() != D.cols()) core::check_shape("Alpha", Alpha, D.cols(), Alpha.cols());
  return D * Alpha;
}

#define SUPDICT_INSTANTIATE(T)                                                                    \
  template DictionaryState<T> start_dictionary<T>(ConstMatrixRef<T>, const DictionaryOptions&);   \
  template double update_dictionary<T>(DictionaryState<T>&, ConstMatrixRef<T>,                    \
                                       const DictionaryOptions&, const CodingOptions&,            \
                                       const Context&);                                           \
  template LearnedDictionary<T> learn_dictionary<T>(ConstMatrixRef<T>, const DictionaryOptions&,  \
                                                    const CodingOptions&, const DictionaryHooks&, \
                                                    const Context&);                              \
  template Matrix<T> transform<T>(ConstMatrixRef<T>, ConstMatrixRef<T>, double,                   \
                                  const CodingOptions&, const Context&, const CodePenalty&);      \
  template Matrix<T> inverse_transform<T>(ConstMatrixRef<T>, ConstMatrixRef<T>);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
