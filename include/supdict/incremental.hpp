// SPDX-License-Identifier: BSD-3-Clause
// Incremental training: a classifier that keeps learning while signals arrive.
//
//   start    preprocessing and dictionaries from a first sample of signals, theta = 0; or from a
//            classifier that is already trained
//   update   one pass of stochastic steps of the training objective over a batch of labelled
//            signals, from where the classifier stands (docs/equations.md, E5 to E10)
//
//   IncrementalTrainer<float> trainer(X, labels, ClassLabels({"0", "1", "2"}));
//   trainer.update(X, labels);
//   while (more_arrived(X, labels)) trainer.update(X, labels);
//   trainer.classifier().predict(X_new);
#pragma once

#include <memory>
#include <span>
#include <string>

#include "supdict/classifier.hpp"
#include "supdict/context.hpp"
#include "supdict/trainer.hpp"

namespace supdict {

/// Class names and preprocessing are fixed when it is made. Updates move D and theta for SDL; for
/// REC theta alone, since its D comes from signals without labels and theta from codes under that
/// D. The same calls give the same bits for any number of threads.
///
/// One thread at a time may call update(); nobody may read the classifier meanwhile. Different
/// trainers are independent of each other. A service that predicts while it learns gives its
/// readers a Predictor made of a copy of classifier().
///
/// Options that concern a whole data set or the end of a run have no meaning here: iterations,
/// mu_ramp, validation, patience, time_budget. mu is 1 for sdl-d unless given, always 0 for sdl-g.
/// lambda2 is weighed against all signals seen so far. Steps become shorter, slowly, with the
/// signals a part has seen. The trainer "alternating" is refused: it needs all signals at once.
template <class T>
class SUPDICT_EXPORT IncrementalTrainer {
 public:
  /// Starts. X: raw signals, one per column; the more similar to later ones, the better. `classes`:
  /// all that will ever occur. `labels`, one per signal or empty, serve only to learn the
  /// dictionary of a part from signals of its own classes, where there are at least as many as
  /// atoms.
  IncrementalTrainer(ConstMatrixRef<T> X, std::span<const std::string> labels,
                     const ClassLabels& classes, const TrainOptions& options = {},
                     const Context& context = Context());

  /// Continues from a classifier of train(), of a file or of another trainer, with shorter steps.
  /// Method, strategy, decision, atoms, kappa and lambda0 are those of the classifier; so are
  /// lambda2 and mu if not given, where its notes tell.
  explicit IncrementalTrainer(Classifier<T> classifier, const TrainOptions& options = {},
                              const Context& context = Context());

  ~IncrementalTrainer();
  IncrementalTrainer(const IncrementalTrainer& other);
  IncrementalTrainer& operator=(const IncrementalTrainer& other);
  IncrementalTrainer(IncrementalTrainer&&) noexcept;
  IncrementalTrainer& operator=(IncrementalTrainer&&) noexcept;

  /// One pass over X in shuffled batches of at most `batch_size` signals. Classes may be missing; a
  /// part none of whose classes occur is left alone. `weights`: one per signal or empty; signals of
  /// weight 0 are as if they were not there. Throws Error for shapes that do not fit, numbers that
  /// are not finite, weights that are all 0 and labels that are not among the classes, Interrupted
  /// when the Context it was made with stops it; nothing is changed then.
  void update(ConstMatrixRef<T> X, std::span<const std::string> labels,
              std::span<const double> weights = {});

  /// As it is now. The reference stays valid, and update() changes what it refers to.
  const Classifier<T>& classifier() const;

  /// The options with everything chosen that was left open.
  const TrainOptions& options() const;

 private:
  class SUPDICT_HIDDEN State;
  std::unique_ptr<State> state_;
};

}  // namespace supdict
