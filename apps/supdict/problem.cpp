// SPDX-License-Identifier: BSD-3-Clause
#include "problem.hpp"

namespace supdict::app {

void tell_shape(const Dataset& data, PreprocessingOptions& options) {
  options.image_height = data.image.height;
  options.image_width = data.image.width;
}

Dataset thinned(const Dataset& data, Index count) {
  if (count == 0 || data.n_samples() <= count) return data;
  Dataset few;
  few.image = data.image;
  few.format = data.format;
  few.source = data.source;
  few.X.resize(data.n_features(), count);
  for (Index i = 0; i < count; ++i) {
    const Index j = i * data.n_samples() / count;
    few.X.col(i) = data.X.col(j);
    if (data.labelled()) few.labels.push_back(data.labels[j]);
  }
  return few;
}

}  // namespace supdict::app
