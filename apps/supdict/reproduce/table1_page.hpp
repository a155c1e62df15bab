// SPDX-License-Identifier: BSD-3-Clause
// The page of Table 1: our errors beside those of the paper.
#pragma once

#include <string>

#include "reproduce/experiment.hpp"

namespace supdict::app {

/// Adds the results of one data set: `chosen`, and `rows` by the names that the paper's have.
void add_digits(Finding& finding, const std::string& name, const Json& result);

}  // namespace supdict::app
