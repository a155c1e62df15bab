// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/model_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "core/file.hpp"
#include "core/rng.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::mixed_patterns;
using testing::quick_options;
using testing::TemporaryFolder;

Classifier<float> small_classifier(const std::string& strategy, const std::string& decision) {
  const auto data = mixed_patterns<float>(9, 60, 3, 0.1, 1);
  TrainOptions options = quick_options();
  options.strategy = strategy;
  options.decision = decision;
  options.atoms = 6;
  options.iterations = 10;
  options.preprocessing.scaling = "standardise";
  options.preprocessing.image_height = options.preprocessing.image_width = 3;
  options.preprocessing.deskew = "yes";
  auto classifier = train<float>(data.X, data.labels, options).classifier;
  classifier.notes["data"] = "some \"data\"\n";
  return classifier;
}

TEST(ModelFile, ComesBackWithTheSamePredictions) {
  const TemporaryFolder folder;
  const auto data = mixed_patterns<float>(9, 60, 3, 0.1, 2);
  for (const std::string strategy : {"pairwise", "multiclass", "one-vs-rest"}) {
    for (const std::string decision : {"linear", "bilinear"}) {
      const auto saved = small_classifier(strategy, decision);
      save_model(folder / "model.safetensors", saved);
      EXPECT_EQ(core::read_file(folder / "model.safetensors"), serialise_model(saved));
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
  save_model(folder / "m", small_classifier("pairwise", "linear"));
  return core::read_file(folder / "m");
}

TEST(ModelFile, RefusesANewerMajorVersionInPlainWords) {
  auto file = model::TensorFile::parse(good_bytes(), "m");
  file.metadata["format_version"] = "2.0";
  EXPECT_EQ(message_of(file.serialise()),
            "'m' has the model format 2.0; this version of supdict reads up to 1.x: use a newer "
            "supdict");
  file.metadata["format_version"] = "1.7";  // newer minor versions are fine
  EXPECT_EQ(message_of(file.serialise()), "");
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
      // Mostly the header: that is where lies are told.
      const Index reach = j == 0 ? std::ssize(bytes) : std::min<Index>(3000, std::ssize(bytes));
      damaged[static_cast<std::size_t>(rng.below(reach))] = static_cast<char>(rng.next());
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
  const auto classifier = small_classifier("pairwise", "linear");
  EXPECT_THROW(save_model("/nonexistent-folder/m", classifier), Error);
  EXPECT_THROW(load_model<float>("/nonexistent-folder/m"), Error);
  const TemporaryFolder folder;
  EXPECT_THROW(load_model<float>(folder / ""), Error);  // a folder
}

}  // namespace
}  // namespace supdict
