#include "protocol/records/replay_line.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

struct Replayed {
    bool is_sound = true;
    std::string text;
};

Replayed replay(std::string_view lines) {
    Replayed result;
    Replayer replayer([&](std::string_view text) { result.text += text; });
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size() - 1);
        result.is_sound &= replayer.replay(lines.substr(0, end + 1));
        lines.remove_prefix(end + 1);
    }
    replayer.flush();
    return result;
}

std::string code_of(std::string_view line) {
    const std::string text = replay(line).text;
    const std::size_t last = text.rfind("{\"id\"");
    const std::size_t code = text.find("\"code\":\"", last);
    if (code == std::string::npos) return "";
    return text.substr(code + 8, text.find('"', code + 8) - code - 8);
}

std::string last_line(std::string_view line) {
    std::string text = replay(line).text;
    text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

TEST(Replay, WritesTheOpeningAndEveryPosition) {
    const Replayed replayed = replay(R"({"id":"a","setup":"9x9","moves":["b3","leave:white"]})");

    EXPECT_TRUE(replayed.is_sound);
    EXPECT_EQ(
        replayed.text,
        R"({"id":"a","index":0,"event":null,"ply":0,"to_move":"black","winner":null,)"
        R"("stones":{"black":["B2","H8"],"white":["H2","B8"]},)"
        R"("legal":["B1","A2","C2","B3","H7","G8","J8","H9"],"removed":[]})"
        "\n"
        R"({"id":"a","index":1,"event":"B3","ply":1,"to_move":"white","winner":null,)"
        R"("stones":{"black":["B2","B3","H8"],"white":["H2","B8"]},)"
        R"("legal":["H1","G2","J2","H3","B7","A8","C8","B9"],"removed":[]})"
        "\n"
        R"({"id":"a","index":2,"event":"leave:white","ply":1,"to_move":null,"winner":"black",)"
        R"("stones":{"black":["B2","B3","H8"],"white":[]},"legal":[],)"
        R"("removed":[{"seat":"white","root":"H2","points":["H2"],"current":false},)"
        R"({"seat":"white","root":"B8","points":["B8"],"current":false}]})"
        "\n");
}

TEST(Replay, TakesACustomBoardAndWhoMovesFirst) {
    EXPECT_EQ(last_line(R"({"id":"c","board":[3,3],"stones":{"black":["A1"],"white":["C3"]},)"
                        R"("to_move":"white","moves":["C2"]})"),
              R"({"id":"c","index":1,"event":"C2","ply":1,"to_move":"black","winner":null,)"
              R"("stones":{"black":["A1"],"white":["C2","C3"]},"legal":["B1","A2"],"removed":[]})");
}

TEST(Replay, HasExactlyTheseBytes) {
    std::string lines;
    for (const std::size_t game : {0U, 2U, 3U, 4U, 8U}) {
        const Script script = example_games()[game];
        const auto& opened = std::get<engine::GameOpened>(script.log().front().data);
        lines += "{\"id\":" + std::to_string(game) + ",";
        lines += opened.setup.empty() ? R"("board":[4,4,4,4],"stones":{"black":["1-1-1-1"],)"
                                        R"("white":["4-4-4-4"]},"to_move":"white",)"
                                      : "\"setup\":\"" + opened.setup + "\",";
        lines += "\"moves\":[";
        bool is_first = true;
        for (const engine::PastTurn& turn : script.match().turns()) {
            if (turn.seq > 60) break;
            const std::string point =
                engine::point_name(script.match().opening().lattice(), turn.point);
            lines += (is_first ? "\"" : ",\"") + point + "\"";
            is_first = false;
        }
        lines += "]}\n";
    }

    const Replayed replayed = replay(lines);

    EXPECT_TRUE(replayed.is_sound);
    EXPECT_TRUE(matches_golden("replay.ndjson", replayed.text));
}

TEST(Replay, EchoesTheIdAsItWas) {
    const auto begins = [](std::string_view id) {
        const std::string line = R"({"id":)" + std::string(id) + R"(,"setup":"9x9","moves":[]})";
        return replay(line).text.starts_with("{\"id\":" + std::string(id) +
                                             ",\"index\":0,\"event\"");
    };

    for (const char* const id :
         {"\"a\"", "\"\"", "7", "-7", "1.5", "18446744073709551615", "\"a\\\"\\\\\\n\""}) {
        EXPECT_TRUE(begins(id)) << id;
    }
    EXPECT_TRUE(begins("\"" + std::string(replay_id_bytes_max, 'i') + "\""));
    EXPECT_FALSE(begins("\"" + std::string(replay_id_bytes_max + 1, 'i') + "\""));
    EXPECT_FALSE(begins("null"));
    EXPECT_FALSE(begins("[1]"));
}

// The reader of plain lines knows one order of keys; the other is asked by another order.
TEST(Replay, ReadsAPlainLineAsItReadsAnyOther) {
    for (const char* const id : {"0", "4294967295", "\"a game\"", "\"</>'&\""}) {
        for (const char* const moves :
             {"\"b3\"", "\"B3\",\"leave:white\"", " \"B3\" , \"Z9\" ", ""}) {
            const std::string plain =
                std::string("{\"id\":") + id + R"(, "setup":"9x9","moves":[)" + moves + "] }\n";
            const std::string other =
                std::string(R"({"setup":"9x9","moves":[)") + moves + "],\"id\":" + id + "}\n";
            EXPECT_EQ(replay(plain).text, replay(other).text) << plain;
        }
    }
}

TEST(Replay, LeavesWhatIsNotPlainToTheOtherReader) {
    EXPECT_EQ(code_of(R"({"id":1,"setup":"no-such","moves":["B3"]})"), "no-such-setup");
    EXPECT_EQ(code_of(R"({"id":1,"setup":"9x9","moves":["B3"],"moves":[]})"), "malformed-json");
    EXPECT_EQ(code_of(R"({"id":1,"setup":"9x9","moves":["B3"])"), "malformed-json");
    EXPECT_EQ(code_of(R"({"id":1,"setup":"9x9","moves":["B3",]})"), "malformed-json");
    EXPECT_EQ(code_of(R"({"id":1,"setup":"9x9","moves":["B3"],"more":1})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":01,"setup":"9x9","moves":["B3"]})"), "malformed-json");
    EXPECT_EQ(last_line(R"({"id":1,"setup":"9x9","moves":["\u0042\u0033"]})"),
              last_line(R"({"id":1,"setup":"9x9","moves":["B3"]})"));
    EXPECT_EQ(last_line(R"({"id":-1.5,"setup":"9x9","moves":[]})").substr(0, 10), R"({"id":-1.5)");
}

TEST(Replay, SaysWhyAnEventCannotBeCarriedOut) {
    const auto moves = [](std::string_view events) {
        return R"({"id":"a","setup":"9x9","moves":[)" + std::string(events) + "]}";
    };

    EXPECT_EQ(code_of(moves(R"("B3")")), "");
    EXPECT_EQ(code_of(moves(R"("B2")")), "occupied");
    EXPECT_EQ(code_of(moves(R"("I2")")), "off-board");
    EXPECT_EQ(code_of(moves(R"("")")), "off-board");
    EXPECT_EQ(code_of(moves(R"("E5")")), "no-friend");
    EXPECT_EQ(code_of(moves(R"("B3","H3","B4","H4","A4","H5","A2")")), "");
    EXPECT_EQ(code_of(moves(R"("B3","H3","B4","H4","A4","H5","A3")")), "two-friends");
    EXPECT_EQ(code_of(moves(R"("leave:red")")), "no-such-seat");
    EXPECT_EQ(code_of(moves(R"("leave:")")), "no-such-seat");
    EXPECT_EQ(code_of(moves(R"("leave:white","B3")")), "game-over");
    EXPECT_EQ(code_of(moves(R"("leave:white","Z3")")), "game-over");
    EXPECT_EQ(code_of(moves(R"("leave:white","leave:black")")), "game-over");
    EXPECT_EQ(code_of(R"({"id":1,"setup":"19x19-4p","moves":["leave:red","leave:red"]})"),
              "not-your-turn");
}

TEST(Replay, EndsAGameAtItsFaultAndGoesOnWithTheNext) {
    const Replayed replayed = replay(R"({"id":"a","setup":"9x9","moves":["B3","E5","B4"]})"
                                     "\n\n"
                                     "{\n"
                                     R"({"id":"b","setup":"9x9","moves":[]})"
                                     "\r\n");

    EXPECT_FALSE(replayed.is_sound);
    EXPECT_NE(replayed.text.find(R"({"id":"a","index":2,"error":{"code":"no-friend","detail":)"
                                 R"("\"E5\" touches no stone of the seat to move."}})"
                                 "\n"
                                 R"({"id":null,"index":0,"error":{"code":"malformed-json",)"),
              std::string::npos)
        << replayed.text;
    EXPECT_NE(replayed.text.find(R"({"id":"b","index":0,"event":null)"), std::string::npos);
    EXPECT_EQ(replayed.text.find("B4"), std::string::npos);
}

