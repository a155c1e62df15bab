// SPDX-License-Identifier: BSD-3-Clause
#include <chrono>
#include <numeric>

#include "core/check.hpp"
#include "core/rng.hpp"
#include "dictionary/atom_update.hpp"
#include "supdict/dictionary.hpp"

namespace supdict {
namespace {

enum Stream : std::uint64_t { kInitStream = 101, kBatchStream = 102 };

/// Rounds of atom updates per pass of the batch method.
constexpr int kRoundsPerPass = 5;

template <class T>
void set_atom(Matrix<T>& D, Index i, const Vector<T>& direction, core::Rng& rng) {
  D.col(i) = direction;
  while (!(D.col(i).norm() > T(0))) {
    for (T& value : D.col(i)) value = static_cast<T>(rng.normal());
  }
  D.col(i) /= D.col(i).norm();
}

/// Replaces dead atoms by the residuals of the worst reconstructed signals of the batch.
template <class T>
void repair_atoms(DictionaryState<T>& state, ConstMatrixRef<T> batch, const Codes<T>& codes,
                  std::uint64_t seed) {
  const double dead = dictionary::kDeadShare * static_cast<double>(state.A.diagonal().sum());
  std::vector<Index> worst(static_cast<std::size_t>(batch.cols()));
  std::iota(worst.begin(), worst.end(), Index{0});
  std::stable_sort(worst.begin(), worst.end(),
                   [&](Index a, Index b) { return codes.value(0, a) > codes.value(0, b); });
  std::size_t next = 0;
  core::Rng rng{seed, kInitStream, static_cast<std::uint64_t>(state.n_updates)};
  for (Index i = 0; i < state.D.cols() && next < worst.size(); ++i) {
    if (static_cast<double>(state.A(i, i)) > dead) continue;
    const Index j = worst[next++];
    set_atom<T>(state.D, i, batch.col(j) - state.D * codes.code(j), rng);
    state.A.row(i).setZero();
    state.A.col(i).setZero();
    state.B.col(i).setZero();
    ++state.n_replaced;
  }
}

template <class T>
void check_input(ConstMatrixRef<T> X) {
  if (X.rows() > 0 && X.cols() > 0) return;
  throw Error(ErrorCode::kInvalidShape, "X is " + core::shape(X.rows(), X.cols()) +
                                            "; expected at least one feature and one signal");
}

/// One pass of the batch method: all codes, then a few rounds of atom updates.
template <class T>
double batch_pass(DictionaryState<T>& state, ConstMatrixRef<T> X, const DictionaryOptions& options,
                  const CodingOptions& coding, const Context& context) {
  constexpr Index kChunk = 4096;
  state.A.setZero();
  state.B.setZero();
  double objective = 0;
  const Coder<T> coder(state.D, options.kappa, coding, context);
  Codes<T> codes;
  for (Index first = 0; first < X.cols(); first += kChunk) {
    const auto chunk = X.middleCols(first, std::min(kChunk, X.cols() - first));
    codes = coder.lasso(chunk);
    objective += codes.value.sum();
    dictionary::add_sums<T>(chunk, codes.Alpha, context.pool(), state.A, state.B);
  }
  const Index last = (X.cols() - 1) / kChunk * kChunk;
  repair_atoms<T>(state, X.middleCols(last, X.cols() - last), codes, options.seed);
  for (int round = 0; round < kRoundsPerPass; ++round) {
    dictionary::update_atoms(state.A, state.B, state.D);
  }
  ++state.n_updates;
  return objective / static_cast<double>(X.cols());
}

/// Tells the caller how far learning is and remembers whether it is to stop.
class Watch {
 public:
  Watch(const DictionaryHooks& hooks, double epochs) : hooks_(hooks), epochs_(epochs) {}
  bool stopped() const { return stopped_; }
  void report(double epochs_done) {
    stopped_ = hooks_.progress && !hooks_.progress(std::min(1.0, epochs_done / epochs_));
  }

