#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/people/notice_facts.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/ladders.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Answers about ladders are those that the contract shows.
namespace tanbo::protocol {
namespace {

engine::Instant on_day(int day) {
    return parse_instant("2026-03-0" + std::to_string(day) + "T12:00:00.000Z").value();
}

LadderChallengeView offered() {
    return {2, "carl", "ben", "offered", on_day(3), on_day(6), {}, {}, {}, {}, {}, {}};
}

LadderChallengeView won() {
    return {1,         "ben",     "anna", "over",        on_day(1), on_day(4),
            on_day(1), GameId{7}, "won",  Decided::game, on_day(2), 1};
}

TEST(ContractLadder, LaddersAndChallengesAreAsShown) {
    LadderView ladder;
    ladder.seq = 11;
    ladder.players = {{1, 2, "ben", false, 1712, on_day(2), 1, "out-of-reach"},
                      {2, 1, "anna", false, {}, on_day(2), -1, "possible"},
                      {3, 3, "carl", false, 1500, on_day(1), 0, {}}};
    ladder.open = {offered()};
    ladder.recent = {won()};
    ladder.you = LadderYou{3, 3, 0, {{on_day(1), 3}}};
    EXPECT_TRUE(matches_example("answers/ladder", encode_ladder(ladder)));
    EXPECT_TRUE(matches_example("answers/ladder-challenge", encode_ladder_challenge(offered())));
}

TEST(ContractLadder, EventsAreAsShown) {
    TableDecided declined;
    declined.at = {1, 2, 1};
    declined.units = {0, 2};
    declined.lost_by_forfeit = {true, false};
    declined.decided = Decided::declined;
    const std::vector<TournamentEvent> events{{8, on_day(3), ChallengeMade{2, 3, 2, on_day(6)}},
                                              {9, on_day(3), ChallengeDelayed{2, on_day(8)}},
                                              {10, on_day(3), ChallengeAccepted{2}},
                                              {11, on_day(4), declined}};
    constexpr const char* handles[] = {"anna", "ben", "carl"};
    const PlayerNames names{[](AccountId) { return std::string("olga"); },
                            [&](int number) { return std::string(handles[number - 1]); }};
    EXPECT_TRUE(matches_example("answers/ladder-events",
                                encode_tournament_events(TournamentId{4}, 11, events, names)));
}

TEST(ContractLadder, SettingsHaveTheirDefaultsAndNameWhatCanNotBe) {
    const auto create = [](const std::string& more) {
        return decode_create_tournament(R"({"name":"x","setup":"9x9","format":)" + more);
    };
    const auto pointer_of = [&create](const std::string& more) {
        const auto decoded = create(more);
        return decoded ? "none" : decoded.error().pointer;
    };

    EXPECT_EQ(create(R"("ladder"})")->settings.ladder, LadderRules{});
    EXPECT_EQ(create(R"("swiss"})")->settings.ladder, std::nullopt);
    EXPECT_EQ(pointer_of(R"("swiss","ladder":{}})"), "/ladder");
    EXPECT_EQ(pointer_of(R"("ladder","ladder":{"reach":0}})"), "/ladder/reach");
    EXPECT_EQ(pointer_of(R"("ladder","ladder":{"reach":50}})"), "none");
    EXPECT_EQ(pointer_of(R"("ladder","ladder":{"reach":51}})"), "/ladder/reach");
    EXPECT_EQ(pointer_of(R"("ladder","ladder":{"slots":21}})"), "/ladder/slots");
    EXPECT_EQ(pointer_of(R"("ladder","ladder":{"answer_days":31}})"), "/ladder/answer_days");
    EXPECT_EQ(pointer_of(R"("ladder","starts":{"when_full":4}})"), "/starts");
    EXPECT_EQ(pointer_of(R"("ladder","rounds":3})"), "/rounds");
    EXPECT_EQ(pointer_of(R"("ladder","ties":["direct"]})"), "/ties/0");
    EXPECT_EQ(pointer_of(R"("ladder","terms":{"round_limit_days":3}})"), "/terms/round_limit_days");
}

TEST(ContractLadder, NoticesTellTheChallengeItsOpponentAndItsDeadline) {
    LadderNotice notice;
    notice.tournament = TournamentId{4};
    notice.name = "Club ladder";
    notice.challenge = 2;
    notice.what = "asked";
    notice.opponent = "carl";
    notice.until = on_day(6);

    const auto facts = decode_notice_facts(encode_ladder_notice(notice));

    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->tournament, TournamentId{4});
    EXPECT_EQ(facts->table, 2U);
    EXPECT_EQ(facts->what, "asked");
    EXPECT_EQ(facts->opponents, std::vector<std::string>{"carl"});
    EXPECT_EQ(facts->until, on_day(6));
}

}  // namespace
}  // namespace tanbo::protocol