TEST(Replay, RefusesLinesThatDoNotFit) {
    EXPECT_EQ(code_of(R"({"id":"a","setup":"9x9","moves":[],"ply":0})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","setup":"9x9"})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"setup":"9x9","moves":[]})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","moves":[]})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","setup":"9x9","moves":"B3"})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","setup":"9x9","moves":[3]})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","setup":"9x9","to_move":"white","moves":[]})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":"a","setup":"8x8","moves":[]})"), "no-such-setup");
    EXPECT_EQ(code_of(R"({"id":"a","board":[2],"stones":{"black":["1"],"white":["2"]},)"
                      R"("moves":[]})"),
              "invalid-opening");
    EXPECT_EQ(last_line(R"({"id":"a","setup":"8x8","moves":[]})"),
              R"({"id":"a","index":0,"error":{"code":"no-such-setup",)"
              R"("detail":"Setup \"8x8\" does not exist."}})");
}

TEST(Replay, RefusesEveryTruncation) {
    const std::string line =
        R"({"id":"a","board":[3,3],"stones":{"black":["A1"],"white":["C3"]},"moves":["A2"]})";
    ASSERT_TRUE(replay(line).is_sound);

    for (std::size_t bytes = 1; bytes < line.size(); ++bytes) {
        EXPECT_EQ(code_of(line.substr(0, bytes)), "malformed-json");
    }
}

