// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/model_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "core/rng.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::mixed_patterns;
using testing::quick_options;
using testing::TemporaryFolder;

Classifier<float> small_classifier(Strategy strategy, Decision decision) {
  const auto data = mixed_patterns<float>(9, 60, 3, 0.1, 1);
  TrainOptions options = quick_options();
  options.strategy = strategy;
  options.decision = decision;
  options.atoms = 6;
  options.iterations = 10;
  options.preprocessing.scaling = Scaling::kStandardise;
  options.preprocessing.image_height = options.preprocessing.image_width = 3;
  options.preprocessing.deskew = true;
  auto classifier = train<float>(data.X, data.labels, options).classifier;
  classifier.notes["data"] = "some \"data\"\n";
  return classifier;
}

TEST(ModelFile, ComesBackWithTheSamePredictions) {
  const TemporaryFolder folder;
  const auto data = mixed_patterns<float>(9, 60, 3, 0.1, 2);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Decision decision : {Decision::kLinear, Decision::kBilinear}) {
      const auto saved = small_classifier(strategy, decision);
      save_model(folder / "model.safetensors", saved);
      EXPECT_EQ(read_file(folder / "model.safetensors"), serialise_model(saved));
      const auto loaded = load_model<float>(folder / "model.safetensors");
      EXPECT_EQ(all_parameters(loaded), all_parameters(saved));
      EXPECT_EQ(loaded.notes, saved.notes);
      EXPECT_EQ(loaded.labels.names(), saved.labels.names());
      EXPECT_EQ(loaded.decision_function(data.X), saved.decision_function(data.X));
      const auto wide = load_model<double>(folder / "model.safetensors");
      EXPECT_EQ(wide.n_features(), 9);
    }
  }
}

TEST(ModelFile, APenaltyComesBackAndKeepsOlderVersionsOut) {
  const auto data = mixed_patterns<float>(9, 60, 3, 0.1, 2);
  TrainOptions options = quick_options();
  options.atoms = 6;
  options.iterations = 10;
  options.penalty = {
      .nonnegative = Nonnegative::kBoth, .ridge = 0.03, .atom_weights = "1 2 0.5 1 1 3"};
  const auto saved = train<float>(data.X, data.labels, options).classifier;
  const std::string bytes = serialise_model(saved);
  EXPECT_EQ(model::TensorFile::parse(bytes).metadata.at("format_version"), "2.0");
  const auto loaded = parse_model<float>(bytes, "m");
  for (const Part<float>& part : loaded.members.front().parts) {
    EXPECT_EQ(part.model.penalty, options.penalty.codes());
    EXPECT_TRUE(part.model.atom_rules.nonnegative);
    EXPECT_GE(part.model.D.minCoeff(), 0);
  }
  EXPECT_EQ(loaded.decision_function(data.X), saved.decision_function(data.X));
  EXPECT_EQ(serialise_model(loaded), bytes);
}

/// The message parse_model gives for these bytes, "" if it accepts them.
std::string message_of(const std::string& bytes) {
  try {
    parse_model<float>(bytes, "m");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFormat);
    return error.what();
  }
  return "";
}

std::string good_bytes() {
  const TemporaryFolder folder;
  save_model(folder / "m", small_classifier(Strategy::kPairwise, Decision::kLinear));
  return read_file(folder / "m");
}

TEST(ModelFile, RefusesANewerMajorVersionInPlainWords) {
  auto file = model::TensorFile::parse(good_bytes());
  file.metadata["format_version"] = "3.0";
  EXPECT_EQ(message_of(file.serialise()),
            "'m' has the model format 3.0; this version of supdict reads up to 2.x: use a newer "
            "supdict");
  file.metadata["format_version"] = "1.7";  // newer minor versions are fine
  EXPECT_EQ(message_of(file.serialise()), "");
}

TEST(ModelFile, NamesThatAreNotUtf8AreRefused) {
  auto classifier = small_classifier(Strategy::kPairwise, Decision::kLinear);
  classifier.notes["data"] = "Gr\xf6\xdf";
  EXPECT_THROW(serialise_model(classifier), Error);
  classifier = small_classifier(Strategy::kPairwise, Decision::kLinear);
  classifier.labels = ClassLabels({"a", "b\xe4r", "c"});
  EXPECT_THROW(serialise_model(classifier), Error);
}

TEST(ModelFile, FilesOfTodayCarryAChecksum) {
  auto file = model::TensorFile::parse(good_bytes());
  EXPECT_NO_THROW(file.check_intact());
  EXPECT_EQ(file.metadata.at("format_version"), "1.1");
  std::string bytes = good_bytes();
  bytes[bytes.find("\"checksum\"") + 1] = 'C';  // as if there were none
  EXPECT_EQ(message_of(bytes), "'m' is not a valid model file: the metadata checksum is missing");
}

TEST(ModelFile, EveryTruncationIsAnError) {
  const std::string bytes = good_bytes();
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16) {
    EXPECT_NE(message_of(bytes.substr(0, size)), "") << size;
  }
}

TEST(ModelFile, DamagedBytesNeverCrash) {
  const std::string bytes = good_bytes();
  core::Rng rng{11};
  for (int i = 0; i < 400; ++i) {
    std::string damaged = bytes;
    for (int j = 0; j < 3; ++j) {
      // Mostly in the header, where a wrong byte is most likely to have another meaning.
      const Index reach = j == 0 ? std::ssize(bytes) : std::min<Index>(3000, std::ssize(bytes));
      damaged[rng.below(reach)] = static_cast<char>(rng.next());
    }
    try {
      parse_model<float>(damaged, "m");
    } catch (const Error&) {
    }
  }
}

TEST(ModelFile, HugeClaimsAreRefusedBeforeAnythingIsAllocated) {
  const auto with_header = [](const std::string& header) {
    const std::uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header;
  };
  EXPECT_NE(message_of(std::string(8, '\xff')), "");
  for (const std::string shape : {"[1000000000000,1000000000000]", "[4294967296,4294967296]",
                                  "[18446744073709551615]", "[-1,2]", "[1.5]", "\"x\""}) {
    EXPECT_NE(message_of(with_header("{\"D\":{\"dtype\":\"F32\",\"shape\":" + shape +
                                     ",\"data_offsets\":[0,4]}}")),
              "");
  }
}

TEST(ModelFile, AnUnwritablePlaceIsAnErrorAndLeavesNothing) {
  const auto classifier = small_classifier(Strategy::kPairwise, Decision::kLinear);
  EXPECT_THROW(save_model("/nonexistent-folder/m", classifier), Error);
  EXPECT_THROW(load_model<float>("/nonexistent-folder/m"), Error);
  const TemporaryFolder folder;
  EXPECT_THROW(load_model<float>(folder / ""), Error);  // a folder
}

}  // namespace
}  // namespace supdict
