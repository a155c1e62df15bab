// SPDX-License-Identifier: BSD-3-Clause
// Small texts of a page: escaped words, numbers for people, bytes inside an address.
#pragma once

#include <string>
#include <string_view>

namespace supdict::pictures {

/// Escaped for text between tags and for quoted attributes. Bytes that are not UTF-8 and control
/// characters become question marks.
std::string escape(std::string_view text);

/// The same, cut after `length` characters.
std::string escape_short(std::string_view text, std::size_t length);

/// Three significant digits; "-" for values that are not finite.
std::string number(double value);
/// A coordinate in a drawing: at most one decimal.
std::string coordinate(double value);
/// 0.0354 is "3.54 %".
std::string percent(double fraction);
/// "1 atom", "7 atoms".
std::string counted(long long count, const std::string& noun);

/// Bytes as text, four characters for three of them.
std::string base64(std::string_view bytes);

/// A PNG file as the address of an image.
std::string png_address(const std::string& bytes);

}  // namespace supdict::pictures
