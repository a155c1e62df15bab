// SPDX-License-Identifier: BSD-3-Clause
// What a report says are the numbers of the model and the data, for two classes and for two
// hundred, and the page holds together: links, colours, pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>
#include <supdict/file.hpp>

#include "drawing.hpp"
#include "page_checks.hpp"
#include "pictures/evaluation.hpp"
#include "pictures/raster.hpp"
#include "pictures/report_page.hpp"
#include "pictures/text.hpp"
#include "small_models.hpp"

namespace supdict::testing {
namespace {

std::vector<std::string> names(int count) {
  std::vector<std::string> all;
  for (int l = 0; l < count; ++l) all.push_back("c" + std::to_string(l));
  return all;
}

struct Shown {
  Classifier<float> classifier;
  Dataset data;
  pictures::Evaluation evaluation;
  std::string page;
};

Shown shown(const ModelShape& shape, Index m) {
  Shown made;
  made.classifier = made_classifier(shape);
  made.classifier.notes["training"] = made_training_note(made.classifier, 4);
  made.data = made_data(made.classifier, m);
  made.evaluation = pictures::evaluate(Predictor<float>(made.classifier), made.data, Context(1));
  made.page = pictures::make_report(made.classifier, &made.data, Context(1));
  return made;
}

TEST(PageNumbers, TheConfusionMatrixIsThatOfTheLabels) {
  for (const int n_classes : {2, 3, 30}) {
    const Shown made = shown({.strategy = Strategy::kMulticlass, .labels = names(n_classes)}, 90);
    Matrix<Index> expected = Matrix<Index>::Zero(n_classes, n_classes);
    const Classification result = made.classifier.classify(made.data.X);
    for (Index j = 0; j < 90; ++j) {
      ++expected(j % n_classes, result.label[static_cast<std::size_t>(j)]);
    }
    const auto rows = table(made.page, "<table class=\"confusion\"");
    ASSERT_EQ(std::ssize(rows), n_classes + 1);
    for (int a = 0; a < n_classes; ++a) {
      const auto& row = rows[static_cast<std::size_t>(a) + 1];
      ASSERT_EQ(std::ssize(row), n_classes + 1);
      EXPECT_EQ(row[0], "c" + std::to_string(a));
      EXPECT_EQ(rows[0][static_cast<std::size_t>(a) + 1], row[0]);
      for (int b = 0; b < n_classes; ++b) {
        EXPECT_EQ(row[static_cast<std::size_t>(b) + 1], std::to_string(expected(a, b)));
      }
    }
  }
}

TEST(PageNumbers, TheFiguresOfAClassAreThoseOfItsRowAndColumn) {
  const Shown made = shown({.labels = names(4)}, 100);
  const Matrix<Index>& confusion = made.evaluation.confusion;
  const std::size_t begin = made.page.find("<h3>Per class</h3>");
  ASSERT_NE(begin, std::string::npos);
  const auto rows = table(made.page.substr(begin), "<table");
  ASSERT_EQ(rows.size(), 5U);
  for (Index l = 0; l < 4; ++l) {
    const auto& row = rows[static_cast<std::size_t>(l) + 1];
    const auto right = static_cast<double>(confusion(l, l));
    const auto present = static_cast<double>(confusion.row(l).sum());
    const auto said = static_cast<double>(confusion.col(l).sum());
    EXPECT_EQ(row[1], std::to_string(confusion.row(l).sum()));
    EXPECT_EQ(row[2], std::to_string(confusion(l, l)));
    EXPECT_EQ(row[3], pictures::percent(right / present));
    EXPECT_EQ(row[4], pictures::percent(right / said));
    EXPECT_EQ(row[5], pictures::percent(2 * right / (present + said)));
  }
}

TEST(PageNumbers, TheErrorIsSaidInTheHeadlineAndInTheText) {
  const Shown made = shown({.labels = names(3)}, 60);
  const Index wrong = made.evaluation.n_wrong();
  ASSERT_GT(wrong, 0);
  const std::string share = pictures::percent(static_cast<double>(wrong) / 60);
  EXPECT_EQ(count_of(made.page, "<b>" + share + "</b>"), 2U);
  EXPECT_EQ(count_of(made.page, "are labelled wrongly (" + std::to_string(wrong) + ")"), 1U);
}

TEST(PageNumbers, TheReliabilityDiagramShowsItsBins) {
  const Shown made = shown({.labels = names(3)}, 200);
  const pictures::Reliability& reliability = made.evaluation.reliability;
  const std::string charts = pictures::reliability_charts(reliability);
  EXPECT_EQ(count_of(made.page, charts), 1U);
  const auto lines = tags(charts, "<polyline class=\"line\"");
  ASSERT_EQ(lines.size(), 2U);
  // The second line is the diagonal from 0 to 1: it tells where numbers are drawn.
  const Points diagonal = points(attribute(lines[1], "points"));
  const Scale x(0, diagonal.front().first, 1, diagonal.back().first);
  const Scale y(0, diagonal.front().second, 1, diagonal.back().second);
  const Points seen = points(attribute(lines[0], "points"));
  std::size_t at = 0;
  for (const pictures::ReliabilityBin& bin : reliability.bins()) {
    if (bin.n == 0) continue;
    ASSERT_LT(at, seen.size());
    EXPECT_NEAR(seen[at].first, x(bin.confidence()), 0.2);
    EXPECT_NEAR(seen[at].second, y(bin.accuracy()), 0.2);
    ++at;
  }
  EXPECT_EQ(at, seen.size());
  const auto bars = tags(charts, "<rect");
  ASSERT_EQ(bars.size(), reliability.bins().size());
  const auto largest = std::max_element(reliability.bins().begin(), reliability.bins().end(),
                                        [](const auto& a, const auto& b) { return a.n < b.n; });
  const auto most = static_cast<std::size_t>(largest - reliability.bins().begin());
  for (std::size_t i = 0; i < bars.size(); ++i) {
    EXPECT_NEAR(number_attribute(bars[i], "height"),
                std::max(0.3, number_attribute(bars[most], "height") *
                                  static_cast<double>(reliability.bins()[i].n) /
                                  static_cast<double>(largest->n)),
                0.2);
  }
}

TEST(PageNumbers, TheCurvesAreThoseOfTheTrainingNote) {
  const Shown made = shown({.labels = names(2)}, 20);
  const std::size_t begin = made.page.find("Objective per signal");
  ASSERT_NE(begin, std::string::npos);
  const auto lines = tags(made.page.substr(begin), "<polyline class=\"line\"");
  const Points line = points(attribute(lines.at(0), "points"));
  ASSERT_EQ(line.size(), 4U);  // iterations 10 i, objective 5 / i
  const Scale x(10, line[0].first, 40, line[3].first);
  const Scale y(5, line[0].second, 1.25, line[3].second);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto step = static_cast<double>(i + 1);
    EXPECT_NEAR(line[i].first, x(10 * step), 0.11);
    EXPECT_NEAR(line[i].second, y(5 / step), 0.11);
  }
}

TEST(PageNumbers, OfTwoHundredClassesStayAWholePage) {
  for (const Strategy strategy : {Strategy::kMulticlass, Strategy::kOneVsRest}) {
    const Shown made = shown({.strategy = strategy, .labels = names(200), .atoms = 2}, 40);
    EXPECT_EQ(fault_in_page(made.page), "");
    EXPECT_TRUE(outside_addresses(made.page).empty());
    EXPECT_LT(made.page.size(), 4000000U);
    const auto rows =
        table(made.page.substr(made.page.find("<h3>Most frequent confusions</h3>")), "<table");
    ASSERT_GT(rows.size(), 1U);
    Index before = 1000;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const Index a = std::stoi(rows[i][0].substr(1));
      const Index b = std::stoi(rows[i][1].substr(1));
      EXPECT_NE(a, b);
      EXPECT_EQ(rows[i][2], std::to_string(made.evaluation.confusion(a, b)));
      EXPECT_LE(made.evaluation.confusion(a, b), before);
      before = made.evaluation.confusion(a, b);
    }
  }
}

