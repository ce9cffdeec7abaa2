#include "server/bots/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::bots {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Output::Time start{std::chrono::hours(1)};

TEST(Output, ComesOutByLinesHoweverItComesIn) {
    Output output;
    output.add("one\ntw", start);
    EXPECT_THAT(output.take().lines, ElementsAre("one"));
    output.add("o\n\nthree", start);

    EXPECT_THAT(output.take().lines, ElementsAre("two"));
    EXPECT_THAT(output.take().lines, IsEmpty());
}

TEST(Output, IsCutIfALineIsTooLong) {
    Output output;
    output.add(std::string(output_line_bytes_max, 'a') + "\n", start);
    output.add(std::string(output_line_bytes_max + 1, 'b') + "\n", start);
    output.add(std::string(1'000'000, 'c'), start);
    output.add("\nd\n", start);

    EXPECT_THAT(output.take().lines, ElementsAre(std::string(output_line_bytes_max, 'a'),
                                                 std::string(output_line_bytes_max, 'b'),
                                                 std::string(output_line_bytes_max, 'c'), "d"));
}

TEST(Output, DoesNotShowATokenEvenIfTheLineIsCut) {
    Output output;
    output.add("my token is tbo_abc\n", start);
    output.add(std::string(output_line_bytes_max - 1, 'a') + "tbo_abc\n", start);
    output.add("tbo is no token\n", start);

    EXPECT_THAT(output.take().lines, ElementsAre("(a line with a token in it)",
                                                 "(a line with a token in it)", "tbo is no token"));
}

TEST(Output, CountsWhatIsMoreThanALogShouldTake) {
    Output output;
    const auto say = [&output](int lines, Output::Time now) {
        for (int i = 0; i < lines; ++i) output.add("x\n", now);
        return output.take();
    };

    EXPECT_EQ(say(output_lines_max, start).dropped, 0U);
    const auto more = say(7, start + output_window - std::chrono::milliseconds(1));
    EXPECT_THAT(more.lines, IsEmpty());
    EXPECT_EQ(more.dropped, 7U);
    EXPECT_EQ(say(3, start + output_window).lines.size(), 3U);
}

}  // namespace
}  // namespace tanbo::bots
