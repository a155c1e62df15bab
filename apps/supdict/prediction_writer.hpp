// SPDX-License-Identifier: BSD-3-Clause
// Predictions as text: CSV with a header, or one JSON object per line.
#pragma once

#include <string>
#include <supdict/classifier.hpp>
#include <vector>

#include "pictures/atom_votes.hpp"

namespace supdict::app {

struct PredictionColumns {
  bool proba = false;
  bool scores = false;
  bool costs = false;
  bool certified = false;
  int top = 0;
  bool json = false;

  bool labels_only() const { return !(proba || scores || costs || certified || top > 0); }
};

class PredictionWriter {
 public:
  PredictionWriter(const Classifier<float>& classifier, const PredictionColumns& columns);

  /// The first line of CSV; nothing for JSON.
  std::string header() const;
  /// Lines for a chunk. `costs`: of every part, in order; empty unless requested.
  std::string lines(const Classification& result, const std::vector<PartCosts>& costs) const;

 private:
  std::string csv_line(const Classification& result, const Matrix<int>& top,
                       const std::vector<PartCosts>& costs, Index j) const;
  std::string json_line(const Classification& result, const Matrix<int>& top,
                        const std::vector<PartCosts>& costs, Index j) const;
  std::string class_name(int l) const { return pictures::class_name(classifier_, l); }

  const Classifier<float>& classifier_;
  PredictionColumns columns_;
  std::vector<const Part<float>*> parts_;
};

}  // namespace supdict::app