/// Every kind of page, for what all of them have in common.
std::vector<std::string> some_pages() {
  std::vector<std::string> pages;
  for (const int height : {5, 0}) {
    for (const int n_classes : {2, 5}) {
      pages.push_back(shown({.labels = names(n_classes), .height = height}, 30).page);
    }
  }
  pages.push_back(shown({.decision = Decision::kBilinear, .method = Method::kRec}, 30).page);
  pages.push_back(pictures::make_report(made_classifier({}), nullptr, Context(1)));
  return pages;
}

TEST(WholePage, LinksLeadToPlacesThatAreThereOnce) {
  for (const std::string& page : some_pages()) {
    std::set<std::string> places;
    for (const std::string& id : between(page, " id=\"", "\"")) {
      EXPECT_TRUE(places.insert(id).second) << id << " twice";
    }
    const auto links = between(page, "href=\"#", "\"");
    EXPECT_GE(links.size(), 2U);
    for (const std::string& link : links) EXPECT_TRUE(places.contains(link)) << link;
  }
}

TEST(WholePage, NothingComesFromElsewhere) {
  for (const std::string& page : some_pages()) {
    EXPECT_TRUE(outside_addresses(page).empty());
    for (const char* part : {"http:", "https:", "//cdn", "@import", "<iframe", "<object", "<embed",
                             "<base", "srcset", "fetch(", "XMLHttp"}) {
      EXPECT_EQ(count_of(page, part), 0U) << part;
    }
  }
}

