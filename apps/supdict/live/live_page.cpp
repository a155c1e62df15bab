// SPDX-License-Identifier: BSD-3-Clause
#include "live/live_page.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <map>
#include <supdict/error.hpp>
#include <supdict/model_file.hpp>

#include "json_text.hpp"
#include "live/assets.hpp"
#include "pictures/text.hpp"

namespace supdict::app::live {
namespace {

/// Signals of the data that can be chosen in the page.
constexpr Index kExamples = 30;
/// How far from the mean a curve may be drawn, in standard deviations.
constexpr double kDeviations = 3;

/// In the format of gzip, which browsers unpack.
std::string gzipped(std::string_view bytes) {
  constexpr int kGzipWindow = 15 + 16;
  constexpr int kMostMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, kMostMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib takes what it reads from through a pointer that is not const.
  stream.next_in = const_cast<Bytef*>(  // NOLINT(cppcoreguidelines-pro-type-const-cast)
      reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string packed(std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) {
    throw Error(ErrorCode::kInvalidValue, "the model has " + std::to_string(bytes.size()) +
                                              " bytes; expected fewer than 4 GB for a page");
  }
  return pictures::base64(gzipped(bytes));
}

/// As many of each class as there is room for, in the order of the data.
std::vector<Index> examples_of(const Dataset& data, Index n_classes) {
  const Index each = std::max<Index>(1, kExamples / n_classes);
  std::map<std::string, Index> taken;
  std::vector<Index> chosen;
  for (Index j = 0; j < data.n_samples() && std::ssize(chosen) < kExamples; ++j) {
    if (!data.labelled() || taken[data.labels[j]]++ < each) chosen.push_back(j);
  }
  return chosen;
}

/// The lowest and highest value that is drawn.
std::pair<double, double> range_of(const Preprocessing& p, const Dataset* data) {
  if (p.scale.size() > 0 && p.is_image() && (p.scale.array() == p.scale[0]).all()) {
    return {p.offset[0], p.offset[0] + 1 / p.scale[0]};
  }
  if (p.scale.size() > 0) {
    double low = std::numeric_limits<double>::max();
    double high = -low;
    for (Index i = 0; i < p.scale.size(); ++i) {
      const double spread = p.scale[i] == 0 ? 0 : kDeviations / p.scale[i];
      low = std::min(low, p.offset[i] - spread);
      high = std::max(high, p.offset[i] + spread);
    }
    return {low, high};
  }
  if (data != nullptr && data->X.size() > 0) return {data->X.minCoeff(), data->X.maxCoeff()};
  return {0, 1};
}

Json signals_json(const Classifier<float>& classifier, const Dataset* data) {
  const Preprocessing& p = classifier.preprocessing;
  const auto [low, high] = range_of(p, data);
  Json start = Json::array();
  if (!p.is_image() && p.offset.size() > 0) start = std::vector(p.offset.begin(), p.offset.end());
  Json rows = Json::array();
  Json names = Json::array();
  if (data != nullptr) {
    for (const Index j : examples_of(*data, classifier.n_classes())) {
      rows.push_back(std::vector(data->X.col(j).begin(), data->X.col(j).end()));
      names.push_back(data->labelled() ? data->labels[j] : "");
    }
  }
  return {{"range", {low, high}}, {"start", start}, {"names", names}, {"rows", rows}};
}

/// JSON inside a script element, which "</" or "<!--" would end.
std::string inside_script(std::string json) {
  for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at + 1)) {
    json.replace(at, 1, "\\u003c");
  }
  return json;
}

/// The text with each {{place}} filled; what is put in is not looked at again.
std::string filled(std::string_view text, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  while (true) {
    const std::size_t at = text.find("{{");
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    const std::size_t end = text.find("}}", at);
    out += parts.at(text.substr(at + 2, end - at - 2));
    text.remove_prefix(end + 2);
  }
}

}  // namespace

bool has_module() {
  return !assets().module.empty();
}

std::string make_page(const Classifier<float>& classifier, const Dataset* data,
                      const std::string& title) {
  const Assets own = assets();
  if (!has_module()) {
    throw Error(ErrorCode::kFile,
                "this supdict was built without the WebAssembly module that runs in the page; "
                "'make live' builds one with it");
  }
  return filled(own.page, {{"title", pictures::escape(title)},
                           {"style", std::string(own.style)},
                           {"script", std::string(own.script)},
                           {"signals", inside_script(line_of(signals_json(classifier, data)))},
                           {"module", packed(own.module)},
                           {"model", packed(serialise_model(classifier))}});
}

}  // namespace supdict::app::live
