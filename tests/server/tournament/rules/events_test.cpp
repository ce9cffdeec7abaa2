#include "protocol/tournaments/events.hpp"

#include <gtest/gtest.h>

#include "server/tournament/rules/draw_names.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

namespace tanbo::tournament {
namespace {

std::vector<TournamentEventData> every_kind() {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 3);
    settings.keeps_clubs_apart = false;
    settings.apart = {{account(1), account(2)}};
    settings.starts = protocol::StartRule{noon, 4, 7, {}};
    settings.entry.rating_min = 1200;
    settings.rules.round_limit_days = 14;
    TournamentSettings ladder = settings_of(TournamentFormat::ladder, 0);
    ladder.ladder = protocol::LadderRules{5, 2, 0, 1, 14};
    TournamentSettings league = settings_of(TournamentFormat::league, 2);
    league.league = protocol::LeagueRules{6, 1, 60, false, 12};
    TournamentSettings arena = settings_of(TournamentFormat::arena, 0);
    arena.arena = protocol::ArenaRules{45};
    TournamentSettings grouped = settings_of(TournamentFormat::round_robin, 2);
    grouped.groups = protocol::GroupRules{{}, 5, 3, protocol::FinalStage::round_robin};
    grouped.is_quiet = true;
    grouped.club = protocol::ClubId{4};
    TournamentSettings seeded = settings_of(TournamentFormat::swiss, 3);
    seeded.mcmahon = protocol::McMahonRules{2000, 1000, 50};
    const protocol::TableKey at{2, 3, 1};
    return {
        protocol::TournamentCreated{account(1), settings, "ab"},
        protocol::TournamentChanged{account(1), settings},
        protocol::OrganiserChanged{account(2), account(1), true},
        protocol::OrganiserChanged{account(2), account(1), false},
        protocol::PlayerEntered{account(3), 1500, true, 2},
        protocol::PlayerEntered{account(3), {}, false, 1, {protocol::ClubId{4}}},
        protocol::PlayerWithdrawn{account(3), protocol::WithdrawalCause::suspended, true},
        protocol::RestChosen{account(3), 2},
        protocol::StartExtended{noon},
        protocol::TournamentStarted{{account(1), account(3)}, 3, false},
        protocol::RoundPaired{1, {{2, 1}}, {{3, protocol::Resting::half_bye}}},
        protocol::RoundPaired{1, {{2, 1, protocol::empty_seat, 3}}, {}},
        protocol::TableStarted{at, GameId{7}},
        protocol::TableDecided{
            at, GameId{7}, {2, 0}, {}, {false, true}, Decided::forfeit, account(1), "absent"},
        protocol::TableDecided{at,
                               GameId{7},
                               {840, 210, 210},
                               {1, 2, 2},
                               {false, false, false},
                               Decided::game,
                               {},
                               ""},
        protocol::TableDecided{at, {}, {0, 0, 0}, {}, {true, true, true}, Decided::forfeit, {}, ""},
        protocol::PlayerForfeited{at, GameId{7}, 3, account(1), "absent"},
        protocol::TableAnnulled{at, GameId{7}, true, account(1), "wrong board"},
        protocol::RoundEnded{1, noon},
        protocol::TournamentCreated{account(1), ladder, "ab"},
        protocol::TournamentCreated{account(1), league, "ab"},
        protocol::SeasonBegun{2, {{3, 1}, {2, 4, 5}}},
        protocol::TournamentCreated{account(1), arena, "ab"},
        protocol::TournamentCreated{account(1), grouped, "ab"},
        protocol::TournamentCreated{account(1), seeded, "ab"},
        protocol::FinalSeeded{{4, 1, 3}},
        protocol::PauseChosen{account(3), true},
        protocol::PauseChosen{account(3), false},
        protocol::PlayersMatched{{{3, 1}, {2, 4}}},
        protocol::ChallengeMade{4, 3, 1, noon},
        protocol::ChallengeAccepted{4},
        protocol::ChallengeDelayed{4, noon},
        protocol::TableDecided{at, {}, {0, 2}, {}, {true, false}, Decided::unanswered, {}, ""},
        protocol::TournamentFinished{protocol::TournamentEnd::cancelled, "cd", account(1), "why"}};
}

TEST(TournamentEvents, EveryKindComesBackFromItsStoredForm) {
    for (const TournamentEventData& data : every_kind()) {
        const std::string text = protocol::encode_stored(data);
        const auto type = protocol::event_type(data);

        const auto again = protocol::decode_stored_event(type, text);

        ASSERT_TRUE(again) << type << text << again.error().detail;
        EXPECT_EQ(again->index(), data.index()) << type;
        EXPECT_EQ(protocol::encode_stored(*again), text);
        EXPECT_EQ(protocol::event_type(*again), type);
    }
}

TEST(TournamentEvents, ATruncatedFormIsRefused) {
    for (const TournamentEventData& data : every_kind()) {
        const std::string text = protocol::encode_stored(data);
        for (std::size_t length = 0; length < text.size(); ++length) {
            EXPECT_FALSE(
                protocol::decode_stored_event(protocol::event_type(data), text.substr(0, length)));
        }
    }
}

TEST(TournamentEvents, AnUnknownTypeIsRefused) {
    EXPECT_FALSE(protocol::decode_stored_event("moved", "{}"));
}

TEST(Draws, ASecretComesBackFromItsText) {
    pairing::Secret secret{};
    for (std::size_t i = 0; i < secret.size(); ++i)
        secret[i] = static_cast<std::uint8_t>(i * 8 + 5);

    EXPECT_EQ(secret_of(to_hex(secret)), secret);
    EXPECT_EQ(to_hex(secret).size(), 64U);
}

}  // namespace
}  // namespace tanbo::tournament
