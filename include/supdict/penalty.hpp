// SPDX-License-Identifier: BSD-3-Clause
// What codes cost besides their error                                               [equations.md
// E14]
//
//   lambda1 sum_j w_j |alpha_j|  +  lambda0 ridge ||alpha||^2,      alpha >= 0 where asked
//
// The plain penalty lambda1 ||alpha||_1 is the default of each. The ridge is relative to lambda0,
// as kappa = lambda1 / lambda0 is: codes do not change where lambda0 and lambda1 are scaled
// together.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "supdict/export.hpp"
#include "supdict/options.hpp"
#include "supdict/types.hpp"

namespace supdict {

/// The penalty of a dictionary's codes, beside lambda0 and lambda1 (or kappa).
struct SUPDICT_EXPORT CodePenalty {
  bool nonnegative = false;          ///< no coefficient is negative
  double ridge = 0;                  ///< lambda3 / lambda0
  std::vector<double> weights = {};  ///< one per atom, all positive; empty: 1 for each

  bool operator==(const CodePenalty&) const = default;

  bool is_plain() const { return !nonnegative && ridge == 0 && weights.empty(); }
  /// kappa sum_j w_j |alpha_j| + ridge ||alpha||^2.
  template <class Code>
  double of(const Code& alpha, double kappa) const {
    double sum = 0;
    for (Index i = 0; i < alpha.size(); ++i) {
      const double size = alpha[i] < 0 ? -static_cast<double>(alpha[i]) : alpha[i];
      const double weight = weights.empty() ? 1 : weights[static_cast<std::size_t>(i)];
      sum += (kappa * weight + ridge * size) * size;
    }
    return sum;
  }

  /// Throws Error unless it fits a dictionary of `n_atoms` atoms.
  void validate(Index n_atoms) const;
};

/// Throws Error(kInvalidValue) unless all are numbers that atoms can be divided by.
SUPDICT_EXPORT void check_atom_weights(std::span<const double> weights);

/// What must not be negative.
enum class Nonnegative { kNone, kCodes, kAtoms, kBoth };
constexpr auto names_of(Nonnegative) {
  return std::to_array<std::string_view>({"none", "codes", "atoms", "codes,atoms"});
}

/// The same as options of training.
struct SUPDICT_EXPORT PenaltyOptions {
  Nonnegative nonnegative = Nonnegative::kNone;
  double ridge = 0;
  std::string atom_weights = {};

  bool operator==(const PenaltyOptions&) const = default;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.nonnegative,
          Field{.name = "nonnegative", .help = "what must not be negative: codes, atoms, or both"});
    visit(self.ridge, Field{.name = "ridge",
                            .help = "weight of ||alpha||^2 against ||x - D alpha||^2 (elastic net)",
                            .min = 0,
                            .max = 1e6});
    visit(self.atom_weights,
          Field{.name = "atom_weights",
                .help = "weights of the atoms in the l1 norm, one positive number for each, with "
                        "commas or spaces between them; empty: all weigh the same",
                .in_file = true});
  }

  bool nonnegative_codes() const {
    return nonnegative == Nonnegative::kCodes || nonnegative == Nonnegative::kBoth;
  }
  bool nonnegative_atoms() const {
    return nonnegative == Nonnegative::kAtoms || nonnegative == Nonnegative::kBoth;
  }
  /// Throws Error(kInvalidOption) where `atom_weights` is no list of positive numbers.
  CodePenalty codes() const;
};

}  // namespace supdict
