// How two states of a table differ. How that is written: postgres/copy_test.cpp.

#include "server/store/copy/copy_changes.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::store {
namespace {

using Rows = std::vector<std::vector<CopyValue>>;

CopyValue integer(std::int64_t value) {
    return {.kind = ValueKind::integer, .integer = value};
}
CopyValue text(std::string_view value) {
    return {.kind = ValueKind::text, .bytes = value};
}

// Rows with texts that are gone with the next row, as an engine's may be.
class GivenRows final : public RowReader {
public:
    explicit GivenRows(Rows rows) : rows_(std::move(rows)) {}

    std::span<const CopyValue> next() override {
        if (place_ == rows_.size()) return {};
        row_ = rows_[place_++];
        for (CopyValue& value : row_) {
            if (value.kind != ValueKind::text) continue;
            text_ = value.bytes;
            value.bytes = text_;
        }
        return row_;
    }

private:
    const Rows rows_;
    std::size_t place_ = 0;
    std::vector<CopyValue> row_;
    std::string text_;
};

const CopyTable by_number = {
    "by_number", {{"number", ValueKind::integer}, {"word", ValueKind::text}}, {"number"}};
const CopyTable by_word = {
    "by_word", {{"number", ValueKind::integer}, {"word", ValueKind::text}}, {"word", "number"}};

// "3c 4d"
std::string words_of(const KeptRows& rows) {
    std::string words;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        words += (row == 0 ? "" : " ") + std::to_string(rows[row][0].integer);
        words += rows[row][1].bytes;
    }
    return words;
}

// Those that are gone, and those that have come: "2b / 3c"
std::string changes(const CopyTable& table, Rows older, Rows newer) {
    GivenRows old(std::move(older));
    const std::size_t count = newer.size();
    GivenRows now(std::move(newer));
    std::size_t seen = 0;
    const TableChanges found =
        find_changes(table, old, now, [&](std::span<const CopyValue>) { ++seen; });
    EXPECT_EQ(seen, count);
    EXPECT_TRUE(old.next().empty());
    EXPECT_EQ(found.is_empty(), words_of(found.gone).empty() && words_of(found.come).empty());
    return words_of(found.gone) + " / " + words_of(found.come);
}

TEST(TableChanges, AreTheRowsThatDiffer) {
    const Rows three = {{integer(-5), text("a")}, {integer(1), text("b")}, {integer(7), text("")}};

    EXPECT_EQ(changes(by_number, {}, {}), " / ");
    EXPECT_EQ(changes(by_number, three, three), " / ");
    EXPECT_EQ(changes(by_number, {}, three), " / -5a 1b 7");
    EXPECT_EQ(changes(by_number, three, {}), "-5a 1b 7 / ");
    EXPECT_EQ(changes(by_number, three,
                      {{integer(-6), text("z")}, {integer(1), text("B")}, {integer(8), text("")}}),
              "-5a 1b 7 / -6z 1B 8");
    EXPECT_EQ(changes(by_number, three, {{integer(7), text("")}, {integer(9), text("x")}}),
              "-5a 1b / 9x");
}

TEST(TableChanges, FollowTheOrderOfTheKey) {
    EXPECT_EQ(changes(by_word, {{integer(2), text("Z")}, {integer(9), text("a")}},
                      {{integer(9), text("a")}, {integer(10), text("a")}, {integer(1), text("é")}}),
              "2Z / 10a 1é");
}

}  // namespace
}  // namespace tanbo::store
