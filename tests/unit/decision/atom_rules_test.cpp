// SPDX-License-Identifier: BSD-3-Clause
// Rules for atoms as options.
#include <gtest/gtest.h>

#include "supdict/penalty.hpp"
#include "support/expect.hpp"

namespace supdict::testing {
namespace {

TEST(AtomRules, FixedAtomsAreTheLinesOfAText) {
  const PenaltyOptions options{.fixed_atoms = "\n 0.5, -0.25 0\r\n\n1 0\t0.0 \n"};
  EXPECT_EQ(options.atoms().fixed, 2);
  Matrix<double> expected(3, 2);
  expected << 0.5, 1,  //
      -0.25, 0,        //
      0, 0;
  EXPECT_EQ(options.given_atoms(), expected);
  EXPECT_EQ(PenaltyOptions().given_atoms().size(), 0);
  EXPECT_EQ(PenaltyOptions{.fixed_atoms = " \n "}.atoms(), AtomRules());
}

TEST(AtomRules, FixedAtomsThatCannotBeOnesSayWhy) {
  const auto refused = [](const PenaltyOptions& options, ErrorCode code, const char* why) {
    expect_error(code, {why}, [&] { options.given_atoms(); });
  };
  const auto option = ErrorCode::kInvalidOption;
  refused({.fixed_atoms = "1 0\n0 two"}, option,
          "atom 1 of fixed_atoms is 'two' at entry 1; expected numbers with commas or spaces");
  refused({.fixed_atoms = "nan 0"}, option, "atom 0 of fixed_atoms is 'nan 0' at entry 0");
  refused({.fixed_atoms = "inf 0"}, option, "is 'inf 0' at entry 0");
  refused({.fixed_atoms = "1 0\n1 0 0"}, ErrorCode::kInvalidShape,
          "atom 1 of fixed_atoms has 3 entries; expected 2 like the first");
  refused({.fixed_atoms = "1 0\n0 0"}, option, "atom 1 of fixed_atoms is zero");
  refused({.fixed_atoms = "1 1"}, option, "has the length 1.41421; expected at most 1");
  refused({.atoms_on = AtomsOn::kSphere, .fixed_atoms = "0.5 0"}, option,
          "has the length 0.5; expected 1, because atoms_on is 'sphere'");
  refused({.nonnegative = Nonnegative::kAtoms, .fixed_atoms = "0.5 -0.25"}, option,
          "has the entry -0.25; expected no negative one, because nonnegative names atoms");
}

TEST(AtomRules, LengthsMayBeRounded) {
  const PenaltyOptions options{.atoms_on = AtomsOn::kSphere,
                               .fixed_atoms = "0.70711 0.70711\n0.7071 0.7071"};
  EXPECT_EQ(options.given_atoms().cols(), 2);
}

}  // namespace
}  // namespace supdict::testing
