// SPDX-License-Identifier: BSD-3-Clause
// Checks the files and folders named on the command line before the work begins.
#pragma once

#include <string>
#include <supdict/dataset.hpp>

#include "arguments.hpp"

namespace supdict::app {

/// Throws Error(kFile) if a result could not be written at the end of the work, and
/// Error(kInvalidOption) if it would replace an input or another result. Removes partial files of
/// the same results that killed runs have left.
void check_paths(const Arguments& arguments);

/// ".png" of "a/b.PNG"; empty if there is none.
std::string extension_of(const std::string& path);

/// Throws Error(kInvalidOption) if the name of `--out` says that it is of another format than
/// `format`, whose names end in `extension`.
void check_kind(const std::string& out, const std::string& format, const std::string& extension);

/// The same for files found next to the data, such as a file of labels.
void check_not_read(const std::string& out, const RowInfo& rows);

}  // namespace supdict::app
