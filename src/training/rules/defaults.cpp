// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/defaults.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/check.hpp"
#include "supdict/augment.hpp"

namespace supdict {
namespace training {

double signals_per_part(const TrainOptions& options, const ProblemSize& size) {
  const double m = static_cast<double>(size.n_signals);
  return options.strategy == Strategy::kPairwise ? 2 * m / size.n_classes : m;
}

namespace {

/// Whether shapes of signals change while they are trained on. Such a run never sees a signal
/// twice, so it goes on improving for long.
bool deforms(const TrainOptions& options) {
  return options.decision == Decision::kLinear && Augmentation::parse(options.augment).deforms();
}

/// Signals of a part from which on it is large.
constexpr double kManySignals = 6000;

/// The paper uses 24 to 96 atoms for pairs of digits. Few signals ask for few atoms (held-out
/// errors on folds of USPS, about 1200 signals per pair: 24 atoms 1.65 %, 64 atoms 2.13 %), and a
/// part that tells many classes apart needs more.
int choose_atoms(const TrainOptions& options, const ProblemSize& size) {
  constexpr double kFewSignals = 3000;
  if (options.strategy == Strategy::kMulticlass) return std::clamp(16 * size.n_classes, 64, 256);
  if (deforms(options) && options.effort == Effort::kRecord) return 128;
  if (deforms(options) && options.effort == Effort::kStandard) return 64;
  return signals_per_part(options, size) < kFewSignals ? 24 : 64;
}

int choose_batch(const TrainOptions& options, double per_part) {
  if (!deforms(options) || options.effort == Effort::kQuick) return kUsualBatch;
  const int large = per_part < kManySignals ? 1 : 2;
  return large * (options.effort == Effort::kRecord ? 2 * kUsualBatch : kUsualBatch);
}

/// The steps of an effort beside those of the standard one.
double scaled(const TrainOptions& options, double quick, double standard, double record) {
  if (options.effort == Effort::kQuick) return quick * standard;
  return options.effort == Effort::kRecord ? record * standard : standard;
}

/// Pairs of classes make the best classifiers, but their number grows with the square of that of
/// the classes.
Strategy choose_strategy(const ProblemSize& size) {
  constexpr int kMostPaired = 50;
  return size.n_classes <= kMostPaired ? Strategy::kPairwise : Strategy::kOneVsRest;
}

/// About 40 passes over a part, within limits. A bilinear decision has so many weights that it soon
/// overfits a few signals, but with many signals it keeps improving (test errors on textures,
/// plates D12-D84: 300 signals, 100 steps 24.5 %, 2000 steps 27.1 %; 30000 signals, 3500 steps 11.1
/// %, 9375 steps 10.8 %).
int choose_iterations(const TrainOptions& options, double per_part) {
  if (options.trainer == TrainerKind::kAlternating) {
    return static_cast<int>(scaled(options, 0.5, 40, 2));
  }
  if (deforms(options)) {
    return static_cast<int>(scaled(options, 0.25, std::clamp(per_part, 4000.0, 12000.0), 2));
  }
  const double steps = 40 * per_part / options.batch_size.value();
  const double standard = options.decision == Decision::kBilinear
                              ? std::clamp(steps, 100.0, 10000.0)
                              : std::clamp<double>(steps, kUsualSteps, 3500);
  return static_cast<int>(scaled(options, 0.25, std::floor(standard), 2));
}

template <class Number>
bool read_number(std::string_view text, std::optional<Number>& number) {
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number.emplace());
  return read.ec == std::errc() && read.ptr == end && *number > 0;
}

/// One ATOMS:KAPPA or ATOMS:KAPPA:DECISION:INIT:LAMBDA2; false if `text` is something else.
bool read_member(std::string_view text, TrainOptions& options) {
  std::vector<std::string_view> words;
  for (std::size_t colon = 0; colon != std::string_view::npos;) {
    colon = text.find(':');
    words.push_back(text.substr(0, colon));
    if (colon != std::string_view::npos) text.remove_prefix(colon + 1);
  }
  if (words.size() != 2 && words.size() != 5) return false;
  if (!read_number(words[0], options.atoms) || !read_number(words[1], options.kappa)) return false;
  if (words.size() == 2) return true;
  options.decision = parse_name<Decision>("decision", words[2]);
  options.init = parse_name<FirstDictionary>("init", words[3]);
  return read_number(words[4], options.lambda2);
}

void check_augment(const TrainOptions& options) {
  if (!Augmentation::parse(options.augment).any()) return;
  const std::string given = "augment is '" + options.augment + "' and ";
  if (options.method == Method::kRec) {
    throw Error(ErrorCode::kInvalidOption,
                given +
                    "the method is rec, which codes each signal once; expected the method "
                    "sdl-g or sdl-d, or no augment");
  }
  if (options.trainer == TrainerKind::kAlternating) {
    throw Error(ErrorCode::kInvalidOption,
                given +
                    "the trainer is alternating, which needs the same signals in each round; "
                    "expected the trainer stochastic, or no augment");
  }
  if (options.augment_shift > 0) {
    throw Error(ErrorCode::kInvalidOption, given + "augment_shift is " +
                                               std::to_string(options.augment_shift) +
                                               "; expected one of the two (augment has shift)");
  }
}

}  // namespace
}  // namespace training

