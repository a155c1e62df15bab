// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/atoms.hpp"

#include <algorithm>
#include <cmath>
#include <supdict/error.hpp>
#include <utility>
#include <vector>

#include "pictures/atom_votes.hpp"
#include "pictures/tile.hpp"

namespace supdict::pictures {
namespace {

/// A picture whose zoom is chosen automatically stays below this side if possible.
constexpr int kComfortableSide = 2000;
/// With an automatic zoom, tiles are at most this large.
constexpr int kComfortableTile = 72;
/// Images are not shrunk below this side to fit a picture.
constexpr int kSmallestTile = 4;
/// A curve with zoom 1.
constexpr Size kCurve = {24, 15};

/// One dictionary and its place in the table.
struct Cell {
  const Part<float>* part = nullptr;
  int column = 0;
  int row = 0;
};

std::vector<Cell> table_of_parts(const Classifier<float>& classifier,
                                 const std::vector<Part<float>>& parts, int chosen) {
  if (chosen >= 0) return {{&parts[chosen], 0, 0}};
  std::vector<Cell> cells;
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(parts.size()))));
  for (const Part<float>& part : parts) {
    const int i = static_cast<int>(cells.size());
    if (classifier.strategy == Strategy::kPairwise) {
      const auto [a, b] = std::minmax(part.classes[0], part.classes[1]);
      cells.push_back({&part, std::max(b - 1, 0), a});
    } else {
      cells.push_back({&part, i % columns, i / columns});
    }
  }
  return cells;
}

/// The layout of the picture, in pixels.
struct Layout {
  Size tile;
  int gap = 1;     ///< between atoms
  int bar = 1;     ///< height of the bar below an atom
  int margin = 6;  ///< around dictionaries
  Index n_atoms = 0;
  int columns = 1;
  int rows = 1;
  int table_columns = 1;
  int table_rows = 1;

  int step_x() const { return tile.width + gap; }
  int step_y() const { return tile.height + gap + bar + gap; }
  std::int64_t cell_width() const { return std::int64_t{columns} * step_x() + margin; }
  std::int64_t cell_height() const { return std::int64_t{rows} * step_y() + margin; }
  std::int64_t width() const { return table_columns * cell_width() + margin; }
  std::int64_t height() const { return table_rows * cell_height() + margin; }
  bool fits(int side) const { return std::max(width(), height()) <= side; }
};

class Planner {
 public:
  Planner(const Classifier<float>& classifier, const AtomsPictureOptions& options,
          const std::vector<Cell>& cells)
      : options_(options), image_(draws_images(classifier.preprocessing)) {
    natural_ =
        image_ ? Size{classifier.preprocessing.width(), classifier.preprocessing.height()} : kCurve;
    if (options.max_tile > 0) natural_ = shrunk(natural_, options.max_tile);
    for (const Cell& cell : cells) {
      most_atoms_ = std::max(most_atoms_, cell.part->model.n_atoms());
      table_.width = std::max(table_.width, cell.column + 1);
      table_.height = std::max(table_.height, cell.row + 1);
    }
    if (options.max_atoms > 0) most_atoms_ = std::min<Index>(most_atoms_, options.max_atoms);
  }

  Layout plan() const {
    if (options_.zoom > 0) {
      const Layout layout = layout_with(zoomed(options_.zoom), most_atoms_);
      if (!layout.fits(kMaxPictureSide)) refuse("zoom", options_.zoom, layout);
      return layout;
    }
    const int largest = std::max(1, kComfortableTile / std::max(natural_.width, natural_.height));
    for (int zoom = std::min(largest, 8); zoom >= 1; --zoom) {
      const Layout layout = layout_with(zoomed(zoom), most_atoms_);
      if (layout.fits(zoom == 1 ? kMaxPictureSide : kComfortableSide)) return layout;
    }
    return squeezed();
  }

 private:
  Size zoomed(int zoom) const {
    const auto scaled = [&](int side) {
      return static_cast<int>(
          std::min<std::int64_t>(std::int64_t{side} * zoom, kMaxPictureSide + 1));
    };
    return {scaled(natural_.width), scaled(natural_.height)};
  }

