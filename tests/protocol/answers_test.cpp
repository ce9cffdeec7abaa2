#include "protocol/games/answers.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/names.hpp"
#include "protocol/records/replay_line.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"
#include "tests/support/table.hpp"

namespace tanbo::protocol {
namespace {

using nlohmann::json;

std::vector<std::string> keys(const std::string& text) {
    const auto object = nlohmann::ordered_json::parse(text);
    std::vector<std::string> keys;
    for (const auto& member : object.items()) keys.push_back(member.key());
    return keys;
}

TEST(Answers, EncodeAGameThatNobodyHasJoined) {
    EXPECT_EQ(encode_game(GameId{42}, Script("9x9").match()),
              R"({"id":42,"setup":"9x9","board":[9,9],"status":"open","visibility":"public",)"
              R"("creator":"anna","seats":[{"seat":"black","handle":"anna","state":"in"},)"
              R"({"seat":"white","handle":null,"state":"open"}],"seq":1,"ply":0,"to_move":null,)"
              R"("winner":null,"places":null,"reason":null,)"
              R"("stones":{"black":["B2","H8"],"white":["H2","B8"]},"roots":{"black":2,"white":2},)"
              R"("last_point":null,"turns":"","clock":{"kind":"none"},"rated":false,"swap":false,)"
              R"("leaver_policy":"remove","assistance":"full","clock_state":null,)"
              R"("proposals":[],"leavers":[],"offers":[],)"
              R"("created_at":"2026-03-01T12:00:00.000Z",)"
              R"("updated_at":"2026-03-01T12:00:00.000Z"})");
}

TEST(Answers, EncodeAGameInPlay) {
    const Script script = Script("9x9", engine::Visibility::players).fill().play("B3").play("H3");

    const json game = json::parse(encode_game(GameId{7}, script.match()));

    EXPECT_EQ(game.at("status"), "active");
    EXPECT_EQ(game.at("visibility"), "private");
    EXPECT_EQ(game.at("to_move"), "black");
    EXPECT_EQ(game.at("ply"), 2);
    EXPECT_EQ(game.at("seq"), 5);
    EXPECT_EQ(game.at("last_point"), "H3");
    EXPECT_EQ(game.at("turns"), "B3 H3");
    EXPECT_EQ(game.at("stones").at("white"), json({"H2", "H3", "B8"}));
    EXPECT_EQ(game.at("updated_at"), "2026-03-01T12:00:04.000Z");
}

TEST(Answers, EncodeTheResultOfAGame) {
    const json won = json::parse(encode_game(GameId{7}, example_games()[0].match()));
    const json withdrawn = json::parse(encode_game(GameId{7}, example_games()[7].match()));
    const json two_absent = json::parse(encode_game(
        GameId{7}, Script("19x19-4p").join().start().leave(engine::Seat::white).match()));

    EXPECT_EQ(won.at("status"), "finished");
    EXPECT_EQ(won.at("to_move"), nullptr);
    EXPECT_EQ(won.at("winner"), "black");
    EXPECT_EQ(won.at("reason"), "last-standing");
    EXPECT_EQ(won.at("places"), json({{"black", 1}, {"white", 2}}));
    EXPECT_EQ(won.at("seats").at(1).at("state"), "out");
    EXPECT_EQ(withdrawn.at("reason"), "withdrawn");
    EXPECT_EQ(withdrawn.at("places"), json::object());
    EXPECT_EQ(withdrawn.at("winner"), nullptr);
    EXPECT_EQ(two_absent.at("places"), json({{"black", 1}, {"white", 2}}));
    EXPECT_EQ(two_absent.at("seats").at(3),
              json({{"seat", "green"}, {"handle", nullptr}, {"state", "left"}}));
    EXPECT_EQ(two_absent.at("leavers"), json({{{"seat", "white"}, {"reason", "resigned"}}}));
    EXPECT_EQ(two_absent.at("last_point"), nullptr);
    EXPECT_EQ(two_absent.at("turns"), "leave:red leave:green leave:white");
}

TEST(Answers, HaveTheirKeysInTheDocumentedOrder) {
    const Script script = Script(opening_of({9, 9}, {{"A1"}, {"J9"}})).fill().play("A2");
    const std::vector<std::string> game_keys{
        "id",      "setup",  "board",         "status",     "visibility",  "creator",
        "seats",   "seq",    "ply",           "to_move",    "winner",      "places",
        "reason",  "stones", "roots",         "last_point", "turns",       "clock",
        "rated",   "swap",   "leaver_policy", "assistance", "clock_state", "proposals",
        "leavers", "offers", "created_at",    "updated_at"};
    const std::vector<std::string> summary_keys{
        "id",    "setup", "status",        "visibility", "creator",    "seats",
        "seq",   "ply",   "to_move",       "winner",     "reason",     "clock",
        "rated", "swap",  "leaver_policy", "assistance", "created_at", "updated_at"};

    EXPECT_EQ(keys(encode_game(GameId{1}, script.match())), game_keys);
    EXPECT_EQ(keys(encode_game_summary(summarize(GameId{1}, script.match()))), summary_keys);
}

TEST(Answers, SayOfAGameInAListWhatTheySayOfItAlone) {
    for (const Script& script : example_games()) {
        const json game = json::parse(encode_game(GameId{9}, script.match()));
        const json summary = json::parse(encode_game_summary(summarize(GameId{9}, script.match())));

        for (const auto& [key, value] : summary.items()) EXPECT_EQ(value, game.at(key)) << key;
    }
}

TEST(Answers, EncodeAPageOfGames) {
    const std::vector<GameSummary> games{summarize(GameId{1}, Script("9x9").match()),
                                         summarize(GameId{2}, Script("line31").match())};

    const json page = json::parse(encode_game_page(games, "abc"));

    EXPECT_EQ(page.at("next"), "abc");
    ASSERT_EQ(page.at("games").size(), 2U);
    EXPECT_EQ(page.at("games").at(1).at("setup"), "line31");
    EXPECT_EQ(encode_game_page({}, std::nullopt), R"({"games":[],"next":null})");
}

// The opening and the turns determine the board.
TEST(Answers, TellTheTurnsThatLeadToTheBoard) {
    for (const Script& script : example_games()) {
        const engine::Match& match = script.match();
        const json game = json::parse(encode_game(GameId{9}, match));
        engine::Position position(match.shared_opening());
        std::istringstream turns(game.at("turns").get<std::string>());

        for (std::string turn; turns >> turn;) {
            if (turn.starts_with(leave_prefix)) {
                position.leave(engine::parse_seat(turn.substr(leave_prefix.size())).value());
            } else {
                position.play(engine::parse_point(position.lattice(), turn).value());
            }
        }

        EXPECT_EQ(position.hash(), match.position().hash());
        EXPECT_EQ(position_text(position), position_text(match.position()));
    }
}

TEST(Answers, LeaveOutOfTheTurnsWhatWasTakenBack) {
    tests::Table table("9x9");
    table.place(3).propose(AccountId{1}, engine::ProposalKind::undo).answer(AccountId{2}).place();

    const json game = json::parse(encode_game(GameId{7}, table.match()));
    const auto turns = game.at("turns").get<std::string>();

    EXPECT_EQ(std::ranges::count(turns, ' '), 2);
    EXPECT_EQ(game.at("ply"), 3);
}

TEST(Answers, EncodeThePositionOfAGameInAList) {
    const Script script = Script(opening_of({3, 3}, {{"A1"}, {"C3"}})).fill().play("A2");
    const Script eight =
        Script(
            opening_of({16, 2}, {{"A1"}, {"C1"}, {"E1"}, {"G1"}, {"J1"}, {"L1"}, {"N1"}, {"Q1"}}))
            .fill();

    const json wide = json::parse(encode_position(eight.match()));
    GameSummary summary = summarize(GameId{1}, script.match());
    summary.position = encode_position(script.match());

    EXPECT_EQ(summary.position,
              R"({"seq":4,"board":[3,3],"stones":"b..b....w","last_point":"A2"})");
    EXPECT_EQ(json::parse(encode_game_summary(summary)).at("position").at("seq"), 4);
    EXPECT_EQ(json::parse(encode_game_page({&summary, 1}, {})).at("games").at(0).at("position"),
              json::parse(summary.position));
    const auto stones = wide.at("stones").get<std::string>();
    EXPECT_EQ(stones, "b.w.r.g.5.6.7..8" + std::string(16, '.'));
    EXPECT_EQ(wide.at("last_point"), nullptr);
}

TEST(Answers, EncodeTheRootsWithWhereTheyCanGrow) {
    EXPECT_EQ(encode_roots(GameId{42}, Script("9x9").fill().play("B3").match()),
              R"({"game":42,"seq":4,"ply":1,"roots":[)"
              R"({"seed":"B2","seat":"black","stones":["B2","B3"],)"
              R"("space":["B1","A2","C2","A3","C3","B4"]},)"
              R"({"seed":"H2","seat":"white","stones":["H2"],"space":["H1","G2","J2","H3"]},)"
              R"({"seed":"B8","seat":"white","stones":["B8"],"space":["B7","A8","C8","B9"]},)"
              R"({"seed":"H8","seat":"black","stones":["H8"],"space":["H7","G8","J8","H9"]}]})");
}

TEST(Answers, EncodeTheRootsThatStandAndTheirSpaceAsTheRulesHaveIt) {
    for (const Script& script : example_games()) {
        const engine::Position& position = script.match().position();
        const json roots = json::parse(encode_roots(GameId{9}, script.match())).at("roots");

        EXPECT_EQ(roots.size(), static_cast<std::size_t>(position.roots()));
        for (const json& root : roots) {
            const auto stone =
                engine::parse_point(position.lattice(), root.at("stones").at(0).get<std::string>())
                    .value();
            const engine::Root label = position.root(stone);
            EXPECT_EQ(root.at("space").size(),
                      static_cast<std::size_t>(position.root_space(label)));
            EXPECT_EQ(root.at("seed"),
                      engine::point_name(position.lattice(), position.seed(label)));
        }
    }
}

TEST(Answers, EncodeLegalMovesInBoardOrder) {
    EXPECT_EQ(encode_legal_moves(GameId{42}, Script("9x9").fill().play("B3").match()),
              R"({"game":42,"ply":1,"to_move":"white",)"
              R"("points":["H1","G2","J2","H3","B7","A8","C8","B9"],)"
              R"("seats":{"black":["B1","A2","C2","A3","C3","B4","H7","G8","J8","H9"],)"
              R"("white":["H1","G2","J2","H3","B7","A8","C8","B9"]}})");
}

TEST(Answers, EncodeNoLegalMovesIfNobodyMoves) {
    const json open = json::parse(encode_legal_moves(GameId{42}, Script("9x9").match()));
    const json over = json::parse(encode_legal_moves(GameId{42}, example_games()[0].match()));

    EXPECT_EQ(open.at("to_move"), nullptr);
    EXPECT_EQ(open.at("points"), json::array());
    EXPECT_EQ(open.at("seats").size(), 2U);
    EXPECT_EQ(over.at("points"), json::array());
    EXPECT_EQ(over.at("seats").size(), 1U);
}

TEST(Answers, EncodeAPreviewAsTheMoveWillBe) {
    const Script before = Script("9x9").fill();
    const Script after = Script("9x9").fill().play("B3");
    const engine::Lattice& lattice = before.match().opening().lattice();

    const engine::StonePlaced placed =
        engine::place_stone(before.match().position(), after.match().turns().back().point);

    EXPECT_EQ(encode_preview(placed, lattice), after.stored().back().data);
}

TEST(Answers, EncodeABoard) {
    const auto left = snapshot(Script("9x9").fill().play("B3").leave(engine::Seat::white));

    EXPECT_EQ(encode_board(GameId{42}, left, 6),
              R"({"game":42,"ply":1,"seq":6,"board":[9,9],"to_move":null,)"
              R"("stones":{"black":["B2","B3","H8"],"white":[]},"roots":{"black":2,"white":0},)"
              R"("last_point":"B3","removed":[)"
              R"({"seat":"white","root":"H2","points":["H2"],"current":false},)"
              R"({"seat":"white","root":"B8","points":["B8"],"current":false}]})");
    EXPECT_EQ(encode_board(GameId{42}, left).find("\"seq\""), std::string::npos);
}

TEST(Answers, EncodeTheSetups) {
    EXPECT_EQ(json::parse(encode_setups()).at("setups").size(), engine::setups().size());
    EXPECT_TRUE(matches_golden("setups.json", encode_setups() + "\n"));
    EXPECT_EQ(json::parse(encode_setup(*engine::find_setup("19x19-4p"))).at("seats"),
              json({"black", "white", "red", "green"}));
}

template <class Enum, class Name, class Parse>
void expect_words(int count, Name name, Parse parse) {
    for (int i = 0; i < count; ++i) {
        const auto value = static_cast<Enum>(i);
        EXPECT_EQ(parse(name(value)), value);
    }
    EXPECT_EQ(parse(""), std::nullopt);
    EXPECT_EQ(parse("Open"), std::nullopt);
}

TEST(Names, AreReadAsTheyAreWritten) {
    expect_words<engine::Status>(3, status_name, parse_status);
    expect_words<engine::SeatState>(4, seat_state_name, parse_seat_state);
    expect_words<engine::Visibility>(2, visibility_name, parse_visibility);
    expect_words<engine::LeaveReason>(4, leave_reason_name, parse_leave_reason);
    expect_words<engine::EndReason>(3, end_reason_name, parse_end_reason);
}

}  // namespace
}  // namespace tanbo::protocol