 private:
  const DictionaryHooks& hooks_;
  double epochs_;
  bool stopped_ = false;
};

/// One epoch of the online method, batches in an order drawn from (seed, epoch). `share` < 1 does
/// the first part of an epoch only.
template <class T>
double online_epoch(DictionaryState<T>& state, ConstMatrixRef<T> X, Index epoch, double share,
                    const DictionaryOptions& options, const CodingOptions& coding,
                    const Context& context, Watch& watch) {
  std::vector<Index> order(static_cast<std::size_t>(X.cols()));
  std::iota(order.begin(), order.end(), Index{0});
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
      batch.col(j) = X.col(order[static_cast<std::size_t>(first + j)]);
    }
    objective += update_dictionary<T>(state, batch, options, coding, context);
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
  core::Rng rng{options.seed, kInitStream};
  for (Index i = 0; i < options.atoms; ++i) {
    const bool from_sample = options.init == "samples";
    set_atom<T>(state.D, i,
                from_sample ? Vector<T>(X.col(rng.below(X.cols()))) : Vector<T>::Zero(X.rows()),
                rng);
  }
  return state;
}

template <class T>
double update_dictionary(DictionaryState<T>& state, ConstMatrixRef<T> batch,
                         const DictionaryOptions& options, const CodingOptions& coding,
                         const Context& context) {
  options::validate(options);
  if (batch.cols() == 0) return 0;
  const Codes<T> codes = Coder<T>(state.D, options.kappa, coding, context).lasso(batch);
  const double t = static_cast<double>(++state.n_updates);
  const T keep = static_cast<T>(std::pow(1 - 1 / t, options.forgetting));
  state.A *= keep;
  state.B *= keep;
  dictionary::add_sums<T>(batch, codes.Alpha, context.pool(), state.A, state.B);
  dictionary::update_atoms(state.A, state.B, state.D);
  // Atoms get time to find their signals before they count as dead.
  constexpr Index kUpdatesBeforeRepair = 8;
  if (state.n_updates % kUpdatesBeforeRepair == 0) {
    repair_atoms<T>(state, batch, codes, options.seed);
  }
  return codes.value.mean();
}

template <class T>
LearnedDictionary<T> learn_dictionary(ConstMatrixRef<T> X, const DictionaryOptions& options,
                                      const CodingOptions& coding, const Context& context,
                                      const DictionaryHooks& hooks) {
  const auto begin = std::chrono::steady_clock::now();
  core::check_finite("X", X);
  LearnedDictionary<T> result{start_dictionary<T>(X, options), {}};
  Watch watch(hooks, options.epochs);
  for (Index epoch = 0; static_cast<double>(epoch) < options.epochs && !watch.stopped(); ++epoch) {
    const double share = std::min(1.0, options.epochs - static_cast<double>(epoch));
    if (options.learning == "online") {
      result.summary.objective.push_back(
          online_epoch<T>(result, X, epoch, share, options, coding, context, watch));
    } else {
      result.summary.objective.push_back(batch_pass<T>(result, X, options, coding, context));
      watch.report(static_cast<double>(epoch + 1));
    }
  }
  result.summary.n_updates = result.n_updates;
  result.summary.n_replaced = result.n_replaced;
  const Index sampled = std::min<Index>(X.cols(), 1000);
  result.summary.mean_nonzeros = Coder<T>(result.D, options.kappa, coding, context)
                                     .lasso(X.leftCols(sampled))
                                     .summary.mean_nonzeros;
  result.summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

template <class T>
Matrix<T> transform(ConstMatrixRef<T> D, ConstMatrixRef<T> X, double kappa,
                    const CodingOptions& coding, const Context& context) {
  return Coder<T>(D, kappa, coding, context).lasso(X).Alpha;
}

template <class T>
Matrix<T> inverse_transform(ConstMatrixRef<T> D, ConstMatrixRef<T> Alpha) {
  if (Alpha.rows() != D.cols()) core::check_shape("Alpha", Alpha, D.cols(), Alpha.cols());
  return D * Alpha;
}

#define SUPDICT_INSTANTIATE(T)                                                                   \
  template DictionaryState<T> start_dictionary<T>(ConstMatrixRef<T>, const DictionaryOptions&);  \
  template double update_dictionary<T>(DictionaryState<T>&, ConstMatrixRef<T>,                   \
                                       const DictionaryOptions&, const CodingOptions&,           \
                                       const Context&);                                          \
  template LearnedDictionary<T> learn_dictionary<T>(ConstMatrixRef<T>, const DictionaryOptions&, \
                                                    const CodingOptions&, const Context&,        \
                                                    const DictionaryHooks&);                     \
  template Matrix<T> transform<T>(ConstMatrixRef<T>, ConstMatrixRef<T>, double,                  \
                                  const CodingOptions&, const Context&);                         \
  template Matrix<T> inverse_transform<T>(ConstMatrixRef<T>, ConstMatrixRef<T>);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict
