// SPDX-License-Identifier: BSD-3-Clause
// Where the memory of a group lies and its steps run: a device, or the host that goes through the
// same functions one thread after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "backend/cuda/training/group.hpp"

namespace supdict::cuda {

struct Lesson;

class Machine {
 public:
  Machine() = default;
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// For people.
  virtual std::string name() const = 0;
  /// Zeros that live as long as the machine.
  virtual void* allocate(std::size_t bytes) = 0;
  /// Memory of the host that is copied fast, as long as the machine lives.
  virtual void* allocate_on_host(std::size_t bytes) = 0;
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;
  /// `count` steps of every part that has not come to its stop before.
  virtual void take_steps(const Group& group, std::int64_t count) = 0;
  /// Costs of the signals in `probe`, of all parts; the models stay as they are.
  virtual void look(const Group& group) = 0;
  /// Brings D of every part into the unit ball.
  virtual void project(const Group& group) = 0;
  /// `count` batches of every part that has not come to its stop before.
  virtual void learn(const Group& group, const Lesson& lesson, std::int64_t count) = 0;

  /// A copy of `count` numbers that the caller leaves as they are while the machine lives: made
  /// once, whoever asks for it.
  const float* resident(const float* data, std::size_t count) {
    if (data != resident_data_ || count != resident_count_) {
      resident_ = static_cast<float*>(allocate(count * sizeof(float)));
      upload(resident_, data, count * sizeof(float));
      resident_data_ = data;
      resident_count_ = count;
    }
    return resident_;
  }

 private:
  float* resident_ = nullptr;
  const float* resident_data_ = nullptr;
  std::size_t resident_count_ = 0;
};

/// The emulation.
std::unique_ptr<Machine> make_host_machine();

}  // namespace supdict::cuda
