// SPDX-License-Identifier: BSD-3-Clause
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <jerror.h>
#include <jpeglib.h>

#include "data/fail.hpp"
#include "data/image.hpp"

namespace supdict::data {
namespace {

// A flat picture takes 6 bits per block of 64 pixels; progressive scans a good deal less.
constexpr std::uint64_t kPixelsPerByte = 4096;
// More scans than any encoder writes make a small file take minutes.
constexpr int kMaxScans = 100;

struct Errors {
  jpeg_error_mgr base;  // first, so that libjpeg's pointer is ours
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};

// As for PNG: the functions that are jumped out of own nothing.
struct Decoder {
  jpeg_decompress_struct jpeg = {};
  Errors errors = {};
  GreyImage image;
  std::size_t rows_done = 0;

  Decoder() {
    jpeg.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = on_error;
    errors.base.emit_message = on_message;
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { jpeg_destroy_decompress(&jpeg); }

 private:
  static void on_error(j_common_ptr jpeg) {
    auto* errors = reinterpret_cast<Errors*>(jpeg->err);
    errors->base.format_message(jpeg, errors->message);
    std::longjmp(errors->jump, 1);  // NOLINT: the only way out libjpeg offers
  }
  // libjpeg fills up pictures that end early and goes on; we do not invent pixels.
  static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    const int code = jpeg->err->msg_code;
    if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE) {
      on_error(jpeg);
    }
  }
};

void on_progress(j_common_ptr common) {
  auto* jpeg = reinterpret_cast<j_decompress_ptr>(common);
  if (jpeg->input_scan_number > kMaxScans) ERREXIT(common, JERR_TOO_LITTLE_DATA);
}

bool read_jpeg_header(Decoder& d, std::string_view bytes) {
  if (setjmp(d.errors.jump) != 0) return false;  // NOLINT
  jpeg_create_decompress(&d.jpeg);
  jpeg_mem_src(&d.jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&d.jpeg, TRUE);
  return true;
}

bool start_jpeg(Decoder& d, jpeg_progress_mgr& progress) {
  if (setjmp(d.errors.jump) != 0) return false;  // NOLINT
  d.jpeg.progress = &progress;
  d.jpeg.out_color_space = JCS_GRAYSCALE;
  d.jpeg.dct_method = JDCT_ISLOW;  // the exact one: same pixels on every machine
  jpeg_start_decompress(&d.jpeg);
  return true;
}

bool read_jpeg_row(Decoder& d, unsigned char* row) {
  if (setjmp(d.errors.jump) != 0) return false;  // NOLINT
  jpeg_read_scanlines(&d.jpeg, &row, 1);
  return true;
}

bool finish_jpeg(Decoder& d) {
  if (setjmp(d.errors.jump) != 0) return false;  // NOLINT
  jpeg_finish_decompress(&d.jpeg);
  return true;
}

bool read_pixels(Decoder& d) {
  const auto width = static_cast<std::size_t>(d.image.width);
  for (int y = 0; y < d.image.height; ++y) {
    d.image.pixels.resize(d.image.pixels.size() + width);
    if (!read_jpeg_row(d, d.image.pixels.data() + d.image.pixels.size() - width)) return false;
  }
  return finish_jpeg(d);
}

[[noreturn]] void fail_jpeg(const Decoder& d, const std::string& name) {
  fail_format(
      name, std::string("is a damaged JPEG (") + d.errors.message + "); expected an intact image");
}

}  // namespace

bool is_jpeg(std::string_view head) {
  return head.starts_with("\xff\xd8\xff");
}

GreyImage decode_jpeg(std::string_view bytes, const std::string& name) {
  Decoder d;
  jpeg_progress_mgr progress = {};
  progress.progress_monitor = on_progress;
  if (!read_jpeg_header(d, bytes)) fail_jpeg(d, name);
  check_image_size(name, d.jpeg.image_width, d.jpeg.image_height, bytes.size(), kPixelsPerByte);
  d.image.width = static_cast<int>(d.jpeg.image_width);
  d.image.height = static_cast<int>(d.jpeg.image_height);
  if (!start_jpeg(d, progress) || !read_pixels(d)) fail_jpeg(d, name);
  return std::move(d.image);
}

}  // namespace supdict::data
