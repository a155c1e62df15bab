// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/atom_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "pictures/text.hpp"
#include "pictures/tile.hpp"

namespace supdict::pictures {
namespace {

/// Longer sides are made smaller, to keep pages small.
constexpr int kMaxTile = 32;
/// An atom on the page is about this many pixels wide.
constexpr int kShownTile = 48;
/// Tiles side by side in the common picture.
constexpr int kSheetColumns = 16;

struct Sheet {
  Size tile;
  int zoom = 1;
  std::string address;
};

Sheet make_sheet(const SupervisedDictionary<float>& model, const Preprocessing& preprocessing,
                 const std::vector<AtomGroup>& groups) {
  Sheet sheet;
  sheet.tile = shrunk({preprocessing.width(), preprocessing.height()}, kMaxTile);
  sheet.zoom = std::max(1, kShownTile / std::max(sheet.tile.width, sheet.tile.height));
  int count = 0;
  for (const AtomGroup& group : groups) count += static_cast<int>(group.atoms.size());
  const int rows = (count + kSheetColumns - 1) / kSheetColumns;
  Raster raster(kSheetColumns * sheet.tile.width, std::max(rows, 1) * sheet.tile.height,
                grey_pixel(0.5));
  const Tone tone = tone_of(model.D, preprocessing.n_values());
  int place = 0;
  for (const AtomGroup& group : groups) {
    for (const ShownAtom& shown : group.atoms) {
      raster.paste((place % kSheetColumns) * sheet.tile.width,
                   (place / kSheetColumns) * sheet.tile.height,
                   image_tile(model.D.col(shown.atom), preprocessing, sheet.tile, tone));
      ++place;
    }
  }
  sheet.address = png_address(encode_png(raster));
  return sheet;
}

std::string place_style(int place) {
  return "--x:" + std::to_string(place % kSheetColumns) +
         ";--y:" + std::to_string(place / kSheetColumns) + ";";
}

std::string bar_style(double share) {
  return "--v:" + std::to_string(std::lround(100 * std::clamp(share, 0.0, 1.0)));
}

std::string group_start(const AtomGroup& group, bool image) {
  const std::string title = escape(group.title);
  return "<h3>" + title + "</h3>\n<div class=\"atoms" + (image ? "" : " curves") +
         "\" role=\"img\" aria-label=\"" + title + "\" style=\"--c:" + class_colour(group.colour) +
         "\">\n";
}

}  // namespace

std::string atom_sheet(const SupervisedDictionary<float>& model, const Preprocessing& preprocessing,
                       const std::vector<AtomGroup>& groups) {
  const bool image = draws_images(preprocessing);
  std::string style = "--w:64px;--h:40px";
  if (image) {
    const Sheet sheet = make_sheet(model, preprocessing, groups);
    style = "--sheet:url(" + sheet.address + ");--n:" + std::to_string(kSheetColumns) +
            ";--w:" + std::to_string(sheet.tile.width * sheet.zoom) +
            "px;--h:" + std::to_string(sheet.tile.height * sheet.zoom) + "px";
  }
  std::string out = "<div style=\"" + style + "\">\n";
  int place = 0;
  for (const AtomGroup& group : groups) {
    if (group.atoms.empty()) continue;
    out += group_start(group, image);
    for (const ShownAtom& shown : group.atoms) {
      out += "<span class=\"a\" style=\"" + (image ? place_style(place) : "") +
             bar_style(shown.share) + "\" title=\"" + escape(shown.title) + "\">" +
             (image ? ""
                    : curve_drawing(model.D.col(shown.atom), preprocessing.n_values(),
                                    std::string())) +
             "</span>\n";
      ++place;
    }
    out += "</div>\n";
  }
  return out + "</div>\n";
}

}  // namespace supdict::pictures
