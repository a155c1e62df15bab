// SPDX-License-Identifier: BSD-3-Clause
// This room in a build without CUDA.
#include "coding/device_coder.hpp"
#include "core/devices.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::kDevice,
              "this build of supdict has no CUDA; configure it with -DSUPDICT_CUDA=ON, or use the "
              "CPU");
}

}  // namespace

namespace core {

void check_cuda_device(int) {
  refuse();
}
std::string name_of_cuda_device(int) {
  refuse();
}
int n_cuda_devices() noexcept {
  return 0;
}

}  // namespace core

namespace coding {

std::unique_ptr<DeviceCoder> make_cuda_coder(const Packed<float>&, int) {
  refuse();
}
std::unique_ptr<DeviceParts> make_cuda_parts(std::span<const Packed<float>* const>, int) {
  refuse();
}

}  // namespace coding
}  // namespace supdict
