// SPDX-License-Identifier: BSD-3-Clause
// Memory for signals that need more than the workspace. It is kept for the next such signal.
#pragma once

#include <vector>

#include "coding/lines.hpp"
#include "coding/problem.hpp"

namespace supdict::coding {

class Reserve {
 public:
  MoreMemory view() {
    return {[](void* self, Size count) { return static_cast<Reserve*>(self)->take(count); }, this};
  }
  /// Makes everything handed out so far available again.
  void release() {
    for (Chunk& chunk : chunks_) chunk.taken = false;
  }

 private:
  struct Chunk {
    Lines<double> memory;
    Size size;
    bool taken;
  };

  double* take(Size count) {
    Chunk* best = nullptr;
    for (Chunk& chunk : chunks_) {
      if (chunk.taken || chunk.size < count) continue;
      if (best == nullptr || chunk.size < best->size) best = &chunk;
    }
    if (best == nullptr)
      best = &chunks_.emplace_back(Chunk{make_lines<double>(count), count, false});
    best->taken = true;
    return best->memory.get();
  }

  std::vector<Chunk> chunks_;
};

}  // namespace supdict::coding
