// Clocks, proposals and seats that change hands, on the wire, in records, in SGF and in words.

#include "tests/protocol/club.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "protocol/games/answers.hpp"
#include "protocol/games/clock_answer.hpp"
#include "protocol/games/narration.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/sgf.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::protocol {
namespace {

using engine::Event;
using engine::Match;
using engine::ProposalKind;
using engine::Seat;
using nlohmann::json;
using tests::Random;
using tests::Table;
using namespace std::chrono_literals;

std::string lines(const Table& table) {
    std::string text;
    for (const StoredEvent& event : stored(table)) text += encode_frame(GameId{43}, event) + "\n";
    return text;
}

// The match that the stored events make, each of which is written again just as it was read.
std::optional<Match> reread(const std::vector<StoredEvent>& events) {
    std::optional<Match> match;
    for (const StoredEvent& stored : events) {
        const auto opening = match ? match->shared_opening() : nullptr;
        auto data = decode_event_data(stored.type, stored.data, opening);
        if (!data) {
            ADD_FAILURE() << stored.data << "\n" << data.error().detail;
            return std::nullopt;
        }
        const Event event{stored.seq, stored.at, std::move(*data)};
        if (match) {
            EXPECT_EQ(match->apply(event), engine::ApplyFault::none) << stored.data;
        } else {
            match = Match::open(event);
        }
        EXPECT_EQ(encode_event_data(event.data, match->opening().lattice()), stored.data);
    }
    return match;
}

TEST(Club, GamesHoldEveryKindOfEvent) {
    std::set<std::string> types;
    for (const Table& table : {club_game_of_two(), club_game_of_four()}) {
        for (const StoredEvent& event : stored(table)) types.insert(event.type);
    }

    EXPECT_EQ(types.size(), std::variant_size_v<engine::EventData>);
}

TEST(Club, EventsHaveExactlyTheseBytes) {
    EXPECT_TRUE(matches_golden("events-club-2.ndjson", lines(club_game_of_two())));
    EXPECT_TRUE(matches_golden("events-club-4.ndjson", lines(club_game_of_four())));
}

TEST(Club, EventsRefuseEveryTruncation) {
    for (const Table& table : {club_game_of_two(), club_game_of_four()}) {
        const auto opening = table.match().shared_opening();
        for (const StoredEvent& event : stored(table)) {
            for (std::size_t bytes = 0; bytes < event.data.size(); ++bytes) {
                const auto text = std::string_view(event.data).substr(0, bytes);
                ASSERT_FALSE(decode_event_data(event.type, text, opening).has_value());
            }
        }
    }
}

TEST(Club, EventsOfRandomGamesAreReadAsTheyWereWritten) {
    const int games = tests::repetitions(100);
    for (int seed = 1; seed <= games && !HasFailure(); ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Table table = tests::random_table(random);
        for (int i = 0; i < 60 && table.match().status() == engine::Status::active; ++i) {
            tests::act(table, random);
        }

        const auto match = reread(stored(table));

        ASSERT_TRUE(match.has_value());
        EXPECT_EQ(encode_game(GameId{1}, *match), encode_game(GameId{1}, table.match()));
        EXPECT_EQ(match->due(), table.match().due());
        EXPECT_EQ(match->leavers().size(), table.match().leavers().size());
    }
}

TEST(Club, AGameOfBeforeThereWereTermsHasNone) {
    const std::string text =
        R"({"setup":"9x9","board":[9,9],"stones":{"black":["B2","H8"],"white":["H2","B8"]},)"
        R"("seats":[{"seat":"black","account":1,"handle":"anna","state":"in"},)"
        R"({"seat":"white","account":null,"handle":null,"state":"open"}],)"
        R"("to_move":"black","visibility":"public","creator":{"account":1,"handle":"anna"}})";

    const auto opened = decode_event_data("open", text, nullptr);

    ASSERT_TRUE(opened.has_value()) << opened.error().detail;
    EXPECT_EQ(std::get<engine::GameOpened>(*opened).terms, engine::Terms());
}

struct DataCase {
    const char* name;
    const char* type;
    const char* data;
    const char* pointer;
};

class ClubData : public testing::TestWithParam<DataCase> {};

INSTANTIATE_TEST_SUITE_P(
    All, ClubData,
    testing::Values(
        DataCase{"SwapOfTooFew", "swap", R"({"by":"white","seats":[],"to_move":"white"})",
                 "/seats"},
        DataCase{"SwapToAnother", "swap",
                 R"({"by":"white","seats":[{"seat":"black","account":2,"handle":"ben"},)"
                 R"({"seat":"white","account":1,"handle":"anna"}],"to_move":"black"})",
                 "/to_move"},
        DataCase{"SwapOutOfOrder", "swap",
                 R"({"by":"white","seats":[{"seat":"white","account":2,"handle":"ben"},)"
                 R"({"seat":"white","account":1,"handle":"anna"}],"to_move":"white"})",
                 "/seats/0/seat"},
        DataCase{"PauseWithoutReason", "pause", R"({"reason":"bored"})", "/reason"},
        DataCase{"ResumeWithoutReason", "resume", R"({"reason":"bored"})", "/reason"},
        DataCase{"ClockOfOneSeat", "pause",
                 R"({"reason":"agreement","clock":{"remaining_ms":{"black":1},"deadline":null}})",
                 "/clock/remaining_ms"},
        DataCase{
            "ClockBelowZero", "pause",
            R"({"reason":"agreement","clock":{"remaining_ms":{"black":-1,"white":1},"deadline":null}})",
            "/clock/remaining_ms/black"},
        DataCase{
            "ClockWithoutInstant", "pause",
            R"({"reason":"agreement","clock":{"remaining_ms":{"black":1,"white":1},"deadline":"now"}})",
            "/clock/deadline"},
        DataCase{"ProposalOfSomethingElse", "proposal",
                 R"({"kind":"draw","by":"black","target":null,"to_ply":null})", "/kind"},
        DataCase{"AnswerOfSorts", "proposal-answer",
                 R"({"proposal":3,"by":"black","accepts":"yes"})", "/accepts"},
        DataCase{"CreditWithoutEnd", "credit", R"({"from":"2026-03-01T12:00:00.000Z"})", "/until"},
        DataCase{"SleepAtNoTime", "calendar",
                 R"({"seat":"black","calendar":{"zone":"UTC","offsets":[],)"
                 R"("sleep":{"from":"24:00","until":"07:00"},"vacations":[]}})",
                 "/calendar/sleep/from"},
        DataCase{"SleepTooLong", "calendar",
                 R"({"seat":"black","calendar":{"zone":"UTC","offsets":[],)"
                 R"("sleep":{"from":"20:00","until":"07:00"},"vacations":[]}})",
                 "/calendar"},
        DataCase{"VacationOfNoTime", "calendar",
                 R"({"seat":"black","calendar":{"zone":"UTC","offsets":[],"sleep":null,)"
                 R"("vacations":[{"from":"2026-03-01T12:00:00.000Z",)"
                 R"("until":"2026-03-01T12:00:00.000Z"}]}})",
                 "/calendar/vacations/0/until"},
        DataCase{"FarOffset", "calendar",
                 R"({"seat":"black","calendar":{"zone":"UTC","sleep":null,"vacations":[],)"
                 R"("offsets":[{"from":"2026-03-01T12:00:00.000Z","offset_min":1081}]}})",
                 "/calendar/offsets/0/offset_min"},
        DataCase{"OfferForNoReason", "offer",
                 R"({"seat":"black","reason":"bored","until":"2026-03-01T12:00:00.000Z"})",
                 "/reason"},
        DataCase{"SubstituteWithoutName", "substitute", R"({"seat":"black","account":3})",
                 "/handle"},
        DataCase{"UndoOfMore", "undo", R"({"by":"black","to_ply":2,"stones":[]})", "/stones"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(ClubData, IsRefusedWithItsPointer) {
    const auto decoded =
        decode_event_data(GetParam().type, GetParam().data, engine::find_setup("9x9")->opening);

    ASSERT_FALSE(decoded.has_value());
    EXPECT_EQ(decoded.error().code, Code::invalid_record);
    EXPECT_EQ(decoded.error().pointer, GetParam().pointer) << decoded.error().detail;
}

// --- answers ---

TEST(Club, GameShowsWhenItsTimeStandsStill) {
    engine::Terms terms = tests::total(24h * 6);
    terms.clock.weekends_off = true;
    const Table table("9x9", terms);

    const json game = json::parse(encode_game(GameId{7}, table.match()));

    EXPECT_EQ(game.at("clock_state").at("off"),
              json::parse(R"([{"from":"2026-03-07T00:00:00.000Z",)"
                          R"("until":"2026-03-09T00:00:00.000Z","why":"weekend"}])"));
}

TEST(Club, GameShowsItsClockAndWhatIsPutToThePlayers) {
    engine::Terms terms = tests::fischer(72h, 24h, 168h);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);
    table.wait(2h).place(1).propose(AccountId{1}, ProposalKind::undo).answer(AccountId{2});

    const json game = json::parse(encode_game(GameId{7}, table.match()));

    EXPECT_EQ(game.at("clock").at("kind"), "fischer");
    EXPECT_EQ(game.at("clock").at("max_s"), 604800);
    EXPECT_EQ(game.at("leaver_policy"), "substitute");
    EXPECT_EQ(game.at("clock_state").at("running"), "white");
    EXPECT_EQ(game.at("clock_state").at("paused"), false);
    EXPECT_EQ(game.at("clock_state").at("deadline"), "2026-03-05T14:00:00.000Z");
    EXPECT_EQ(game.at("clock_state").at("remaining_ms").at("black"), 94 * 3'600'000);
    EXPECT_EQ(game.at("clock_state").at("off"), json::array());
    EXPECT_EQ(game.at("proposals"),
              json::parse(R"([{"id":8,"kind":"undo","by":"black","target":null,"to_ply":0,)"
                          R"("accepted":["white"]}])"));
    table.submit(engine::Leave{AccountId{3}});
    const json offered = json::parse(encode_game(GameId{7}, table.match()));
    EXPECT_EQ(offered.at("offers"),
              json::parse(R"([{"seat":"red","until":"2026-03-05T14:00:00.000Z"}])"));
    EXPECT_EQ(offered.at("seats").at(2).at("state"), "offered");
    EXPECT_EQ(offered.at("clock_state").at("paused"), true);
    EXPECT_EQ(offered.at("clock_state").at("deadline"), nullptr);
    table.submit(engine::Abort{});
    EXPECT_EQ(json::parse(encode_game(GameId{7}, table.match())).at("clock_state"), nullptr);
}

TEST(Club, ClockIsExplainedTermByTerm) {
    Table table("9x9", tests::fischer(60s, 1s, 90s));
    table.wait(5s).place().wait(2s);

    const std::string text = encode_clock(
        GameId{42}, table.clock(), engine::explain_clock(table.log(), table.now()), table.now());

    EXPECT_EQ(text,
              R"({"game":42,"settings":{"kind":"fischer","initial_s":60,"increment_s":1,)"
              R"("max_s":90,"weekends_off":false,"sleep_off":false,"vacations":false},)"
              R"("now":"2026-03-02T12:00:07.000Z","running":"white","paused":false,)"
              R"("deadline":"2026-03-02T12:01:05.300Z","seats":{"black":)"
              R"({"remaining_ms":56300,"flag_at":null,"terms":[)"
              R"({"kind":"initial","from":"2026-03-02T12:00:00.000Z",)"
              R"("until":"2026-03-02T12:00:00.000Z","amount_ms":60000,"seq":4},)"
              R"({"kind":"turn","from":"2026-03-02T12:00:00.000Z",)"
              R"("until":"2026-03-02T12:00:05.000Z","amount_ms":-5000,"seq":5},)"
              R"({"kind":"lag","from":"2026-03-02T12:00:00.000Z",)"
              R"("until":"2026-03-02T12:00:00.000Z","amount_ms":300,"seq":5},)"
              R"({"kind":"increment","from":"2026-03-02T12:00:05.000Z",)"
              R"("until":"2026-03-02T12:00:05.000Z","amount_ms":1000,"seq":5}]},)"
              R"("white":{"remaining_ms":58300,"flag_at":"2026-03-02T12:01:05.300Z","terms":[)"
              R"({"kind":"initial","from":"2026-03-02T12:00:00.000Z",)"
              R"("until":"2026-03-02T12:00:00.000Z","amount_ms":60000,"seq":4},)"
              R"({"kind":"turn","from":"2026-03-02T12:00:05.000Z",)"
              R"("until":"2026-03-02T12:00:07.000Z","amount_ms":-2000,"seq":null},)"
              R"({"kind":"lag","from":"2026-03-02T12:00:05.000Z",)"
              R"("until":"2026-03-02T12:00:05.000Z","amount_ms":300,"seq":null}]}}})");
}

// --- records ---

TEST(Club, RecordsAreReadAsTheyWereWritten) {
    for (const Table& table : {club_game_of_two(), club_game_of_four()}) {
        const auto record = assemble_record(GameId{43}, stored(table));
        ASSERT_TRUE(record.has_value()) << record.error().detail;
        const std::string text = encode_record(*record);

        const auto again = decode_record(text);

        ASSERT_TRUE(again.has_value()) << again.error().pointer << again.error().detail;
        EXPECT_EQ(encode_record(*again), text);
    }
}

TEST(Club, RecordSaysThatSwapWasOn) {
    const std::string text =
        encode_record(*assemble_record(GameId{43}, stored(club_game_of_two())));

    EXPECT_NE(text.find("\n  \"swap\": true,\n"), std::string::npos);
    EXPECT_NE(text.find("\n  \"clock\": {\"kind\":\"fischer\""), std::string::npos);
}

TEST(Club, RecordMayLackTermsButNotTellOthers) {
    std::string text = encode_record(*assemble_record(GameId{43}, stored(club_game_of_two())));
    const std::string swap = "  \"swap\": true,\n";
    std::string lacking = text;
    lacking.erase(lacking.find(swap), swap.size());
    EXPECT_TRUE(decode_record(lacking).has_value());

    text.replace(text.find(swap), swap.size(), "  \"swap\": false,\n");

    EXPECT_EQ(decode_record(text).error().pointer, "/swap");
}

std::string sgf_of(const Table& table) {
    return encode_sgf(*assemble_record(GameId{43}, stored(table))).value();
}

TEST(Club, SgfShowsTheBoardAfterAnUndoAndSaysThatSwapWasOn) {
    EXPECT_TRUE(matches_golden("club-2.sgf", sgf_of(club_game_of_two())));
    EXPECT_TRUE(matches_golden("club-4.sgf", sgf_of(club_game_of_four())));
}

TEST(Club, SgfGivesTheResultOfGamesThatWereNotPlayedOut) {
    Table table("9x9");
    Table aborted = table;
    Table tied = table;
    EXPECT_EQ(sgf_of(table).find("RE["), std::string::npos);

    EXPECT_NE(sgf_of(aborted.submit(engine::Abort{})).find("RE[Void]"), std::string::npos);
    EXPECT_NE(sgf_of(tied.submit(engine::Adjudicate{{}, {1, 1}})).find("RE[Draw]"),
              std::string::npos);
    table.submit(engine::Adjudicate{Seat::white, {2, 1}});
    EXPECT_NE(sgf_of(table).find("RE[W+]"), std::string::npos);
}

// --- words ---

TEST(Club, IsToldInWords) {
    std::string text;
    std::string told_at_the_end;
    for (const Table& table : {club_game_of_two(), club_game_of_four()}) {
        Match match = Match::open(table.log()[0]).value();
        for (std::size_t i = 1; i < table.log().size(); ++i) {
            ASSERT_EQ(match.apply(table.log()[i]), engine::ApplyFault::none);
            text += narrate(table.log()[i].data, match) + "\n";
            told_at_the_end += narrate(table.log()[i].data, table.match()) + "\n";
        }
    }

    EXPECT_TRUE(matches_golden("club-narration.txt", text));
    EXPECT_EQ(told_at_the_end, text);
}

}  // namespace
}  // namespace tanbo::protocol
