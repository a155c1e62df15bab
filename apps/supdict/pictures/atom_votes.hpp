// SPDX-License-Identifier: BSD-3-Clause
// Which classes atoms vote for.
//
//   linear     weight of atom i for class l: w_l[i], what one unit of alpha_i adds to g_l
//   bilinear   d_i' W_l[:, i], what the atom adds to g_l for the signal x = d_i, alpha_i = 1; that
//              of a signal c d_i with alpha_i = c is c^2 times as much, whatever the sign of c
//
// An atom votes for the class of its largest weight. The strength of the vote is that weight minus
// the mean of its other weights (w_1 - w_0 for two classes).
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <vector>

namespace supdict::pictures {

struct AtomVotes {
  Matrix<double> weights;        ///< p x k
  std::vector<int> favourite;    ///< k: local class an atom votes for
  std::vector<double> strength;  ///< k: strength of that vote, not negative
  std::vector<Index> order;      ///< by class, then strongest first
};

AtomVotes atom_votes(const SupervisedDictionary<float>& model);

/// The `count` atoms of votes.order with the strongest votes, in that order.
std::vector<Index> strongest_atoms(const AtomVotes& votes, Index count);

/// The user's name of a class of Part::classes; "rest" for kRest. Not escaped.
std::string class_name(const Classifier<float>& classifier, int global_class);
/// "3 vs 5", "3 vs rest", "all classes". Not escaped.
std::string part_name(const Classifier<float>& classifier, const Part<float>& part);

}  // namespace supdict::pictures
