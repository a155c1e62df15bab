// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <png.h>
#include <unistd.h>
#include <zip.h>
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <jpeglib.h>

namespace supdict::testing {

namespace fs = std::filesystem;

TempFolder::TempFolder() : root_((fs::temp_directory_path() / "supdict-XXXXXX").string()) {
  if (::mkdtemp(root_.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string TempFolder::path(const std::string& name) const {
  return name.empty() ? root_ : root_ + "/" + name;
}

std::string TempFolder::write(const std::string& name, std::string_view bytes) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name), std::ios::binary).write(bytes.data(), std::ssize(bytes));
  return path(name);
}

std::string gzipped(std::string_view bytes) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

std::string idx_file(unsigned char type, const std::vector<unsigned>& sizes,
                     std::string_view data) {
  std::string bytes("\0\0", 2);
  bytes += static_cast<char>(type);
  bytes += static_cast<char>(sizes.size());
  return bytes + raw(sizes, true) + std::string(data);
}

std::string npy_file(const std::string& descr, const std::string& shape, std::string_view data,
                     bool fortran, int version) {
  std::string text = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                     ", 'shape': " + shape + ", }";
  const std::size_t prefix = version == 1 ? 10 : 12;
  while ((prefix + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  bytes += version == 1 ? raw<std::uint16_t>({static_cast<std::uint16_t>(text.size())})
                        : raw<std::uint32_t>({static_cast<std::uint32_t>(text.size())});
  return bytes + text + std::string(data);
}

std::string npz_file(const std::vector<std::pair<std::string, std::string>>& arrays, bool deflate) {
  const TempFolder folder;
  const std::string path = folder.path("a.npz");
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, &error);
  for (const auto& [name, bytes] : arrays) {
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(), source, 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index),
                             deflate ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
  }
  zip_close(archive);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string png_file(int width, int height, int channels, const std::vector<unsigned char>& pixels,
                     bool interlaced) {
  constexpr int kColour[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                             PNG_COLOR_TYPE_RGB_ALPHA};
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const auto append = [](png_structp p, png_bytep data, std::size_t size) {
    static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), size);
  };
  png_set_write_fn(png, &bytes, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               kColour[channels], interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  std::vector<png_bytep> rows;
  for (int y = 0; y < height; ++y) {
    rows.push_back(const_cast<png_bytep>(pixels.data()) + y * width * channels);
  }
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string jpeg_file(int width, int height, int channels, const std::vector<unsigned char>& pixels,
                      bool ycck) {
  jpeg_compress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &buffer, &size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = channels;
  constexpr J_COLOR_SPACE kColours[] = {JCS_UNKNOWN, JCS_GRAYSCALE, JCS_UNKNOWN, JCS_RGB, JCS_CMYK};
  jpeg.in_color_space = kColours[channels];
  jpeg_set_defaults(&jpeg);
  if (ycck) jpeg_set_colorspace(&jpeg, JCS_YCCK);
  jpeg_set_quality(&jpeg, 100, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  for (int y = 0; y < height; ++y) {
    unsigned char* row = const_cast<unsigned char*>(pixels.data()) + y * width * channels;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  std::string bytes(reinterpret_cast<char*>(buffer), size);
  jpeg_destroy_compress(&jpeg);
  std::free(buffer);
  return bytes;
}

std::vector<unsigned char> ramp(int width, int height) {
  std::vector<unsigned char> pixels;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) pixels.push_back(static_cast<unsigned char>(x + 10 * y));
  }
  return pixels;
}

void expect_error(const std::function<void()>& call, ErrorCode code,
                  const std::vector<std::string>& parts) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    for (const std::string& part : parts) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << "'" << part << "' is not in: " << error.what();
    }
    return;
  }
  ADD_FAILURE() << "no error was thrown; expected one with '" << (parts.empty() ? "" : parts[0])
                << "'";
}

Dataset read_from_stdin(const std::string& bytes, const ReadOptions& options) {
  int ends[2] = {};
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  const int saved = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  std::thread writer([&] {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t wrote = ::write(ends[1], bytes.data() + done, bytes.size() - done);
      if (wrote <= 0) break;
      done += wrote;
    }
    ::close(ends[1]);
  });
  Dataset data;
  std::exception_ptr error;
  try {
    data = read_dataset("-", options);
  } catch (...) {
    error = std::current_exception();
  }
  writer.join();
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  if (error) std::rethrow_exception(error);
  return data;
}

std::vector<float> sample(const Dataset& data, Index j) {
  const auto column = data.X.col(j);
  return {column.begin(), column.end()};
}

}  // namespace supdict::testing