/// Names of the variables that a style sets.
std::set<std::string> variables(const std::string& style) {
  static const std::regex defined("--([a-z]+):");
  std::set<std::string> found;
  for (std::sregex_iterator i(style.begin(), style.end(), defined), end; i != end; ++i) {
    found.insert((*i)[1]);
  }
  return found;
}

TEST(WholePage, HasEveryColourItUsesInBothModes) {
  std::set<std::string> known;
  std::set<std::string> used;
  for (const std::string& page : some_pages()) {
    const std::string style = between(page, "<style>", "</style>").at(0);
    const std::string light = between(style, ":root{", "}").at(0);
    const std::string dark = between(style, "prefers-color-scheme:dark){:root{", "}").at(0);
    EXPECT_EQ(variables(light), variables(dark));
    EXPECT_GT(variables(light).size(), 5U);
    EXPECT_EQ(count_of(page, "name=\"color-scheme\" content=\"light dark\""), 1U);
    known.merge(variables(light));
    for (const std::string& own : between(page, " style=\"", "\"")) {
      known.merge(variables(own));
    }
    for (const std::string& name : between(page, "var(--", ")")) used.insert(name);
  }
  for (const std::string& name : used) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(WholePage, PicturesSayWhatTheyShow) {
  for (const std::string& page : some_pages()) {
    for (const std::string& image : tags(page, "<img")) {
      EXPECT_NE(attribute(image, "alt"), "") << image.substr(0, 60);
    }
    for (const std::string& drawing : tags(page, "<svg")) {
      EXPECT_NE(attribute(drawing, "aria-label") + attribute(drawing, "aria-hidden"), "")
          << drawing;
    }
  }
}

TEST(WholePage, HasNoNumberThatIsNone) {
  for (const std::string& page : some_pages()) {
    for (const std::string& text : between(page, ">", "<")) {
      EXPECT_EQ(text.find("nan"), std::string::npos) << text;
      EXPECT_FALSE(text.ends_with("inf")) << text;
    }
    for (const char* name : {" points=\"", " d=\"", " width=\"", " height=\"", " x=\"", " y=\""}) {
      for (const std::string& value : between(page, name, "\"")) {
        EXPECT_EQ(value.find_first_not_of("0123456789.-, MHVLZ"), std::string::npos) << value;
      }
    }
  }
}

TEST(PngFile, ReadsBackThroughTheReaderOfImages) {
  const std::vector<std::pair<int, int>> sizes = {{1, 1}, {3, 5}, {7, 2}, {120, 65}};
  for (const auto& [width, height] : sizes) {
    pictures::Raster raster(width, height, pictures::grey_pixel(0));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        raster.set(x, y, pictures::grey_pixel((x * 7 + y * 13) % 101 / 100.0));
      }
    }
    const std::string path = ::testing::TempDir() + "supdict_" + std::to_string(width) + ".png";
    write_file(path, pictures::encode_png(raster));
    const Dataset data = read_dataset(path, {.format = "images"});
    std::remove(path.c_str());
    ASSERT_EQ(data.X.size(), Index{width} * height);
    EXPECT_EQ(data.image, (ImageShape{height, width}));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        EXPECT_NEAR(data.X(Index{y} * width + x, 0), pictures::pixel_colour(raster.at(x, y)).red,
                    0.5);
      }
    }
  }
}

}  // namespace
}  // namespace supdict::testing
