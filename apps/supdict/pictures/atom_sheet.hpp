// SPDX-License-Identifier: BSD-3-Clause
// Atoms of one dictionary in a page: one picture holds them all, and each place shows its part of
// it.
#pragma once

#include <string>
#include <vector>

#include "pictures/atom_votes.hpp"

namespace supdict::pictures {

struct ShownAtom {
  Index atom = 0;
  double share = 0;   ///< length of the bar below, 0 to 1
  std::string title;  ///< shown while hovering; plain text
};

struct AtomGroup {
  std::string title;  ///< plain text
  int colour = 0;
  std::vector<ShownAtom> atoms;
};

/// Groups with headings, atoms as images or curves. Groups without atoms are left out.
std::string atom_sheet(const SupervisedDictionary<float>& model, const Preprocessing& preprocessing,
                       const std::vector<AtomGroup>& groups);

}  // namespace supdict::pictures
