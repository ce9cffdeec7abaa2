#include "server/cli/record_file.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "protocol/records/record.hpp"
#include "protocol/records/replay_line.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::cli {
namespace {

// A line of a match, made longer by blanks.
std::string line_of(int number, std::string_view moves, std::size_t blanks = 0) {
    return R"({"id":)" + std::to_string(number) + R"(,"setup":"9x9","moves":[)" +
           std::string(moves) + "]" + std::string(blanks, ' ') + "}\n";
}

class RecordFileTest : public testing::Test {
protected:
    std::string file(std::string_view text) const {
        std::ofstream(path_, std::ios::binary) << text;
        return path_;
    }

    std::string fault(std::string_view text, std::optional<std::int64_t> number) const {
        const auto game = read_game(file(text), number);
        return game ? "no fault" : game.error().detail.substr(path_.size());
    }

private:
    test::TemporaryFolder folder_;
    std::string path_ = (folder_.path() / "game.json").string();
};

// The file was cut at the size of a record, and the games behind were silently missing.
TEST_F(RecordFileTest, ReadsAGameBehindTheSizeOfARecord) {
    const std::size_t half = protocol::replay_line_bytes_max - 100;
    const std::string text =
        line_of(1, "", half) + line_of(2, "", half) + line_of(3, "", half) + line_of(4, R"("H7")");
    ASSERT_GT(text.size(), protocol::record_bytes_max);

    const auto game = read_game(file(text), 4);

    ASSERT_TRUE(game) << game.error().detail;
    EXPECT_EQ(game->game.game, protocol::GameId{4});
    EXPECT_EQ(game->game.turns.size(), 1U);
    EXPECT_EQ(fault(text, {}), " has 4 games; choose one with --game");
}

TEST_F(RecordFileTest, NamesTheErrorOfTheLineThatIsWanted) {
    const std::string text = line_of(1, R"("A1")") + line_of(2, R"("Z9")");

    EXPECT_NE(fault(text, 2).find("event 1: \"Z9\""), std::string::npos) << fault(text, 2);
    EXPECT_EQ(fault(text, 3), " has no game 3");
}

TEST_F(RecordFileTest, ReadsPastLinesOfOtherGamesThatTheRulesForbid) {
    const std::string text = line_of(1, R"("A1")") + "\nno game\n" + line_of(2, R"("H7")");

    EXPECT_EQ(fault(text, 2), "no fault");
}

TEST_F(RecordFileTest, RefusesALineThatIsTooLong) {
    const std::string text = line_of(1, "", protocol::replay_line_bytes_max) + line_of(2, "");

    EXPECT_NE(fault(text, 1).find("is not a game record"), std::string::npos) << fault(text, 1);
    EXPECT_EQ(fault(text, 2), "no fault");
}

TEST_F(RecordFileTest, FindsTheNumberWhereverItStandsInTheLine) {
    const std::string text =
        line_of(1, "") + R"({"setup":"9x9","moves":["H7"],"id":2})" + "\n" + line_of(3, "");

    EXPECT_EQ(fault(text, 2), "no fault");
}

// The number was ignored there.
TEST_F(RecordFileTest, RefusesAnotherNumberThanTheFileHas) {
    for (const std::string_view name : {"record-9x9.json", "game-9x9.sgf"}) {
        const std::string path = (tests::source_folder() / "tests" / "golden" / name).string();

        EXPECT_TRUE(read_game(path, 42)) << name;
        const auto game = read_game(path, 7);
        ASSERT_FALSE(game) << name;
        EXPECT_EQ(game.error().detail, path + " has game 42, not game 7");
    }
}

}  // namespace
}  // namespace tanbo::cli