TEST(ReplayCaps, BytesDepthAndValues) {
    const std::string line = R"({"id":"a","setup":"9x9","moves":[]})";
    const std::string fill(replay_line_bytes_max - line.size(), ' ');
    const auto with_values = [](int values) {
        // The object, the id, the setup and the array.
        std::string moves = R"({"id":1,"setup":"9x9","moves":[0)";
        for (int i = 5; i < values; ++i) moves += ",0";
        return moves + "]}";
    };

    EXPECT_EQ(code_of(line + fill), "");
    EXPECT_EQ(code_of(line + fill + " "), "malformed-json");
    EXPECT_EQ(code_of(R"({"id":[[[]]],"setup":"9x9","moves":[]})"), "invalid-field");
    EXPECT_EQ(code_of(R"({"id":[[[[]]]],"setup":"9x9","moves":[]})"), "malformed-json");
    EXPECT_EQ(code_of(with_values(replay_line_values_max)), "invalid-field");
    EXPECT_EQ(code_of(with_values(replay_line_values_max + 1)), "malformed-json");
}

TEST(Replay, WritesPointsInBoardOrderOnBoardsOfEveryKind) {
    for (const char* const line :
         {R"({"id":1,"setup":"5x5x5","moves":[]})", R"({"id":1,"setup":"line31","moves":[]})",
          R"({"id":1,"board":[2,2,2,2,2,2,2,2,2,2,2],"stones":{"black":["1-1-1-1-1-1-1-1-1-1-1"],)"
          R"("white":["2-2-2-2-2-2-2-2-2-2-2"]},"moves":[]})"}) {
        EXPECT_TRUE(replay(line).is_sound);
    }
    EXPECT_NE(replay(R"({"id":1,"setup":"line31","moves":[]})")
                  .text.find(R"("legal":["2","12","14","24","26"])"),
              std::string::npos);
}

}  // namespace
}  // namespace tanbo::protocol
