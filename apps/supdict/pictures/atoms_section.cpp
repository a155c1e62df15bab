// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "pictures/atom_sheet.hpp"
#include "pictures/atoms.hpp"
#include "pictures/html_page.hpp"
#include "pictures/sections.hpp"
#include "pictures/svg_chart.hpp"
#include "pictures/text.hpp"

namespace supdict::pictures {
namespace {

/// Dictionaries are shown in full up to this many bytes.
constexpr std::size_t kFullBudget = 1300000;
/// Tables of all pairs are drawn up to this many classes.
constexpr int kMaxTriangle = 14;
/// Atoms per pair in that table.
constexpr int kSmallAtoms = 12;
constexpr int kSmallTile = 20;
constexpr Index kMaxAtoms = 256;
constexpr Index kMaxWeightCharts = 24;

std::string signed_number(double value) {
  return (value > 0 ? "+" : "") + number(value);
}

std::string local_name(const Classifier<float>& classifier, const Part<float>& part, Index l) {
  return class_name(classifier, part.classes[l]);
}

/// "atom 12: +0.8 for 3, -0.8 for 5"; only the largest weights if there are many.
std::string atom_title(const Classifier<float>& classifier, const Part<float>& part,
                       const AtomVotes& votes, Index atom) {
  std::string title = "atom " + std::to_string(atom + 1) + ":";
  const auto say = [&](Index l) {
    title += " " + signed_number(votes.weights(l, atom)) + " for " +
             local_name(classifier, part, l).substr(0, kLabelLength) + ",";
  };
  if (votes.weights.rows() == 2) {
    say(0);
    say(1);
  } else {
    say(votes.favourite[atom]);
  }
  title.pop_back();
  return title;
}

std::vector<AtomGroup> groups_of(const Classifier<float>& classifier, const Part<float>& part,
                                 const AtomVotes& votes, const std::vector<Index>& shown) {
  std::vector<AtomGroup> groups(votes.weights.rows());
  for (std::size_t l = 0; l < groups.size(); ++l) {
    groups[l].colour = static_cast<int>(l);
    groups[l].title = "Vote for " +
                      local_name(classifier, part, static_cast<Index>(l)).substr(0, kLabelLength) +
                      ", strongest first";
  }
  const double strongest = *std::max_element(votes.strength.begin(), votes.strength.end());
  for (const Index atom : shown) {
    groups[votes.favourite[atom]].atoms.push_back(
        {atom, strongest > 0 ? votes.strength[atom] / strongest : 0,
         atom_title(classifier, part, votes, atom)});
  }
  return groups;
}

/// Differences w_1 - w_0 of all atoms.
std::string pair_weights(const Classifier<float>& classifier, const Part<float>& part,
                         const AtomVotes& votes, const std::vector<Index>& shown) {
  std::vector<Bar> bars;
  for (const Index atom : shown) {
    const double difference = votes.weights(1, atom) - votes.weights(0, atom);
    bars.push_back({difference, difference > 0 ? 1 : 0, atom_title(classifier, part, votes, atom)});
  }
  std::sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value < b.value; });
  const std::string title =
      "Weight for " + local_name(classifier, part, 1).substr(0, kLabelLength) +
      " minus weight for " + local_name(classifier, part, 0).substr(0, kLabelLength);
  return "<div class=\"charts\">\n" + bar_chart(title, bars) + "</div>\n";
}

/// One chart per class, atoms in the order of the sheet, weights minus their mean over classes.
std::string class_weights(const Classifier<float>& classifier, const Part<float>& part,
                          const AtomVotes& votes, const std::vector<Index>& shown) {
  std::string out =
      "<h3>Weights per class</h3>\n<p class=\"soft\">Atoms from left to right as "
      "above; each weight minus the mean over the classes.</p>\n"
      "<div class=\"charts many\">\n";
  for (Index l = 0; l < std::min(votes.weights.rows(), kMaxWeightCharts); ++l) {
    std::vector<Bar> bars;
    for (const Index atom : shown) {
      const double centred = votes.weights(l, atom) - votes.weights.col(atom).mean();
      bars.push_back({centred, votes.favourite[atom],
                      "atom " + std::to_string(atom + 1) + ": " + signed_number(centred)});
    }
    const std::string bias =
        ", bias " + signed_number(static_cast<double>(part.model.b[l] - part.model.b.mean()));
    out += bar_chart(local_name(classifier, part, l).substr(0, kLabelLength) + bias, bars);
  }
  out += "</div>\n";
  if (votes.weights.rows() > kMaxWeightCharts) {
    out += "<p class=\"soft\">The first " + std::to_string(kMaxWeightCharts) + " classes of " +
           std::to_string(votes.weights.rows()) + ".</p>\n";
  }
  return out;
}

