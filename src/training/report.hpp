// SPDX-License-Identifier: BSD-3-Clause
// Summaries of training as JSON: for logs, checkpoints and model files.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "supdict/trainer.hpp"

namespace supdict::training {

nlohmann::json to_json(const PathPoint& point);
nlohmann::json to_json(const PartSummary& summary);
nlohmann::json to_json(const TrainOptions& options);
PartSummary part_summary_from_json(const nlohmann::json& json);

}  // namespace supdict::training
