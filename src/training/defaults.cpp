// SPDX-License-Identifier: BSD-3-Clause
#include "training/defaults.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "supdict/error.hpp"

namespace supdict::training {
namespace {

/// Signals a single part is trained on, on average.
double signals_per_part(const TrainOptions& options, const ProblemSize& size) {
  const double m = static_cast<double>(size.n_signals);
  return options.strategy == "pairwise" ? 2 * m / size.n_classes : m;
}

/// The paper uses 24 to 96 atoms for pairs of digits. Few signals ask for few atoms (held-out
/// errors on folds of USPS, about 1200 signals per pair: 24 atoms 1.65 %, 64 atoms 2.13 %), and a
/// part that tells many classes apart needs more.
int choose_atoms(const TrainOptions& options, const ProblemSize& size) {
  constexpr double kFewSignals = 3000;
  if (options.strategy == "multiclass") return std::clamp(16 * size.n_classes, 64, 256);
  return signals_per_part(options, size) < kFewSignals ? 24 : 64;
}

/// About 40 passes over a part, within sensible ends. A bilinear decision has so many weights that
/// it soon fits every single one of a few signals, and goes on improving with many (test errors on
/// textures, plates D12-D84: 300 signals, 100 steps 24.5 %, 2000 steps 27.1 %; 30000 signals, 3500
/// steps 11.1 %, 9375 steps 10.8 %).
int choose_iterations(const TrainOptions& options, double per_part) {
  if (options.trainer == "alternating") return 40;
  const double steps = 40 * per_part / options.batch_size;
  return static_cast<int>(options.decision == "bilinear" ? std::clamp(steps, 100.0, 10000.0)
                                                         : std::clamp(steps, 2000.0, 3500.0));
}

/// One ATOMS:KAPPA; false if `text` is something else.
bool read_member(std::string_view text, TrainOptions& options) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const char* end = text.data() + text.size();
  const auto atoms = std::from_chars(text.data(), text.data() + colon, options.atoms);
  const auto kappa = std::from_chars(text.data() + colon + 1, end, options.kappa);
  return atoms.ec == std::errc() && atoms.ptr == text.data() + colon && options.atoms > 0 &&
         kappa.ec == std::errc() && kappa.ptr == end && options.kappa > 0;
}

}  // namespace

TrainOptions resolve(const TrainOptions& options, const ProblemSize& size) {
  TrainOptions resolved = options_of_members(options).front();
  const double per_part = signals_per_part(options, size);
  if (resolved.atoms == 0) resolved.atoms = choose_atoms(options, size);
  if (resolved.kappa == 0) resolved.kappa = 0.15;
  if (resolved.batch_size == 0) resolved.batch_size = kUsualBatch;
  resolved.batch_size =
      static_cast<int>(std::min<double>(resolved.batch_size, std::max(2.0, std::floor(per_part))));
  if (resolved.iterations == 0) resolved.iterations = choose_iterations(resolved, per_part);
  if (resolved.dictionary_epochs == 0) {
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
                      "'; expected ATOMS:KAPPA,ATOMS:KAPPA,... as in 48:0.15,64:0.14");
    }
    options::validate(result.back());
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  if (result.empty()) result.push_back(options);
  return result;
}

}  // namespace supdict::training