  /// First shrinks the tiles, then drops atoms.
  Layout squeezed() const {
    const int longest = std::max(natural_.width, natural_.height);
    for (int side = std::min(longest - 1, kMaxPictureSide); side >= kSmallestTile;
         side = std::min(side - 1, side * 9 / 10)) {
      const Layout layout = layout_with(shrunk(natural_, side), most_atoms_);
      if (layout.fits(kMaxPictureSide)) return layout;
    }
    const Size smallest = shrunk(natural_, kSmallestTile);
    for (Index atoms = most_atoms_ / 2; atoms > 0; atoms /= 2) {
      const Layout layout = layout_with(smallest, atoms);
      if (layout.fits(kMaxPictureSide)) return layout;
    }
    refuse("part", options_.part, layout_with(smallest, 1));
  }

  Layout layout_with(Size tile, Index atoms) const {
    Layout layout;
    layout.tile = tile;
    const int longest = std::max(tile.width, tile.height);
    layout.gap = std::clamp(longest / 24, 1, 3);
    layout.bar = std::clamp(longest / 16, 1, 4);
    layout.margin = std::max(4, 4 * layout.gap);
    layout.n_atoms = atoms;
    const double square = std::sqrt(static_cast<double>(atoms) * layout.step_y() /
                                    static_cast<double>(layout.step_x()));
    const Index columns = options_.columns > 0
                              ? Index{options_.columns}
                              : std::max<Index>(1, static_cast<Index>(std::ceil(square)));
    layout.columns = static_cast<int>(std::min(columns, atoms));
    layout.rows = static_cast<int>((atoms + layout.columns - 1) / layout.columns);
    layout.table_columns = table_.width;
    layout.table_rows = table_.height;
    return layout;
  }

  [[noreturn]] static void refuse(const char* option, int value, const Layout& layout) {
    throw Error(ErrorCode::kInvalidOption,
                std::string(option) + " = " + std::to_string(value) + " needs a picture of " +
                    std::to_string(layout.width()) + " x " + std::to_string(layout.height()) +
                    " pixels; expected at most " + std::to_string(kMaxPictureSide) +
                    " (draw one dictionary with part, or choose zoom, columns or max_atoms)");
  }

  AtomsPictureOptions options_;
  bool image_;
  Size natural_;
  Size table_;
  Index most_atoms_ = 1;
};

void draw_dictionary(const Part<float>& part, const Preprocessing& preprocessing,
                     const Layout& layout, int left, int top, Raster& picture) {
  const AtomVotes votes = atom_votes(part.model);
  const bool image = draws_images(preprocessing);
  const Tone tone = tone_of(part.model.D, preprocessing.n_values());
  const double strongest = *std::max_element(votes.strength.begin(), votes.strength.end());
  int place = 0;
  for (const Index i : strongest_atoms(votes, layout.n_atoms)) {
    const int x = left + (place % layout.columns) * layout.step_x();
    const int y = top + (place / layout.columns) * layout.step_y();
    picture.paste(x, y,
                  image ? image_tile(part.model.D.col(i), preprocessing, layout.tile, tone)
                        : curve_tile(part.model.D.col(i), preprocessing.n_values(), layout.tile));
    const double share = strongest > 0 ? votes.strength[i] / strongest : 0;
    const int length = static_cast<int>(std::lround(share * layout.tile.width));
    picture.fill(x, y + layout.tile.height + layout.gap, length, layout.bar,
                 class_pixel(votes.favourite[i]));
    ++place;
  }
}

void check_number(const char* name, int value, Index count) {
  if (value >= 0 && value < count) return;
  throw Error(ErrorCode::kInvalidOption, std::string(name) + " is " + std::to_string(value) +
                                             "; expected 0 to " + std::to_string(count - 1));
}

}  // namespace

std::string atoms_png(const Classifier<float>& classifier, const AtomsPictureOptions& options) {
  classifier.validate();
  check_number("member", options.member, std::ssize(classifier.members));
  const auto& parts = classifier.members[options.member].parts;
  if (options.part != -1) check_number("part", options.part, std::ssize(parts));
  const std::vector<Cell> cells = table_of_parts(classifier, parts, options.part);
  const Layout layout = Planner(classifier, options, cells).plan();
  Raster picture(static_cast<int>(layout.width()), static_cast<int>(layout.height()),
                 options.clear ? kClearPixel : grey_pixel(1));
  for (const Cell& cell : cells) {
    draw_dictionary(*cell.part, classifier.preprocessing, layout,
                    layout.margin + static_cast<int>(cell.column * layout.cell_width()),
                    layout.margin + static_cast<int>(cell.row * layout.cell_height()), picture);
  }
  return encode_png(picture);
}

}  // namespace supdict::pictures