void TrainOptions::check() const {
  preprocessing.check();
  training::check_augment(*this);
  const CodePenalty codes = penalty.codes();
  const AtomRules rules = penalty.atoms();
  if (atoms) codes.validate(*atoms);
  rules.validate(atoms.value_or(std::numeric_limits<int>::max()));
  penalty.given_atoms();
  if (first_theta == FirstTheta::kLogistic && trainer == TrainerKind::kAlternating) {
    throw Error(ErrorCode::kInvalidOption,
                "first_theta is logistic and the trainer is alternating, which starts from zero; "
                "expected the trainer stochastic, or first_theta zero");
  }
  if (method.value_or(Method::kSdlD) == Method::kSdlD || mu.value_or(0) == 0) return;
  throw Error(ErrorCode::kInvalidOption,
              "mu is " + core::number(*mu) + " and the method is " + to_string(method) +
                  ", which has no discriminative term; expected the method sdl-d, or no mu");
}

namespace training {

TrainOptions resolve(const TrainOptions& options, const ProblemSize& size) {
  TrainOptions resolved = options_of_members(options).front();
  if (!resolved.method) resolved.method = Method::kSdlD;
  if (!resolved.strategy) resolved.strategy = choose_strategy(size);
  if (!resolved.decision) resolved.decision = Decision::kLinear;
  if (!resolved.first_theta) resolved.first_theta = FirstTheta::kZero;
  const double per_part = signals_per_part(resolved, size);
  if (!resolved.atoms) resolved.atoms = choose_atoms(resolved, size);
  if (!resolved.kappa) resolved.kappa = 0.15;
  resolved.batch_size = static_cast<int>(
      std::min<double>(resolved.batch_size.value_or(choose_batch(resolved, per_part)),
                       std::max(2.0, std::floor(per_part))));
  if (!resolved.iterations) resolved.iterations = choose_iterations(resolved, per_part);
  if (!resolved.dictionary_epochs) {
    resolved.dictionary_epochs = std::clamp(20000 / per_part, 1.0, 40.0);
  }
  return resolved;
}

std::vector<TrainOptions> options_of_members(const TrainOptions& options) {
  std::vector<TrainOptions> result;
  std::string_view rest = options.members;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    result.push_back(options);
    if (!read_member(rest.substr(0, comma), result.back()) || comma + 1 == rest.size()) {
      throw Error(ErrorCode::kInvalidOption,
                  "members is '" + options.members +
                      "'; expected ATOMS:KAPPA,ATOMS:KAPPA,... as in 48:0.15,64:0.14; a member "
                      "may go on with :DECISION:INIT:LAMBDA2");
    }
    options::validate(result.back());
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  if (result.empty()) result.push_back(options);
  return result;
}

}  // namespace training
}  // namespace supdict
