#include "tests/server/mail/text/cast.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include <gtest/gtest.h>

namespace tanbo::mail::text {

using engine::Seat;
using namespace std::chrono_literals;

namespace {

constexpr const char* site = "https://tanbo.example";

GameMail turn_of(const protocol::Script& script) {
    return turn_mail({facts_of(script, script.match().to_move())});
}

GameMail digest() {
    static const tests::Table timed = timed_game();
    static const protocol::Script cube =
        std::move(protocol::Script("5x5x5").fill().play_random(4, 40));
    DigestFacts facts;
    facts.day = "2026-03-02";
    facts.zone = berlin_time();
    facts.site = site;
    facts.games.push_back({protocol::GameId{21},
                           "anna - carla",
                           "19x19",
                           false,
                           {},
                           nullptr,
                           {"12. black (anna) K10"}});
    facts.games.push_back(
        {protocol::GameId{18}, "ben - anna", "5x5x5", true, {}, &cube.match(), {}});
    facts.games.push_back({protocol::GameId{17},
                           "anna - ben",
                           "9x9",
                           true,
                           timed.clock().deadline(),
                           &timed.match(),
                           {"2. white (ben) B7 removes black's root from B2 (1 stone)"}});
    facts.news = {"dora has accepted your challenge 5: it is game 30."};
    return digest_mail(facts);
}

}  // namespace

MailZone berlin_time() {
    return {"Europe/Berlin", [](engine::Instant) { return 60min; }};
}

GameFacts facts_of(const protocol::Script& script, std::optional<Seat> reader) {
    return {protocol::GameId{17}, script.log(), script.match(), reader, berlin_time(), site};
}

GameFacts facts_of(const tests::Table& table, std::optional<Seat> reader) {
    return {protocol::GameId{17}, table.log(), table.match(), reader, berlin_time(), site};
}

tests::Table timed_game() {
    engine::Terms terms = tests::fischer(72h, 24h, 168h);
    terms.rated = true;
    tests::Table table("9x9", terms);
    return table.wait(2h).place().wait(30h).place();
}

protocol::NoticeFacts notice_of(protocol::NoticeKind kind) {
    protocol::NoticeFacts notice;
    switch (kind) {
        case protocol::NoticeKind::challenge:
        case protocol::NoticeKind::challenge_accepted:
        case protocol::NoticeKind::challenge_declined:
        case protocol::NoticeKind::challenge_expired:
            notice.challenge = protocol::ChallengeId{5};
            notice.creator = "ben";
            notice.setup = "9x9";
            notice.terms = tests::fischer(72h, 24h, 168h);
            notice.terms.rated = true;
            notice.players = {"ben", "anna"};
            notice.expires_at = tests::utc(2026, 3, 16, 12);
            if (kind == protocol::NoticeKind::challenge_accepted)
                notice.game = protocol::GameId{17};
            if (kind == protocol::NoticeKind::challenge_declined) {
                notice.declined_by = "anna";
                notice.reason = "No time until June, sorry!";
            }
            return notice;
        case protocol::NoticeKind::tournament_round:
            notice.tournament = protocol::TournamentId{3};
            notice.name = "Autumn Cup";
            notice.round = 2;
            notice.table = 1;
            notice.opponents = {"ben"};
            break;
        case protocol::NoticeKind::ladder_challenge:
            notice.tournament = protocol::TournamentId{4};
            notice.name = "Club Ladder";
            notice.what = "asked";
            notice.opponents = {"ben"};
            notice.until = tests::utc(2026, 3, 16, 12);
            return notice;
        case protocol::NoticeKind::league_season:
            notice.tournament = protocol::TournamentId{5};
            notice.name = "Club League";
            notice.what = "began";
            notice.round = 2;
            notice.division = 1;
            notice.field = 8;
            notice.moved = "up";
            return notice;
        case protocol::NoticeKind::tournament_finished:
            notice.tournament = protocol::TournamentId{3};
            notice.name = "Autumn Cup";
            notice.end_reason = "completed";
            notice.place = 2;
            notice.field = 8;
            notice.points = "2.5";
            return notice;
        case protocol::NoticeKind::chat_mention:
            notice.author = "ben";
            notice.said = "@anna that was a move!";
            return notice;
        case protocol::NoticeKind::webhook_disabled:
        case protocol::NoticeKind::webhook_test:
            notice.url = "https://example.org/hook";
            return notice;
        case protocol::NoticeKind::proposal:
        case protocol::NoticeKind::proposal_answered:
            notice.what = "undo";
            notice.accepted = false;
            break;
        case protocol::NoticeKind::player_left:
        case protocol::NoticeKind::seat_offered:
            notice.what = "time";
            notice.until = tests::utc(2026, 3, 5, 12);
            break;
        case protocol::NoticeKind::plan_dropped:
            notice.why = "no-branch";
            break;
        case protocol::NoticeKind::deadline_warning:
            notice.deadline = tests::utc(2026, 3, 7, 18);
            notice.remaining = 6h;
            break;
        case protocol::NoticeKind::your_turn:
        case protocol::NoticeKind::invited:
        case protocol::NoticeKind::game_started:
        case protocol::NoticeKind::game_finished:
        case protocol::NoticeKind::eliminated:
        case protocol::NoticeKind::undo:
        case protocol::NoticeKind::swapped:
        case protocol::NoticeKind::paused:
        case protocol::NoticeKind::resumed:
        case protocol::NoticeKind::seat_taken_over:
        case protocol::NoticeKind::watched_move:
        case protocol::NoticeKind::watched_finished:
            break;
    }
    notice.seat = Seat::white;
    notice.game = protocol::GameId{17};
    return notice;
}

std::vector<std::pair<std::string, GameMail>> example_mails() {
    std::vector<std::pair<std::string, GameMail>> all;
    all.emplace_back("turn-first", turn_of(protocol::Script("9x9").fill()));
    const tests::Table timed = timed_game();
    all.emplace_back("turn-timed", turn_mail({facts_of(timed, Seat::black)}));
    TurnMailFacts reminder{facts_of(timed, Seat::black)};
    reminder.reminder = protocol::DeadlineWarning{protocol::GameId{17}, Seat::black, 2,
                                                  tests::utc(2026, 3, 7, 18), 6h};
    reminder.plan_dropped = protocol::PlanDrop::no_branch;
    all.emplace_back("turn-reminder", turn_mail(reminder));
    all.emplace_back("turn-removed", turn_of(protocol::Script("13x13").fill().play_random(7, 148)));
    all.emplace_back("turn-19x19", turn_of(protocol::Script("19x19").fill().play_random(2, 120)));
    all.emplace_back("turn-3d", turn_of(protocol::Script("5x5x5").fill().play_random(4, 117)));
    all.emplace_back("turn-line", turn_of(protocol::Script("line31").fill().play_random(5, 8)));
    all.emplace_back("turn-4p", turn_of(protocol::Script("19x19-4p").fill().play_random(3, 287)));
    all.emplace_back(
        "turn-leaver",
        turn_of(protocol::Script("19x19-4p").fill().play_random(3, 80).leave(Seat::red)));
    const protocol::Script won = std::move(protocol::Script("9x9").fill().play_random(1, 1000));
    const RatingChange ratings[] = {{Seat::black, 1703.4, 1711.8}, {Seat::white, 1650, 1642.2}};
    all.emplace_back("result", result_mail(facts_of(won, Seat::black), ratings));
    const protocol::Script four = std::move(protocol::Script("19x19-4p")
                                                .fill()
                                                .play_random(3, 80)
                                                .leave(Seat::red)
                                                .play_random(4, 2000));
    all.emplace_back("result-4p", result_mail(facts_of(four, Seat::white), {}));
    const protocol::Script watched =
        std::move(protocol::Script("13x13").fill().play_random(7, 148));
    all.emplace_back("board", board_mail({facts_of(watched), watched.match().seq() - 1,
                                          "https://tanbo.example/mail/stop/abc"}));
    all.emplace_back("digest", digest());
    const GameFacts facts = facts_of(timed, Seat::black);
    all.emplace_back("challenge", notice_mail(protocol::NoticeKind::challenge,
                                              notice_of(protocol::NoticeKind::challenge), nullptr,
                                              berlin_time(), site));
    all.emplace_back("proposal", notice_mail(protocol::NoticeKind::proposal,
                                             notice_of(protocol::NoticeKind::proposal), &facts,
                                             berlin_time(), site));
    return all;
}

void expect_plain(const std::string& text, const std::string& name) {
    ASSERT_TRUE(text.ends_with('\n')) << name << ": " << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(line.size() <= 72 || line.find("https://") != line.npos)
            << name << ": " << line;
        EXPECT_FALSE(line.ends_with(' ')) << name << ": " << line;
        EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; }))
            << name << ": " << line;
    }
}

}  // namespace tanbo::mail::text
