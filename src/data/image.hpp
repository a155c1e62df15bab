// SPDX-License-Identifier: BSD-3-Clause
// PNG and JPEG as grey values 0..255. Colour becomes 0.299 R + 0.587 G + 0.114 B; transparency is
// left out; nothing is corrected for gamma. CMYK becomes RGB first, without a colour profile.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_stream.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

struct GreyImage {
  int height = 0;
  int width = 0;
  std::vector<unsigned char> pixels;  ///< row by row
};

/// Either kind. Throws Error(kFormat).
GreyImage decode_image(std::string_view bytes, const std::string& name);
GreyImage decode_png(std::string_view bytes, const std::string& name);
GreyImage decode_jpeg(std::string_view bytes, const std::string& name);

bool is_png(std::string_view head);
bool is_jpeg(std::string_view head);

/// Refuses sizes that the bytes cannot hold: above 2^28 pixels, or `per_byte` pixels per byte of
/// file.
void check_image_size(const std::string& name, std::uint64_t width, std::uint64_t height,
                      std::size_t bytes, std::uint64_t per_byte);

struct ImageItem {
  std::string path;
  std::string label;
};

/// All bytes of an image file. The first ones must show that it is one, because another stream may
/// never end.
std::string read_image_bytes(ByteStream& stream, const ReadOptions& options);

/// The bytes of one image file.
using LoadImage = std::function<std::string(const std::string& path)>;

/// Whole images or patches of `items`, in order; `source` describes them.
std::unique_ptr<RowReader> read_images(std::vector<ImageItem> items, LoadImage load, bool labelled,
                                       const ReadOptions& options, const std::string& source);

}  // namespace supdict::data
