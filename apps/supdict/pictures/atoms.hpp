// SPDX-License-Identifier: BSD-3-Clause
// The dictionaries of a classifier as one picture.
//
// Images become tiles, other signals small curves. Atoms are ordered by the class they vote for;
// the bar below an atom has the colour of that class and the length of its vote. The dictionaries
// of a pairwise classifier form the upper triangle of a table: row a, column b.
#pragma once

#include <string>
#include <supdict/classifier.hpp>

namespace supdict::pictures {

/// The longest side of a picture.
inline constexpr int kMaxPictureSide = 4000;

struct AtomsPictureOptions {
  int columns = 0;     ///< atoms side by side in a dictionary; 0: as square as possible
  int zoom = 0;        ///< pixels per value of an image; 0: chosen from the size
  int part = -1;       ///< number of the only dictionary to draw; -1: all
  int member = 0;      ///< which member of an ensemble
  int max_atoms = 0;   ///< only the atoms with the strongest votes of each dictionary; 0: all
  int max_tile = 0;    ///< longest side of an image before zoom; 0: no limit
  bool clear = false;  ///< transparent between the atoms; else white
};

/// Bytes of a PNG file. With zoom 0, images too large for kMaxPictureSide are shrunk, and if that
/// is not enough, weak atoms are left out. Throws Error(kInvalidOption) for a part or member that
/// does not exist, and for a zoom or a number of columns that needs too large a picture.
std::string atoms_png(const Classifier<float>& classifier, const AtomsPictureOptions& options = {});

}  // namespace supdict::pictures
