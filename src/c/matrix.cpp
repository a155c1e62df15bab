// SPDX-License-Identifier: BSD-3-Clause
#include "c/matrix.hpp"

#include <limits>

#include "c/call.hpp"
#include "core/check.hpp"

namespace supdict::c_api {
namespace {

void check_sizes(const SupdictMatrix& matrix, const std::string& what) {
  if (matrix.rows < 0 || matrix.cols < 0) {
    throw Error(ErrorCode::kInvalidShape, what + " is " + core::shape(matrix.rows, matrix.cols) +
                                              "; expected sizes of at least 0");
  }
  if (matrix.stride != 0 && matrix.stride < matrix.rows) {
    throw Error(ErrorCode::kInvalidShape,
                "the stride of " + what + " is " + std::to_string(matrix.stride) +
                    "; expected 0 or at least the number of rows, " + std::to_string(matrix.rows));
  }
  // An array larger than the address space cannot have been meant. The bound is for double, because
  // numbers may be converted to it.
  const int64_t stride = std::max<int64_t>({matrix.stride, matrix.rows, 1});
  const int64_t most = std::numeric_limits<std::ptrdiff_t>::max() / SUPDICT_DOUBLE;
  if (matrix.cols > most / stride) {
    throw Error(ErrorCode::kInvalidShape, what + " is " + core::shape(matrix.rows, matrix.cols) +
                                              ", which no memory can hold");
  }
}

}  // namespace

void check_matrix(const SupdictMatrix* matrix, const char* what) {
  const SupdictMatrix& M = checked(matrix, what);
  const std::string name(what);
  if (M.scalar != SUPDICT_FLOAT && M.scalar != SUPDICT_DOUBLE) {
    throw Error(ErrorCode::kInvalidOption,
                "the scalar of " + name + " is " + std::to_string(M.scalar) +
                    "; expected SUPDICT_FLOAT (4) or SUPDICT_DOUBLE (8)");
  }
  check_sizes(M, name);
  if (M.rows == 0 || M.cols == 0) return;
  const auto address = reinterpret_cast<std::uintptr_t>(not_null(M.values, what));
  if (address % static_cast<std::uintptr_t>(M.scalar) != 0) {
    throw Error(ErrorCode::kInvalidValue, "the values of " + name + " are not at a multiple of " +
                                              std::to_string(M.scalar) +
                                              " bytes, as an array of numbers is");
  }
}

}  // namespace supdict::c_api
