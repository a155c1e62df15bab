// SPDX-License-Identifier: BSD-3-Clause
// Images as samples: whole, or cut into square patches on a grid or at random places.
#include "data/image.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "core/fnv.hpp"
#include "core/rng.hpp"
#include "data/fail.hpp"
#include "data/format.hpp"

namespace supdict::data {
namespace {

constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 28;
constexpr std::size_t kMagic = 8;  // bytes that tell PNG and JPEG

[[noreturn]] void fail_no_image(const std::string& name) {
  fail_format(name, "is neither PNG nor JPEG; expected one of them");
}

struct Window {
  int left = 0;
  int width = 0;
};

Window window_of(const GreyImage& image, PatchHalf half) {
  const int middle = image.width / 2;
  if (half == PatchHalf::kLeft) return {0, middle};
  if (half == PatchHalf::kRight) return {middle, image.width - middle};
  return {0, image.width};
}

// Folder and file name only: the random places must not depend on where the data are stored.
std::uint64_t stream_of(const std::string& path, PatchHalf half) {
  std::size_t slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) slash = path.rfind('/', slash - 1);
  core::Fnv1a hash;
  hash.add(std::string_view(path).substr(slash == std::string::npos ? 0 : slash + 1));
  hash.add(to_string(half));
  return hash.value();
}

class ImageReader final : public RowReader {
 public:
  ImageReader(std::vector<ImageItem> items, LoadImage load, bool labelled, ReadOptions options,
              const std::string& source)
      : items_(std::move(items)), load_(std::move(load)), options_(std::move(options)) {
    info_ = {.labelled = labelled, .format = "images", .source = source};
    next_image();
    const int side = options_.patch_size;
    info_.image = side > 0 ? ImageShape{side, side} : ImageShape{image_.height, image_.width};
    info_.n_features = Index{info_.image.height} * info_.image.width;
  }

 private:
  Index read_rows(Index max_rows, Dataset& chunk) override {
    std::vector<float> values;
    Index rows = 0;
    while (rows < max_rows && (next_place_ < places_.size() || next_image())) {
      cut(places_[next_place_++], values);
      if (info_.labelled) chunk.labels.push_back(items_[current_].label);
      ++rows;
    }
    chunk.X = Eigen::Map<const Matrix<float>>(values.data(), info_.n_features, rows);
    return rows;
  }

  bool next_image() {
    if (next_item_ == items_.size()) return false;
    current_ = next_item_++;
    const std::string& path = items_[current_].path;
    image_ = decode_image(load_(path), path);
    next_place_ = 0;
    places_ = options_.patch_size > 0 ? patch_places(path) : whole_image(path);
    return true;
  }

  std::vector<Index> whole_image(const std::string& path) const {
    if (info_.image.known() && info_.image != ImageShape{image_.height, image_.width}) {
      fail_value(path, "is " + core::shape(image_.height, image_.width) + " pixels; expected " +
                           core::shape(info_.image.height, info_.image.width) +
                           " as the first image, or set patch_size");
    }
    return {0};
  }

  // Upper left corners of the patches, as indices into the image.
  std::vector<Index> patch_places(const std::string& path) const {
    const Window window = window_of(image_, options_.patch_half);
    const int rows = image_.height - options_.patch_size + 1;
    const int columns = window.width - options_.patch_size + 1;
    if (rows < 1 || columns < 1) {
      fail_value(path, "offers " + core::shape(image_.height, window.width) +
                           " pixels; expected at least patch_size = " +
                           std::to_string(options_.patch_size) + " both ways");
    }
    const bool random = options_.patches > 0;
    const int stride = options_.patch_stride.value_or(options_.patch_size);
    const int step = random ? 1 : stride;
    std::vector<Index> places;
    for (int y = 0; y < rows; y += step) {
      for (int x = 0; x < columns; x += step) {
        places.push_back(Index{y} * image_.width + window.left + x);
      }
    }
    if (random) draw(path, places);
    return places;
  }

  // The first steps of a shuffle: distinct places in random order.
  void draw(const std::string& path, std::vector<Index>& places) const {
    const Index wanted = options_.patches;
    if (wanted > std::ssize(places)) {
      fail_value(path, "has " + std::to_string(places.size()) + " places for a patch of side " +
                           std::to_string(options_.patch_size) +
                           "; expected patches = " + std::to_string(wanted) + " or more");
    }
    core::Rng rng(
        {static_cast<std::uint64_t>(options_.patch_seed), stream_of(path, options_.patch_half)});
    for (Index i = 0; i < wanted; ++i) {
      std::swap(places[i], places[i + rng.below(std::ssize(places) - i)]);
    }
    places.erase(places.begin() + wanted, places.end());
  }

  void cut(Index place, std::vector<float>& values) const {
    for (int y = 0; y < info_.image.height; ++y) {
      const unsigned char* row = image_.pixels.data() + place + Index{y} * image_.width;
      values.insert(values.end(), row, row + info_.image.width);
    }
  }

  std::vector<ImageItem> items_;
  LoadImage load_;
  ReadOptions options_;
  GreyImage image_;
  std::vector<Index> places_;
  std::size_t next_place_ = 0;
  std::size_t next_item_ = 0;
  std::size_t current_ = 0;
};

}  // namespace

void check_image_size(const std::string& name, std::uint64_t width, std::uint64_t height,
                      std::size_t bytes, std::uint64_t per_byte) {
  const std::uint64_t most = std::min<std::uint64_t>(kMaxPixels, per_byte * bytes);
  if (width > 0 && height > 0 && width <= kMaxPixels && height <= most / width) return;
  fail_format(name, "claims " + std::to_string(height) + " x " + std::to_string(width) +
                        " pixels in " + std::to_string(bytes) + " bytes; expected 1 to " +
                        std::to_string(most) + " pixels");
}

GreyImage decode_image(std::string_view bytes, const std::string& name) {
  if (is_png(bytes)) return decode_png(bytes, name);
  if (is_jpeg(bytes)) return decode_jpeg(bytes, name);
  fail_no_image(name);
}

std::string read_image_bytes(ByteStream& stream, const ReadOptions& options) {
  if (!looks_like_image(stream.peek(kMagic))) fail_no_image(stream.name());
  return stream.read_all(static_cast<std::size_t>(options.memory_limit * (1 << 30)));
}

std::unique_ptr<RowReader> read_images(std::vector<ImageItem> items, LoadImage load, bool labelled,
                                       const ReadOptions& options, const std::string& source) {
  return std::make_unique<ImageReader>(std::move(items), std::move(load), labelled, options,
                                       source);
}

bool looks_like_image(std::string_view head) {
  return is_png(head) || is_jpeg(head);
}

// A single picture has no class.
std::unique_ptr<RowReader> open_image(Input&& input) {
  std::string bytes = read_image_bytes(input.stream, input.options);
  return read_images(
      {{input.path, ""}}, [bytes = std::move(bytes)](const std::string&) { return bytes; }, false,
      input.options, input.stream.name());
}

}  // namespace supdict::data
