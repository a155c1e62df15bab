// SPDX-License-Identifier: BSD-3-Clause
// Model files made by hand: inconsistent ones are refused with the names of file and field.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/model_file.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using Json = nlohmann::json;

std::string model_bytes(Strategy strategy) {
  const auto data = testing::mixed_patterns<float>(9, 60, 3, 0.1, 1);
  TrainOptions options = testing::quick_options();
  options.strategy = strategy;
  options.atoms = 6;
  options.iterations = 10;
  options.preprocessing.scaling = Scaling::kStandardise;
  options.preprocessing.image_height = options.preprocessing.image_width = 3;
  return serialise_model(train<float>(data.X, data.labels, options).classifier);
}

/// The message parse_model gives for these bytes, "" if it accepts them.
std::string message_of(const std::string& bytes) {
  try {
    parse_model<float>(bytes, "some.model");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFormat);
    const std::string prefix = "'some.model' is not a valid model file: ";
    const std::string message = error.what();
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(std::min(prefix.size(), message.size()));
  }
  return "";
}

struct Edit {
  std::string key;    ///< of the metadata
  std::string place;  ///< JSON pointer; "-": the whole text is replaced
  Json value;         ///< discarded: the entry is removed
  std::string expected;
};

/// A model with one entry of its metadata changed, and a corrected checksum.
std::string edited(const std::string& bytes, const Edit& edit) {
  auto file = model::TensorFile::parse(bytes);
  if (edit.place == "-") {
    file.metadata[edit.key] = edit.value.get<std::string>();
    return file.serialise();
  }
  Json json = Json::parse(file.metadata.at(edit.key));
  const Json::json_pointer place(edit.place);
  if (edit.value.is_discarded()) {
    Json& parent = json.at(place.parent_pointer());
    if (parent.is_array()) {
      parent.erase(std::stoul(place.back()));
    } else {
      parent.erase(place.back());
    }
  } else {
    json[place] = edit.value;
  }
  file.metadata[edit.key] = json.dump();
  return file.serialise();
}

void expect_refused(Strategy strategy, const std::vector<Edit>& edits) {
  const std::string good = model_bytes(strategy);
  ASSERT_EQ(message_of(good), "");
  for (const Edit& edit : edits) {
    SCOPED_TRACE(edit.key + " " + edit.place + " " + edit.value.dump());
    const std::string message = message_of(edited(good, edit));
    EXPECT_NE(message.find(edit.expected), std::string::npos) << message;
  }
}

const Json kGone = Json(Json::value_t::discarded);

TEST(HandMadeModel, ClassesMustMakeEachPairOnce) {
  const std::string first = "members[0].parts[0].classes";
  const std::string second = "members[0].parts[1].classes";
  expect_refused(
      Strategy::kPairwise,
      {{"members", "/0/parts/1/classes", {0, 1}, second + " is [0, 1] for the second time"},
       {"members", "/0/parts/1/classes", {1, 0}, second + " is [1, 0] for the second time"},
       {"members", "/0/parts/0/classes", {0, 0}, first + " is [0, 0]; expected two different"},
       {"members", "/0/parts/0/classes", {0, 3}, first + " is [0, 3]"},
       {"members", "/0/parts/0/classes", {-1, 1}, first + " is [-1, 1]"},
       {"members", "/0/parts/0/classes", {0, 1, 2}, first + " is [0, 1, 2]"},
       {"members", "/0/parts/0/classes", Json::array(), first + " is []"},
       {"members", "/0/parts/0/classes/1", std::int64_t{1} << 62,
        first + "[1] is 4611686018427387904; expected a whole number"},
       {"members", "/0/parts/0/classes/1", std::uint64_t{1} << 63, first + "[1] is 92233"},
       {"members", "/0/parts/0/classes/1", 1.5, first + "[1] is 1.5"},
       {"members", "/0/parts/0/classes", "01", first + " is \"01\"; expected an array"},
       {"members", "/0/parts/0/classes", kGone, first + " is missing"},
       {"members", "/0/parts/2", kGone, "members[0] has 2 parts; expected 3"}});
  expect_refused(Strategy::kOneVsRest,
                 {{"members", "/0/parts/1/classes", {-1, 0}, second + " is [-1, 0] for the second"},
                  {"members", "/0/parts/0/classes", {0, -1}, "expected -1 and a class"},
                  {"members", "/0/parts/0/classes", {-1, -1}, "expected -1 and a class"}});
  expect_refused(Strategy::kMulticlass,
                 {{"members", "/0/parts/0/classes", {0, 2, 1}, first + " is [0, 2, 1]"},
                  {"members", "/0/parts/0/classes", {0, 0, 0}, first + " is [0, 0, 0]"},
                  {"members", "/0/parts/0/classes", {0, 1}, first + " is [0, 1]"}});
}

