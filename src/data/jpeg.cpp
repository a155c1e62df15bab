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

// A flat picture takes 6 bits per block of 64 pixels; progressive scans take far fewer.
constexpr std::uint64_t kPixelsPerByte = 4096;
// A small file with more scans than any encoder writes could take minutes to decode.
constexpr int kMaxScans = 100;

struct Errors {
  jpeg_error_mgr base;  // first, so that libjpeg's pointer is ours
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};

// As for PNG: the functions that longjmp leaves own nothing.
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
  // libjpeg fills up truncated pictures and continues; we report them instead.
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
  const bool inks = d.jpeg.jpeg_color_space == JCS_CMYK || d.jpeg.jpeg_color_space == JCS_YCCK;
  d.jpeg.out_color_space = inks ? JCS_CMYK : JCS_GRAYSCALE;
  d.jpeg.dct_method = JDCT_ISLOW;  // exact: the same pixels on every machine
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

/// Grey of cyan, magenta, yellow and black without a colour profile: light passes one ink, then the
/// black. Only Adobe stores the light instead of the ink.
unsigned char grey_of_inks(const unsigned char* inks, bool light) {
  const auto passes = [&](int i) { return light ? int{inks[i]} : 255 - inks[i]; };
  const auto channel = [&](int i) { return (passes(i) * passes(3) + 127) / 255; };
  return static_cast<unsigned char>((299 * channel(0) + 587 * channel(1) + 114 * channel(2) + 500) /
                                    1000);
}

bool read_pixels(Decoder& d) {
  const Index components = d.jpeg.output_components;
  const bool light = d.jpeg.saw_Adobe_marker != 0;
  std::vector<unsigned char> row(components * d.image.width);
  for (int y = 0; y < d.image.height; ++y) {
    if (!read_jpeg_row(d, row.data())) return false;
    for (Index at = 0; at < std::ssize(row); at += components) {
      const unsigned char* const pixel = row.data() + at;
      d.image.pixels.push_back(components == 4 ? grey_of_inks(pixel, light) : *pixel);
    }
  }
  return finish_jpeg(d);
}

[[noreturn]] void fail_jpeg(const Decoder& d, const std::string& name) {
  if (d.errors.base.msg_code == JERR_CONVERSION_NOTIMPL) {
    fail_format(name, "is a JPEG of " + std::to_string(d.jpeg.num_components) +
                          " channels of unknown meaning; expected grey, RGB, YCbCr or CMYK");
  }
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
