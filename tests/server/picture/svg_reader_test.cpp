#include "server/picture/svg_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/picture/letters.hpp"
#include "server/picture/outline.hpp"

namespace tanbo::picture {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

TEST(SvgReader, KeepsWhatIsDrawnWithTheAttributesOfItsGroups) {
    const auto read = read_svg(
        "<svg width=\"8\"><title>A &lt;b&gt;</title><defs><path d=\"M0 0\"/></defs>\n"
        "<g fill=\"#fff\" font-size=\"3\"><text x=\"1\" fill=\"#000\">a&amp;b</text></g>"
        "<circle r=\"2\"/></svg>\n");

    ASSERT_TRUE(read);
    EXPECT_THAT(read->attributes, ElementsAre(Pair("width", "8")));
    ASSERT_THAT(read->elements, SizeIs(2));
    EXPECT_EQ(read->elements[0].text, "a&b");
    EXPECT_THAT(read->elements[0].attributes,
                ElementsAre(Pair("fill", "#000"), Pair("font-size", "3"), Pair("x", "1")));
    EXPECT_THAT(read->elements[1].attributes, ElementsAre(Pair("r", "2")));
}

TEST(SvgReader, ReadsNothingOfWhatIsNotWellFormed) {
    for (const std::string_view text :
         {"", "no picture", "<svg>", "<svg></g>", "<svg><g></svg></g>", "<svg", "<p></p>",
          "<svg><path d=M0/></svg>", "<svg><path d=\"M0/></svg>", "<svg></svg><svg></svg>",
          "<svg></svg>after"}) {
        EXPECT_FALSE(read_svg(text)) << text;
    }
    std::string deep;
    for (int i = 0; i < 1'000; ++i) deep += "<svg>";
    EXPECT_FALSE(read_svg(deep));
}

TEST(SvgReader, ReadsNumbersThatOnlySignsPartFromOneAnother) {
    EXPECT_THAT(numbers_of("m-29 0a.5,1.5-3e1"), ElementsAre(-29, 0, .5, 1.5, -30));
    EXPECT_THAT(numbers_of("none"), IsEmpty());
}

// The corners of the path, in the order in which it passes them.
std::vector<std::pair<double, double>> corners(std::string_view data) {
    std::vector<std::pair<double, double>> found;
    auto path = path_of(data);
    if (!path) return found;
    double x = 0;
    double y = 0;
    path->rewind(0);
    for (unsigned kind = path->vertex(&x, &y); !agg::is_stop(kind); kind = path->vertex(&x, &y)) {
        if (agg::is_vertex(kind)) found.emplace_back(x, y);
    }
    return found;
}

TEST(Outline, GoesOnFromWhereAShapeBegan) {
    EXPECT_THAT(corners("M1 2h3v4zm5 0l1 1"),
                ElementsAre(Pair(1, 2), Pair(4, 2), Pair(4, 6), Pair(6, 2), Pair(7, 3)));
    EXPECT_THAT(corners("M1 1 2 2 3 1Z"), ElementsAre(Pair(1, 1), Pair(2, 2), Pair(3, 1)));
}

TEST(Outline, RefusesWhatIsNoPath) {
    for (const std::string_view data : {"1 2", "M1", "M1 2L3", "M1 2T3 4", "M1 2z3", "x"}) {
        EXPECT_FALSE(path_of(data)) << data;
    }
}

TEST(Letters, HaveTheWidthOfTheirText) {
    const double width = line_of("Tanbo", 10, true).width;

    EXPECT_GT(width, 20);
    EXPECT_LT(width, 40);
    EXPECT_DOUBLE_EQ(line_of("Tanbo", 20, true).width, 2 * width);
    EXPECT_NE(line_of("Tanbo", 10, false).width, width);
}

TEST(Letters, ShowAQuestionMarkForALetterThatTheyLack) {
    EXPECT_DOUBLE_EQ(line_of("木", 10, true).width, line_of("?", 10, true).width);
    EXPECT_DOUBLE_EQ(line_of("\xff", 10, true).width, line_of("?", 10, true).width);
    EXPECT_EQ(line_of("", 10, true).width, 0);
}

}  // namespace
}  // namespace tanbo::picture
