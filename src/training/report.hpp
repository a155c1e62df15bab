// SPDX-License-Identifier: BSD-3-Clause
// Summaries of training as JSON: for logs, checkpoints and model files.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "supdict/trainer.hpp"

namespace supdict::training {

nlohmann::json to_json(const PathPoint& point);
nlohmann::json to_json(const PartSummary& summary);
nlohmann::json to_json(const TrainOptions& options);
/// What a model keeps of its training: members -> parts -> path, without times, so that equal runs
/// give equal files.
nlohmann::json training_note(const TrainSummary& summary);
PartSummary part_summary_from_json(const nlohmann::json& json);

}  // namespace supdict::training
