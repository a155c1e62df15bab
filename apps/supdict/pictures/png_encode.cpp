// SPDX-License-Identifier: BSD-3-Clause
#include <png.h>

#include <array>
#include <csetjmp>
#include <new>
#include <stdexcept>

#include "pictures/raster.hpp"

namespace supdict::pictures {
namespace {

/// Greys, class colours and the clear pixel, see raster.cpp.
constexpr int kPaletteSize = kClearPixel + 1;

void ignore_message(png_structp, png_const_charp) {}

/// Owns the two structures of libpng.
struct Writer {
  Writer() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, &ignore_message);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::bad_alloc();
    }
  }
  ~Writer() { png_destroy_write_struct(&png, &info); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  png_structp png = nullptr;
  png_infop info = nullptr;
};

/// Exceptions must not cross the frames of libpng.
void append(png_structp png, png_bytep bytes, std::size_t count) {
  bool done = true;
  try {
    static_cast<std::string*>(png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(bytes), count);
  } catch (...) {
    done = false;
  }
  if (!done) png_error(png, "out of memory");
}

void flush(png_structp) {}

struct Image {
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  const png_byte* bytes = nullptr;
  const png_color* palette = nullptr;  ///< null: bytes are greys
  const png_byte* alpha = nullptr;     ///< per entry of the palette; null: everything is opaque
};

/// The function that libpng leaves by longjmp; its variables need no destructor.
bool write(const Writer& writer, const Image& image, std::string& out) {
  if (setjmp(png_jmpbuf(writer.png)) != 0) return false;
  png_set_write_fn(writer.png, &out, &append, &flush);
  png_set_IHDR(writer.png, writer.info, image.width, image.height, 8,
               image.palette != nullptr ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (image.palette != nullptr) {
    png_set_PLTE(writer.png, writer.info, image.palette, kPaletteSize);
    if (image.alpha != nullptr) {
      png_set_tRNS(writer.png, writer.info, image.alpha, kPaletteSize, nullptr);
    }
  }
  png_set_compression_level(writer.png, 9);
  png_write_info(writer.png, writer.info);
  for (png_uint_32 y = 0; y < image.height; ++y) {
    png_write_row(writer.png, image.bytes + std::size_t{y} * image.width);
  }
  png_write_end(writer.png, writer.info);
  return true;
}

}  // namespace

std::string encode_png(const Raster& raster) {
  bool grey = true;
  bool clear = false;
  for (const Pixel pixel : raster.pixels()) {
    grey = grey && pixel < class_pixel(0);
    clear = clear || pixel == kClearPixel;
  }
  std::array<png_color, kPaletteSize> palette{};
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const Colour colour = pixel_colour(static_cast<Pixel>(i));
    palette[i] = {colour.red, colour.green, colour.blue};
  }
  std::array<png_byte, kPaletteSize> alpha{};
  alpha.fill(255);
  alpha[kClearPixel] = 0;
  std::vector<Pixel> bytes = raster.pixels();
  // Without a palette, small tiles are much shorter.
  if (grey) {
    for (Pixel& byte : bytes) byte = palette[byte].red;
  }
  std::string out;
  const Writer writer;
  const Image image = {static_cast<png_uint_32>(raster.width()),
                       static_cast<png_uint_32>(raster.height()), bytes.data(),
                       grey ? nullptr : palette.data(), clear ? alpha.data() : nullptr};
  if (!write(writer, image, out)) throw std::runtime_error("libpng could not write a picture");
  return out;
}

}  // namespace supdict::pictures
