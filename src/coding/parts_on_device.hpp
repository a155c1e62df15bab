// SPDX-License-Identifier: BSD-3-Clause
// Costs of signals under all classes of many dictionaries, on a GPU in one go.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coding/prepared.hpp"

namespace supdict::coding {

class PartsOnDevice {
 public:
  /// Empty if a GPU codes under all classes of `part`; else why not, in a few words for people.
  static std::string why_not(const Prepared<float>& part);

  /// `parts` must live as long, have signals of one size, and be served by the device. `name`: of
  /// the device, for people.
  PartsOnDevice(std::vector<const Prepared<float>*> parts, std::unique_ptr<DeviceParts> device,
                std::string name);

  /// Codes of each part without Alpha and posterior, which stay on the device.
  std::vector<Codes<float>> costs(ConstMatrixRef<float> X, const Context& context) const;

 private:
  struct Call;
  Call prepared_call(ConstMatrixRef<float> X, const Context& context) const;
  Codes<float> reported(const Call& call, std::size_t part) const;
  void finish(const Call& call, std::size_t part, const std::vector<Size>& signals) const;

  std::vector<const Prepared<float>*> parts_;
  std::unique_ptr<DeviceParts> device_;
  std::string name_;
};

/// On GPU number `device`.
std::unique_ptr<PartsOnDevice> parts_on_cuda(std::vector<const Prepared<float>*> parts, int device);

}  // namespace supdict::coding
