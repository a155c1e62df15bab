// SPDX-License-Identifier: BSD-3-Clause
// The notes of a model about its training. They come from a file, so everything is checked, and
// what is missing or has the wrong type is left out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pictures/svg_chart.hpp"

namespace supdict::pictures {

struct NotedPoint {
  double iteration = 0;
  double mu = 0;  ///< NaN if unknown, as all numbers below
  double objective = 0;
  double train_error = 0;
  double validation_error = 0;
  double mean_nonzeros = 0;
};

struct NotedPart {
  std::vector<int> classes;  ///< global classes; may be any numbers, since they come from a file
  std::vector<NotedPoint> path;  ///< not empty, by growing iteration
  std::size_t chosen = 0;        ///< an index into `path`
  bool chosen_known = false;
  double lambda0 = 0;
  double n_signals = 0;
};

/// Parts of all members that have a path.
std::vector<NotedPart> training_note(const std::map<std::string, std::string>& notes);

/// What took the steps of the training: "cpu", unless the note names a GPU; "" without the note.
std::string training_device(const std::map<std::string, std::string>& notes);

/// Names and values of the note "options", in its order.
std::vector<std::pair<std::string, std::string>> options_note(
    const std::map<std::string, std::string>& notes);

/// The mean of a quantity over the parts with a band from the smallest to the largest, at the
/// iterations of all of them; a part that ended early keeps its last value.
Series mean_over_parts(const std::string& name, const std::vector<NotedPart>& parts,
                       double NotedPoint::*quantity);

}  // namespace supdict::pictures
