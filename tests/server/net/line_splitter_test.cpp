#include "server/net/lines/line_splitter.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::net {
namespace {

using testing::ElementsAre;

constexpr std::size_t line_max = 10;

std::string_view name(LineFault fault) {
    switch (fault) {
        case LineFault::bare_cr:
            return "!cr";
        case LineFault::bare_lf:
            return "!lf";
        case LineFault::too_long:
            return "!long";
    }
    return "";
}

// The lines that the splitter makes of these reads, faults by name.
std::vector<std::string> lines_of(const std::vector<std::string_view>& reads) {
    LineSplitter splitter(line_max);
    std::vector<std::string> lines;
    for (const std::string_view read : reads) {
        splitter.add(read);
        while (const auto line = splitter.next()) {
            lines.emplace_back(line->fault ? name(*line->fault) : line->text);
        }
    }
    return lines;
}

struct Example {
    std::string bytes;
    std::vector<std::string> lines;
};

const std::vector<Example> examples = {
    {"", {}},
    {"a", {}},
    {"a\r", {}},
    {"a\r\n", {"a"}},
    {"\r\n\r\n", {"", ""}},
    {"a\r\nb\r\nc", {"a", "b"}},
    {"a\nb\r\nc\r\n", {"!lf", "c"}},
    {"\n", {"!lf"}},
    {"\n.\r\nc\r\n", {"!lf", "c"}},
    {"a\rb\r\nc\r\n", {"!cr", "c"}},
    {"a\r\rb\r\nc\r\n", {"!cr", "c"}},
    {"a\r\r\nc\r\n", {"!cr", "c"}},
    {"a\nb\nc\rd\r\ne\r\n", {"!lf", "e"}},
    {"a\n\r\n.\r\n", {"!lf", "."}},
    {"a\r\n\n\r\nb\r\n", {"a", "!lf", "b"}},
    {"0123456789\r\n", {"0123456789"}},
    {"0123456789a\r\nb\r\n", {"!long", "b"}},
    {"0123456789abcdefghijklmn\r\nb\r\n", {"!long", "b"}},
    {"0123456789a\nb\r\nc\r\n", {"!long", "c"}},
};

// A line that is too long may be told before a bare character behind it is seen.
bool is_long_example(const Example& example) {
    return !example.lines.empty() && example.lines[0] == "!long";
}

TEST(LineSplitter, CutsTheSameLinesHoweverTheBytesArrive) {
    for (const Example& example : examples) {
        const std::string_view bytes = example.bytes;
        for (std::size_t first = 0; first <= bytes.size(); ++first) {
            for (std::size_t second = first; second <= bytes.size(); ++second) {
                const std::vector<std::string_view> reads = {bytes.substr(0, first),
                                                             bytes.substr(first, second - first),
                                                             bytes.substr(second)};
                auto expected = example.lines;
                const auto lines = lines_of(reads);
                if (is_long_example(example) && !lines.empty() && lines[0] == "!lf") {
                    expected[0] = "!lf";
                }

                EXPECT_EQ(lines, expected)
                    << testing::PrintToString(example.bytes) << " " << first << " " << second;
            }
        }
    }
}

TEST(LineSplitter, TellsAFaultBeforeItsLineEnds) {
    EXPECT_THAT(lines_of({"a\n"}), ElementsAre("!lf"));
    EXPECT_THAT(lines_of({"a\rb"}), ElementsAre("!cr"));
    EXPECT_THAT(lines_of({"0123456789a"}), ElementsAre("!long"));
}

// Whatever comes in a line that is too long, it takes no room.
TEST(LineSplitter, DropsTheRestOfALineThatIsTooLong) {
    LineSplitter splitter(line_max);
    splitter.add(std::string(line_max + 1, 'a'));
    EXPECT_TRUE(splitter.next()->fault);

    for (int i = 0; i < 1'000; ++i) {
        splitter.add(std::string(1'000, 'a'));
        EXPECT_FALSE(splitter.next());
        EXPECT_FALSE(splitter.has_more());
    }

    splitter.add("\r\nb\r\n");
    EXPECT_EQ(splitter.next()->text, "b");
}

TEST(LineSplitter, KnowsWhetherMoreHasCome) {
    LineSplitter splitter(line_max);
    splitter.add("a\r\nb");

    EXPECT_EQ(splitter.next()->text, "a");
    EXPECT_TRUE(splitter.has_more());
    splitter.add("\r\n");
    EXPECT_EQ(splitter.next()->text, "b");
    EXPECT_FALSE(splitter.has_more());
}

}  // namespace
}  // namespace tanbo::net
