#include "protocol/games/plain_stone.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

using engine::Opening;

std::string encoded(const engine::StonePlaced& placed, const Opening& opening) {
    return encode_event_data(placed, opening.lattice());
}

// The same members by the reader that knows all of JSON, which an escape asks for; nothing if it
// refuses them.
std::optional<std::string> by_tree(std::string data,
                                   const std::shared_ptr<const Opening>& opening) {
    data.replace(data.find("\"ply\""), 5, "\"\\u0070ly\"");
    EXPECT_FALSE(read_plain_stone(data, *opening)) << data;
    const auto decoded = decode_event_data("move", data, opening);
    if (!decoded) return std::nullopt;
    return encode_event_data(*decoded, opening->lattice());
}

std::vector<std::string> moves_of(const Script& script) {
    std::vector<std::string> moves;
    for (const StoredEvent& event : script.stored()) {
        if (event.type == "move") moves.push_back(event.data);
    }
    return moves;
}

// With what a clock would show.
std::string timed(std::string move, std::string_view clock) {
    move.pop_back();
    return move.append(",\"clock\":").append(clock) + "}";
}

const std::string running =
    R"({"remaining_ms":{"black":7776001000,"white":0},"deadline":"2026-03-01T12:00:00.500Z"})";
const std::string standing = R"({"remaining_ms":{"black":1,"white":86400000},"deadline":null})";

TEST(PlainStone, IsReadAsItIsWritten) {
    for (const Script& script : example_games()) {
        const Opening& opening = script.match().opening();
        for (const std::string& move : moves_of(script)) {
            const auto placed = read_plain_stone(move, opening);
            ASSERT_TRUE(placed) << move;
            EXPECT_EQ(encoded(*placed, opening), move);
        }
    }
}

TEST(PlainStone, IsReadWithItsClock) {
    const Script script = Script("9x9").fill().play_random(1, 3);
    const Opening& opening = script.match().opening();

    for (const std::string& clock : {running, standing}) {
        const std::string move = timed(moves_of(script).back(), clock);
        const auto placed = read_plain_stone(move, opening);
        ASSERT_TRUE(placed) << move;
        EXPECT_EQ(encoded(*placed, opening), move);
    }
}

// Every text that is one byte away from a move: what is read is what the other reader reads.
TEST(PlainStone, SaysNothingThatTheOtherReaderDoesNotSay) {
    Script script("9x9");
    script.fill().play_random(5, 400);
    const auto opening = script.match().shared_opening();
    std::string lifting;
    for (const std::string& move : moves_of(script)) {
        if (lifting.empty() && move.find("current") != std::string::npos) lifting = move;
    }
    ASSERT_FALSE(lifting.empty());
    int read = 0;

    for (const std::string& move : {lifting, timed(lifting, running), timed(lifting, standing)}) {
        for (std::size_t at = 0; at < move.size(); ++at) {
            for (const char byte : std::string_view(" 019-.\"\\{}[],:aBnt")) {
                for (const std::size_t replaced : {0U, 1U}) {
                    std::string text = move;
                    text.replace(at, replaced, 1, byte);
                    const auto placed = read_plain_stone(text, *opening);
                    if (!placed) continue;
                    ++read;
                    const auto other = by_tree(text, opening);
                    ASSERT_TRUE(other) << text;
                    EXPECT_EQ(encoded(*placed, *opening), *other) << text;
                }
            }
        }
    }
    EXPECT_GT(read, 100);  // some of them are moves still
}

TEST(PlainStone, IsNotReadFromItsBeginning) {
    const Script script = Script("9x9").fill().play_random(1, 3);
    const std::string move = timed(moves_of(script).back(), running);

    for (std::size_t bytes = 0; bytes < move.size(); ++bytes) {
        EXPECT_FALSE(read_plain_stone(move.substr(0, bytes), script.match().opening())) << bytes;
    }
}

TEST(PlainStone, LeavesWhatIsBeyondItsCapsToTheOtherReader) {
    const Script script = Script("9x9").fill().play_random(1, 1);
    const auto opening = script.match().shared_opening();
    const std::string move = moves_of(script).front();
    const auto with = [&move](std::string_view what, std::string_view by) {
        std::string text = move;
        return text.replace(text.find(what), what.size(), by);
    };

    EXPECT_TRUE(read_plain_stone(move, *opening));
    for (const std::string& text :
         {with("\"removed\":[]", "\"removed\":[" + std::string(17'000, ' ') + "]"),
          with("\"eliminated\":[]", R"("eliminated":["black","white","black"])"),
          with("\"ply\":0", "\"ply\":4294967296"), with("\"seat\":\"black\"", "\"seat\":\"red\""),
          timed(move, R"({"remaining_ms":{"black":7776001001,"white":0},"deadline":null})"),
          timed(move, R"({"remaining_ms":{"black":1},"deadline":null})"),
          timed(move, R"({"remaining_ms":{"white":1,"black":1},"deadline":null})")}) {
        EXPECT_FALSE(read_plain_stone(text, *opening)) << text.substr(0, 400);
    }
}

}  // namespace
}  // namespace tanbo::protocol
