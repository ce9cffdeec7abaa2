#include "server/game/views/cursor.hpp"

#include <array>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "server/base/secrets.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;

constexpr std::int64_t ever = std::numeric_limits<std::int64_t>::max();

std::string base64url(std::string_view text) {
    return base::to_base64url(std::vector<std::uint8_t>(text.begin(), text.end()));
}

TEST(Cursor, IsTheSameBytesForEver) {
    EXPECT_EQ(format_cursor(lists::audit, {7}), "QTo3");
    EXPECT_EQ(format_cursor(lists::challenges, {7}), "Yzo3");
    EXPECT_EQ(format_cursor(lists::encounters, {1'700'000'000'000, 42}),
              "ZTE6MTcwMDAwMDAwMDAwMDo0Mg");
    EXPECT_EQ(format_cursor(lists::messages, {7}), "Qzo3");
    EXPECT_EQ(format_cursor(lists::notifications, {41}), "bjo0MQ");
    EXPECT_EQ(format_cursor(lists::players, {7}), "cDo3");
    EXPECT_EQ(format_cursor(lists::ratings, {5, -7}), "cjE6NTotNw");
    EXPECT_EQ(format_cursor(lists::reports, {7}), "Ujo3");
    EXPECT_EQ(format_cursor(lists::standings, {-15'000, 42, 20}), "czE6LTE1MDAwOjQyOjIw");
    EXPECT_EQ(format_cursor(lists::turns, {1'700'000'000'000, 1'690'000'000'000, 3, 42, ever}),
              "dDoxNzAwMDAwMDAwMDAwOjE2OTAwMDAwMDAwMDA6Mzo0Mjo5MjIzMzcyMDM2ODU0Nzc1ODA3");
    EXPECT_EQ(format_cursor(lists::watches, {42}), "dzo0Mg");
    EXPECT_EQ(format_cursor("2:activity", {1, 42}), "MjphY3Rpdml0eToxOjQy");
}

TEST(Cursor, YieldsTheNumbersThatItWasMadeOf) {
    const std::string cursor =
        format_cursor("x", {std::numeric_limits<std::int64_t>::min(), 0, ever});

    const auto numbers = parse_cursor("x", 3, cursor);

    const CursorNumbers expected = {std::numeric_limits<std::int64_t>::min(), 0, ever};
    EXPECT_EQ(numbers.value(), expected);
}

TEST(Cursor, MayBeLeftOut) {
    EXPECT_EQ(parse_cursor("x", 1, std::nullopt).value(), std::nullopt);
}

TEST(Cursor, IsRefusedIfTheListHasNotGivenIt) {
    std::vector<std::string> bad = {"",
                                    "!",
                                    "eDo1OjY=",
                                    std::string(cursor_chars_max + 1, 'A'),
                                    format_cursor("y", {5, 6}),
                                    format_cursor("xx", {5, 6}),
                                    format_cursor("x", {5}),
                                    format_cursor("x", {5, 6, 7}),
                                    base64url("x"),
                                    base64url("x:5:"),
                                    base64url("x:5:06"),
                                    base64url("x:5:+6"),
                                    base64url("x:5: 6"),
                                    base64url("x:5:6:"),
                                    base64url("x5:6"),
                                    base64url("x:5;6"),
                                    base64url("x:5:9223372036854775808")};
    const std::string sound = format_cursor("x", {5, 6});
    for (std::size_t size = 1; size < sound.size(); ++size) bad.push_back(sound.substr(0, size));
    ASSERT_TRUE(parse_cursor("x", 2, sound).has_value());

    for (const std::string& cursor : bad) {
        const auto numbers = parse_cursor("x", 2, cursor);
        ASSERT_FALSE(numbers.has_value()) << cursor;
        EXPECT_EQ(numbers.error().code, Code::bad_cursor);
    }
}

TEST(Cursor, NamesEachListInItsOwnWay) {
    const std::array names = {lists::audit,         lists::challenges, lists::encounters,
                              lists::messages,      lists::players,    lists::ratings,
                              lists::notifications, lists::reports,    lists::standings,
                              lists::turns,         lists::watches};

    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
    for (const std::string_view name : names) EXPECT_FALSE(name.starts_with('2'));
}

}  // namespace
}  // namespace tanbo::game
