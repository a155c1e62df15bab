// SPDX-License-Identifier: BSD-3-Clause
#include <png.h>

#include <csetjmp>
#include <cstring>

#include "data/fail.hpp"
#include "data/image.hpp"

namespace supdict::data {
namespace {

// Deflate expands at most 1032 times, and a byte holds at most 8 pixels.
constexpr std::uint64_t kPixelsPerByte = std::uint64_t{1032} * 8;

// Everything the callbacks and the decoding share. It lives in decode_png, outside the functions
// that libpng leaves by longjmp, so that no destructor is skipped.
struct Decoder {
  std::string_view bytes;
  std::size_t position = 0;
  char message[128] = "";
  png_structp png = nullptr;
  png_infop info = nullptr;
  GreyImage image;
  std::vector<png_byte> row;
  std::vector<png_byte> canvas;  // interlaced images need all rows at once
  std::vector<png_bytep> rows;
  std::size_t row_bytes = 0;
  int channels = 0;

  ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
};

void on_error(png_structp png, png_const_charp text) {
  auto* decoder = static_cast<Decoder*>(png_get_error_ptr(png));
  std::strncpy(decoder->message, text, sizeof decoder->message - 1);
  std::longjmp(png_jmpbuf(png), 1);  // NOLINT: the only way out libpng offers
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, std::size_t count) {
  auto* decoder = static_cast<Decoder*>(png_get_io_ptr(png));
  if (count > decoder->bytes.size() - decoder->position) png_error(png, "the file ends early");
  std::memcpy(to, decoder->bytes.data() + decoder->position, count);
  decoder->position += count;
}

// The functions below contain the jump targets. They own nothing; everything with a destructor is
// done between them, in decode_png.
bool read_png_header(Decoder& d) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;  // NOLINT
  png_read_info(d.png, d.info);
  png_set_expand(d.png);
  png_set_scale_16(d.png);
  png_set_strip_alpha(d.png);
  png_set_interlace_handling(d.png);
  png_read_update_info(d.png, d.info);
  d.row_bytes = png_get_rowbytes(d.png, d.info);
  d.channels = png_get_channels(d.png, d.info);
  return true;
}

bool read_png_row(Decoder& d) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;  // NOLINT
  png_read_row(d.png, d.row.data(), nullptr);
  return true;
}

bool read_png_canvas(Decoder& d) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;  // NOLINT
  png_read_image(d.png, d.rows.data());
  return true;
}

void append_grey(Decoder& d, const png_byte* row) {
  for (int x = 0; x < d.image.width; ++x, row += d.channels) {
    const int grey =
        d.channels < 3 ? row[0] : (299 * row[0] + 587 * row[1] + 114 * row[2] + 500) / 1000;
    d.image.pixels.push_back(static_cast<unsigned char>(grey));
  }
}

bool read_pixels(Decoder& d) {
  const std::size_t height = d.image.height;
  if (png_get_interlace_type(d.png, d.info) == PNG_INTERLACE_NONE) {
    d.row.resize(d.row_bytes);
    for (std::size_t y = 0; y < height; ++y) {
      if (!read_png_row(d)) return false;
      append_grey(d, d.row.data());
    }
    return true;
  }
  d.canvas.resize(height * d.row_bytes);
  for (std::size_t y = 0; y < height; ++y) d.rows.push_back(d.canvas.data() + y * d.row_bytes);
  if (!read_png_canvas(d)) return false;
  for (const png_byte* row : d.rows) append_grey(d, row);
  return true;
}

[[noreturn]] void fail_png(const Decoder& d, const std::string& name) {
  fail_format(name, "is a damaged PNG near byte " + std::to_string(d.position) + " (" + d.message +
                        "); expected an intact image");
}

}  // namespace

bool is_png(std::string_view head) {
  return head.starts_with("\x89PNG\r\n\x1a\n");
}

GreyImage decode_png(std::string_view bytes, const std::string& name) {
  Decoder d;
  d.bytes = bytes;
  d.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &d, on_error, on_warning);
  if (d.png == nullptr) throw std::bad_alloc();
  d.info = png_create_info_struct(d.png);
  if (d.info == nullptr) throw std::bad_alloc();
  png_set_read_fn(d.png, &d, on_read);
  if (!read_png_header(d)) fail_png(d, name);
  const png_uint_32 width = png_get_image_width(d.png, d.info);
  const png_uint_32 height = png_get_image_height(d.png, d.info);
  check_image_size(name, width, height, bytes.size(), kPixelsPerByte);
  d.image.width = static_cast<int>(width);
  d.image.height = static_cast<int>(height);
  if (!read_pixels(d)) fail_png(d, name);
  return std::move(d.image);
}

}  // namespace supdict::data