TEST(HandMadeModel, NumbersMustBeInTheirBounds) {
  const std::string part = "members[0].parts[1]";
  expect_refused(
      Strategy::kPairwise,
      {{"members", "/0/kappa", 0, "members[0].kappa is 0"},
       {"members", "/0/kappa", -0.1, "members[0].kappa is -0.1"},
       {"members", "/0/kappa", 1e308, "members[0].kappa is 1e+308; expected a number above 0"},
       {"members", "/0/kappa", nullptr, "members[0].kappa is null; expected a number"},
       {"members", "/0/atoms", 0, "members[0].atoms is 0"},
       {"members", "/0/atoms", std::int64_t{1} << 40, "members[0].atoms is 1099511627776"},
       {"members", "/0/atoms", 7, "members[0].parts[0].D is 9x6; expected 9x7"},
       {"members", "/0/parts/1/lambda0", 0, part + ": lambda0 is 0"},
       {"members", "/0/parts/1/lambda0", 1e308, part + ".lambda0 is 1e+308"},
       {"members", "/0/parts/1/lambda1", -1, part + ": lambda1 is -1"},
       {"members", "/0/parts/1/lambda1", "x", part + ".lambda1 is \"x\"; expected a number"},
       {"preprocessing", "/image_width", -3, "preprocessing.image_width is -3"},
       {"preprocessing", "/image_width", 0, "preprocessing.image_height x image_width is 3x0"},
       {"preprocessing", "/image_width", 4, "preprocessing.image_height x image_width is 3x4"},
       {"preprocessing", "/n_raw", 0, "preprocessing.n_raw is 0"},
       {"preprocessing", "/n_raw", std::int64_t{1} << 62, "preprocessing.offset is 9x1"},
       {"preprocessing", "/constant", -1, "preprocessing.constant is -1"},
       {"preprocessing", "/constant", 1e308, "preprocessing.constant is 1e+308"},
       {"preprocessing", "/constant", 0.5, "members[0].parts[0].D is 9x6; expected 10x6"},
       {"preprocessing", "/remove_mean", 1, "preprocessing.remove_mean is 1; expected true or"},
       {"preprocessing", "/unit_norm", kGone, "preprocessing.unit_norm is missing"}});
}

TEST(HandMadeModel, NamesMustBeKnownAndDistinct) {
  expect_refused(Strategy::kPairwise,
                 {{"labels", "/1", "class-0", "labels names 'class-0' twice"},
                  {"labels", "/1", 3, "labels[1] is 3; expected text"},
                  {"labels", "/2", kGone, "members[0] has 3 parts; expected 1"},
                  {"labels", "-", "{}", "labels is {}; expected an array"},
                  {"labels", "-", "[\"a\"]", "labels has 1 entries; expected at least two"},
                  {"method", "-", "sdl-x", "unknown method 'sdl-x'"},
                  {"strategy", "-", "all", "unknown strategy 'all'"},
                  {"vote", "-", "loud", "unknown vote 'loud'"},
                  {"members", "/0/parts/0/decision", "cubic", "unknown decision 'cubic'"},
                  {"members", "/0/parts/0/decision", 1, "members[0].parts[0].decision is 1"},
                  {"members", "-", "[]", "the classifier has no members"},
                  {"members", "-", "[1]", "members[0] is 1; expected an object"},
                  {"members", "-", "[", "members is not JSON"},
                  {"members", "-", std::string(100000, '['), "members nests deeper than 64"},
                  {"note.training", "-", std::string(100000, '['), "note.training nests deeper"},
                  {"format", "-", "other", "'format': 'supdict-model'"},
                  {"format_version", "-", "1", "its format version is '1'"},
                  {"format_version", "-", "1.0x", "its format version is '1.0x'"}});
}

/// A safetensors file of zeros under this header.
std::string with_header(const std::string& header, std::size_t size) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(size, '\0');
}

std::string tensor(Index begin, Index end) {
  return R"({"dtype":"F32","shape":[1,)" + std::to_string((end - begin) / 4) +
         R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

TEST(HandMadeModel, TensorsMustLieSideBySide) {
  const auto two = [](const std::string& a, const std::string& b, std::size_t size) {
    return message_of(with_header("{\"a\":" + a + ",\"b\":" + b + "}", size));
  };
  EXPECT_EQ(two(tensor(0, 8), tensor(4, 12), 12),
            "the tensor b begins at byte 4 of the data; expected 8, where the one before it ends");
  EXPECT_NE(two(tensor(0, 8), tensor(12, 16), 16), "");
  EXPECT_EQ(two(tensor(0, 8), tensor(8, 12), 16),
            "its tensors end at byte 12 of the data; expected 16, the end of the file");
  EXPECT_EQ(two(tensor(8, 12), tensor(0, 8), 12), "the metadata format is missing");
}

TEST(HandMadeModel, ASmallFileCannotAskForGigabytes) {
  // 20000 tensors that share one megabyte: 20 GB if they were accepted.
  constexpr Index kBytes = 1 << 20;
  std::string header = "{";
  for (int i = 0; i < 20000; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + tensor(0, kBytes);
  }
  const std::string message = message_of(with_header(header + "}", kBytes));
  EXPECT_NE(message.find("where the one before it ends"), std::string::npos) << message;
}

TEST(HandMadeModel, TensorsMustBeThereInTheirShapes) {
  const std::string good = model_bytes(Strategy::kPairwise);
  const auto changed = [&](const std::string& name, const Matrix<float>& M) {
    auto file = model::TensorFile::parse(good);
    file.put<float>(name, M);
    return message_of(file.serialise());
  };
  EXPECT_NE(changed("member0.part1.W", Matrix<float>::Zero(2, 6)).find("members[0].parts[1]: W of"),
            std::string::npos);
  EXPECT_NE(changed("member0.part1.b", Matrix<float>::Zero(3, 1)).find("members[0].parts[1]"),
            std::string::npos);
  EXPECT_NE(changed("member0.part1.D", Matrix<float>::Zero(0, 6)).find("members[0].parts[1]: D is"),
            std::string::npos);
  EXPECT_EQ(changed("preprocessing.scale", Matrix<float>::Zero(9, 1)),
            "the tensor preprocessing.scale is not a matrix of type F64");
  Matrix<float> bad = Matrix<float>::Zero(6, 2);
  bad(3, 1) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(changed("member0.part1.W", bad).find("members[0].parts[1]: W has the value nan"),
            std::string::npos);
}

}  // namespace
}  // namespace supdict
