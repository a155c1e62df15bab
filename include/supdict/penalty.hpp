// SPDX-License-Identifier: BSD-3-Clause
// What codes cost besides their error                                          [equations.md E14]
//
//   lambda1 sum_j w_j |alpha_j|  +  lambda0 ridge ||alpha||^2,      alpha >= 0 where asked
//
// The plain penalty lambda1 ||alpha||_1 is the default of each. The ridge is relative to lambda0,
// as kappa = lambda1 / lambda0 is: codes do not change where lambda0 and lambda1 are scaled
// together. And what atoms must be                                             [equations.md E15]
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

/// What atoms must be, beside in the unit ball.
struct SUPDICT_EXPORT AtomRules {
  bool nonnegative = false;  ///< no entry is negative
  bool on_sphere = false;    ///< of length 1
  double sparsity = 0;       ///< gamma of ||d||^2 + gamma ||d||_1 <= 1
  Index fixed = 0;           ///< the first atoms, which learning leaves as they are

  bool operator==(const AtomRules&) const = default;

  /// Throws Error unless the rules fit each other and a dictionary of `n_atoms` atoms.
  void validate(Index n_atoms) const;
};

/// What must not be negative.
enum class Nonnegative { kNone, kCodes, kAtoms, kBoth };
constexpr auto names_of(Nonnegative) {
  return std::to_array<std::string_view>({"none", "codes", "atoms", "codes,atoms"});
}

/// Where atoms are: in the unit ball, or on its surface.
enum class AtomsOn { kBall, kSphere };
constexpr auto names_of(AtomsOn) {
  return std::to_array<std::string_view>({"ball", "sphere"});
}

/// The same as options of training.
struct SUPDICT_EXPORT PenaltyOptions {
  Nonnegative nonnegative = Nonnegative::kNone;
  double ridge = 0;
  std::string atom_weights = {};
  AtomsOn atoms_on = AtomsOn::kBall;
  double sparse_atoms = 0;
  std::string fixed_atoms = {};

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
    visit(self.atoms_on, Field{.name = "atoms_on",
                               .help = "where atoms are: in the unit ball, or on the unit sphere",
                               .if_used = true});
    visit(self.sparse_atoms,
          Field{.name = "sparse_atoms",
                .help = "sparse atoms: gamma of ||d||^2 + gamma ||d||_1 <= 1 for each atom d "
                        "that is learned; 0: the unit ball",
                .min = 0,
                .max = 1000,
                .if_used = true});
    visit(self.fixed_atoms,
          Field{.name = "fixed_atoms",
                .help = "atoms that are not learned, the first of each dictionary: one a line, as "
                        "many numbers as a preprocessed signal has, with commas or spaces between "
                        "them; empty: none",
                .in_file = true,
                .if_used = true});
  }

  bool nonnegative_codes() const {
    return nonnegative == Nonnegative::kCodes || nonnegative == Nonnegative::kBoth;
  }
  bool nonnegative_atoms() const {
    return nonnegative == Nonnegative::kAtoms || nonnegative == Nonnegative::kBoth;
  }
  /// Throws Error(kInvalidOption) where `atom_weights` is no list of positive numbers.
  CodePenalty codes() const;
  /// Without a look at the numbers of `fixed_atoms`.
  AtomRules atoms() const;
  /// `fixed_atoms`, one a column; 0 x 0 where there are none. Throws Error unless all have one
  /// length and are what atoms() asks for, but for its sparsity.
  Matrix<double> given_atoms() const;
};

}  // namespace supdict
