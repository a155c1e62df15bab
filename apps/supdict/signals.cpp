// SPDX-License-Identifier: BSD-3-Clause
#include "signals.hpp"

#include <algorithm>
#include <set>
#include <supdict/error.hpp>

#include "json_text.hpp"
#include "model_input.hpp"
#include "paths.hpp"

namespace supdict::app {
namespace {

// Values per chunk: 16 MiB, with enough rows to keep all threads busy.
constexpr Index kChunkValues = Index{1} << 22;
constexpr Index kMostRows = 4096;

[[noreturn]] void throw_shape(const RowReader& rows, Index expected) {
  std::string message = rows.info().source + ": has " + std::to_string(rows.n_features()) +
                        " features per sample; the model expects " + std::to_string(expected);
  if (rows.labelled() && rows.n_features() + 1 == expected) {
    message += " (if no column holds labels: --label-column none)";
  } else if (!rows.labelled() && rows.n_features() == expected + 1) {
    message += " (which column holds the labels? --label-column NAME)";
  }
  throw Error(ErrorCode::kInvalidShape, message);
}

void check_labels(const Dataset& data) {
  if (!data.labelled()) {
    throw Error(ErrorCode::kFormat, data.source +
                                        ": has no labels to learn from (see the options --labels "
                                        "and --label-column)");
  }
  // Model files store labels as JSON, which must be UTF-8. Check now, not after an hour of
  // training.
  for (std::size_t j = 0; j < data.labels.size(); ++j) {
    if (is_utf8(data.labels[j])) continue;
    throw Error(ErrorCode::kFormat,
                data.source + ": the label of sample " + std::to_string(j + 1) +
                    " is not UTF-8 text; convert the file, as with iconv -f LATIN1 -t UTF-8");
  }
  if (std::set<std::string>(data.labels.begin(), data.labels.end()).size() > 1) return;
  throw Error(ErrorCode::kInvalidValue,
              data.source + ": all labels are '" + data.labels.front() +
                  "'; expected at least two classes (see the options --labels and --label-column)");
}

}  // namespace

void declare_reading(Arguments& arguments, ReadOptions& options) {
  arguments.fields(options, "Reading of data");
  arguments.role("labels", Role::kInput);
}

std::unique_ptr<RowReader> open_for_model(const std::string& path, ReadOptions options,
                                          const Classifier<float>& classifier, bool labels_needed) {
  const Index expected = classifier.n_features();
  if (!options.features) options.features = static_cast<int>(expected);
  auto rows = open_rows(path, classifier.labels.names(), options);
  if (rows->n_features() != expected) throw_shape(*rows, expected);
  if (labels_needed && !rows->labelled()) {
    throw Error(ErrorCode::kFormat, rows->info().source +
                                        ": has no labels, which are needed here (see the options "
                                        "--labels and --label-column)");
  }
  return rows;
}

Index for_each_chunk(RowReader& rows, const std::function<void(const Dataset&)>& use) {
  const Index step = std::clamp<Index>(kChunkValues / rows.n_features(), 1, kMostRows);
  Index count = 0;
  for (Dataset chunk; rows.read(step, chunk) > 0;) {
    count += chunk.n_samples();
    use(chunk);
  }
  return count;
}

Dataset read_for_model(const std::string& path, const ReadOptions& options,
                       const Classifier<float>& classifier, const std::string& out) {
  const auto rows = open_for_model(path, options, classifier, false);
  check_not_read(out, rows->info());
  return read_dataset(*rows, options.memory_limit);
}

Dataset read_labelled(const std::string& path, const ReadOptions& options, const std::string& out,
                      const Console& console, PreprocessingOptions& shape) {
  if (looks_like_model(path)) {
    throw Error(ErrorCode::kFormat, "'" + path + "' is a model; expected data to learn from");
  }
  const auto rows = open_rows(path, options);
  check_not_read(out, rows->info());
  Dataset data = read_dataset(*rows, options.memory_limit);
  console.say(data.source + ": " + describe(data));
  check_labels(data);
  if (data.image.known() && shape.image_height == 0 && shape.image_width == 0) {
    shape.image_height = data.image.height;
    shape.image_width = data.image.width;
  }
  return data;
}

std::string describe(const Dataset& data) {
  std::string text = std::to_string(data.n_samples()) + " samples of " +
                     std::to_string(data.n_features()) + " features";
  if (data.image.known()) {
    text += " (" + std::to_string(data.image.height) + " x " + std::to_string(data.image.width) +
            " images)";
  }
  const std::set<std::string> classes(data.labels.begin(), data.labels.end());
  return data.labelled() ? text + ", " + std::to_string(classes.size()) + " classes" : text;
}

}  // namespace supdict::app
