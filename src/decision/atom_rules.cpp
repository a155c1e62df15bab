// SPDX-License-Identifier: BSD-3-Clause
// Rules for atoms, and atoms that are given in a text.
#include "core/check.hpp"
#include "decision/number_list.hpp"
#include "supdict/penalty.hpp"

namespace supdict {
namespace {

constexpr double kMostSparsity = 1000;

/// Atoms of length 1 in float, written with few digits, are of length 1.
constexpr double kLengthRounding = 1e-4;

/// Calls take(line) with every line that is not blank.
template <class Take>
void for_lines(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) take(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string of_atom(Index atom) {
  return "atom " + std::to_string(atom) + " of fixed_atoms ";
}

std::vector<double> entries_of(std::string_view line, Index atom) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return decision::numbers_in(line, finite, [atom](const std::string& rest, std::size_t entry) {
    throw Error(ErrorCode::kInvalidOption,
                of_atom(atom) + "is '" + rest + "' at entry " + std::to_string(entry) +
                    "; expected numbers with commas or spaces between them, one atom a line");
  });
}

void check_given(const Vector<double>& d, Index atom, const AtomRules& rules) {
  const double length = d.stableNorm();
  const auto fail = [&](const std::string& what, const std::string& expected) {
    throw Error(ErrorCode::kInvalidOption, of_atom(atom) + what + "; expected " + expected);
  };
  if (!(length > 0)) fail("is zero", "one that signals can use");
  if (length > 1 + kLengthRounding || (rules.on_sphere && length < 1 - kLengthRounding)) {
    fail("has the length " + core::number(length),
         rules.on_sphere ? "1, because atoms_on is 'sphere'" : "at most 1");
  }
  if (rules.nonnegative && d.minCoeff() < 0) {
    fail("has the entry " + core::number(d.minCoeff()),
         "no negative one, because nonnegative names atoms");
  }
}

}  // namespace

void AtomRules::validate(Index n_atoms) const {
  if (!(sparsity >= 0 && sparsity <= kMostSparsity)) {
    throw Error(ErrorCode::kInvalidValue, "sparse_atoms is " + core::number(sparsity) +
                                              "; expected a number from 0 to " +
                                              core::number(kMostSparsity));
  }
  if (on_sphere && sparsity > 0) {
    throw Error(ErrorCode::kInvalidOption,
                "atoms_on is 'sphere' and sparse_atoms is " + core::number(sparsity) +
                    ", which makes atoms shorter; expected one of the two");
  }
  if (fixed >= 0 && fixed <= n_atoms) return;
  throw Error(ErrorCode::kInvalidShape,
              "there are " + std::to_string(fixed) + " fixed atoms; expected at most " +
                  std::to_string(n_atoms) + ", the atoms of the dictionary");
}

AtomRules PenaltyOptions::atoms() const {
  AtomRules rules{.nonnegative = nonnegative_atoms(),
                  .on_sphere = atoms_on == AtomsOn::kSphere,
                  .sparsity = sparse_atoms};
  for_lines(fixed_atoms, [&](std::string_view) { ++rules.fixed; });
  return rules;
}

Matrix<double> PenaltyOptions::given_atoms() const {
  const AtomRules rules = atoms();
  std::vector<double> all;  // no longer than the text, whatever its lines are
  Index n_features = 0;
  Index atom = 0;
  for_lines(fixed_atoms, [&](std::string_view line) {
    const std::vector<double> entries = entries_of(line, atom);
    if (atom == 0) n_features = std::ssize(entries);
    if (std::ssize(entries) != n_features) {
      throw Error(ErrorCode::kInvalidShape,
                  of_atom(atom) + "has " + std::to_string(entries.size()) + " entries; expected " +
                      std::to_string(n_features) + " like the first");
    }
    check_given(Eigen::Map<const Vector<double>>(entries.data(), n_features), atom, rules);
    all.insert(all.end(), entries.begin(), entries.end());
    ++atom;
  });
  return Eigen::Map<const Matrix<double>>(all.data(), n_features, atom);
}

}  // namespace supdict
