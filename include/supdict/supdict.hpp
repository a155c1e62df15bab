// SPDX-License-Identifier: BSD-3-Clause
// Everything at once.
#pragma once

#include "supdict/classifier.hpp"
#include "supdict/coding.hpp"
#include "supdict/context.hpp"
#include "supdict/dataset.hpp"
#include "supdict/decision.hpp"
#include "supdict/dictionary.hpp"
#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/labels.hpp"
#include "supdict/logistic.hpp"
#include "supdict/model_file.hpp"
#include "supdict/objective.hpp"
#include "supdict/options.hpp"
#include "supdict/predict.hpp"
#include "supdict/preprocessing.hpp"
#include "supdict/trainer.hpp"
#include "supdict/tune.hpp"
#include "supdict/types.hpp"
