// SPDX-License-Identifier: BSD-3-Clause
// Summaries of training as JSON: for logs, checkpoints and model files.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/json.hpp"
#include "supdict/trainer.hpp"

namespace supdict::training {

/// What a model file records of its training: members -> parts -> path, without times, so that
/// equal runs give equal files.
nlohmann::json training_note(const TrainSummary& summary);
/// Throws Error(kFormat) if an entry is missing or has the wrong type.
PartSummary part_summary_from(const core::JsonValue& json);

}  // namespace supdict::training
