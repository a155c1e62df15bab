// SPDX-License-Identifier: BSD-3-Clause
// What supdict train says of a finished run.
#pragma once

#include <string>
#include <supdict/dataset.hpp>
#include <supdict/trainer.hpp>

#include "json_text.hpp"

namespace supdict::app {

struct TrainReport {
  const std::string& model;  ///< the file
  const std::string& hash;   ///< of the data
  const Dataset& data;
  const TrainResult<float>& result;

  std::string text() const;
  Json json() const;
};

}  // namespace supdict::app