std::string full_part(const Classifier<float>& classifier, const Part<float>& part) {
  const AtomVotes votes = atom_votes(part.model);
  const std::vector<Index> shown = strongest_atoms(votes, kMaxAtoms);
  std::string out;
  if (votes.weights.rows() == 2) out += pair_weights(classifier, part, votes, shown);
  if (static_cast<Index>(shown.size()) < part.model.n_atoms()) {
    out += "<p class=\"soft\">The " + std::to_string(shown.size()) +
           " atoms with the strongest votes, of " + std::to_string(part.model.n_atoms()) +
           ".</p>\n";
  }
  out +=
      atom_sheet(part.model, classifier.preprocessing, groups_of(classifier, part, votes, shown));
  if (votes.weights.rows() > 2) out += class_weights(classifier, part, votes, shown);
  return out;
}

std::string part_id(std::size_t i) {
  return "part-" + std::to_string(i);
}

/// The strongest atoms of a part, with a link to its full picture if there is one.
std::string small_picture(const Classifier<float>& classifier, std::size_t i, bool linked) {
  const Part<float>& part = classifier.members.front().parts[i];
  const std::string name = escape_short(part_name(classifier, part), 2 * kLabelLength);
  const std::string png = atoms_png(classifier, {.columns = 4,
                                                 .zoom = 1,
                                                 .part = static_cast<int>(i),
                                                 .max_atoms = kSmallAtoms,
                                                 .max_tile = kSmallTile,
                                                 .clear = true});
  const std::string image = "<img class=\"pixels\" alt=\"Strongest atoms of " + name +
                            "\" title=\"" + name + "\" src=\"" + png_address(png) + "\">";
  return linked ? "<a href=\"#" + part_id(i) + "\">" + image + "</a>" : image;
}

/// Upper triangle of all pairs: row a, column b. The first `n_linked` link to their full picture.
std::string triangle(const Classifier<float>& classifier, std::size_t n_linked) {
  const int p = classifier.n_classes();
  const auto& parts = classifier.members.front().parts;
  std::map<std::pair<int, int>, std::string> cells;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [a, b] = std::minmax(parts[i].classes[0], parts[i].classes[1]);
    cells[{a, b}] = small_picture(classifier, i, i < n_linked);
  }
  std::string out = "<div class=\"scroll\"><table class=\"triangle\">\n<thead><tr><td></td>";
  for (int b = 1; b < p; ++b) {
    out += "<th scope=\"col\">" + escape_short(classifier.labels.name(b), kLabelLength) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (int a = 0; a + 1 < p; ++a) {
    out +=
        "<tr><th scope=\"row\">" + escape_short(classifier.labels.name(a), kLabelLength) + "</th>";
    for (int b = 1; b < p; ++b) out += "<td>" + cells[{a, b}] + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string introduction(const Classifier<float>& classifier) {
  const bool bilinear =
      classifier.members.front().parts.front().model.decision == Decision::kBilinear;
  std::string out = "<p>The bar below an atom shows how strongly it votes for its class";
  out += bilinear ? ", measured with the atom itself as the signal (what a bilinear atom votes for "
                    "depends on the signal)."
                  : ", per unit of its coefficient.";
  if (classifier.members.size() > 1) {
    out += " This is the first of " + std::to_string(classifier.members.size()) + " members.";
  }
  return out + "</p>\n";
}

}  // namespace

std::string atoms_section(const Classifier<float>& classifier) {
  const auto& parts = classifier.members.front().parts;
  std::string out = introduction(classifier);
  if (parts.size() == 1) return out + full_part(classifier, parts.front());
  std::string full;
  std::size_t n_full = 0;
  for (; n_full < parts.size() && full.size() < kFullBudget; ++n_full) {
    full += html_details(part_id(n_full),
                         escape_short(part_name(classifier, parts[n_full]), 2 * kLabelLength),
                         full_part(classifier, parts[n_full]), n_full == 0);
  }
  if (classifier.strategy == Strategy::kPairwise && classifier.n_classes() <= kMaxTriangle) {
    out +=
        "<p class=\"soft\">The strongest atoms of every pair; a picture links to all atoms of "
        "its dictionary.</p>\n" +
        triangle(classifier, n_full);
  }
  if (n_full < parts.size()) {
    out += "<p>The first " + std::to_string(n_full) + " of " + std::to_string(parts.size()) +
           " dictionaries in full; the others are left out to keep the page small.</p>\n";
  }
  return out + "<div class=\"parts\">\n" + full + "</div>\n";
}

}  // namespace supdict::pictures
