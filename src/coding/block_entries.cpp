// SPDX-License-Identifier: BSD-3-Clause
#include "coding/block_entries.hpp"

namespace supdict::coding {

template <class T>
SparseColumns<T> joined(const std::vector<BlockEntries<T>>& blocks, Index n_atoms) {
  SparseColumns<T> all;
  all.n_rows = n_atoms;
  std::size_t size = 0;
  std::size_t columns = 1;
  for (const BlockEntries<T>& block : blocks) {
    size += block.values.size();
    columns += block.ends.size();
  }
  all.starts.reserve(columns);
  all.rows.reserve(size);
  all.values.reserve(size);
  for (const BlockEntries<T>& block : blocks) {
    const Index before = all.n_nonzeros();
    for (const Size end : block.ends) all.starts.push_back(before + end);
    all.rows.insert(all.rows.end(), block.atoms.begin(), block.atoms.end());
    all.values.insert(all.values.end(), block.values.begin(), block.values.end());
  }
  return all;
}

template SparseColumns<float> joined(const std::vector<BlockEntries<float>>&, Index);
template SparseColumns<double> joined(const std::vector<BlockEntries<double>>&, Index);

}  // namespace supdict::coding
