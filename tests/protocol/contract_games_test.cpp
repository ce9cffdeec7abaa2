#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/games/clock_answer.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/live.hpp"
#include "protocol/games/oembed.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/json/error.hpp"
#include "protocol/people/challenges.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/records/record.hpp"
#include "tests/protocol/example.hpp"
#include "tests/support/table.hpp"

// Answers, events and pushes of games are those that the contract shows.
namespace tanbo::protocol {
namespace {

using engine::Seat;

constexpr GameId game{42};
const engine::Player anna{AccountId{7}, "anna"};
const engine::Player ben{AccountId{9}, "ben"};

engine::Instant games_at(const char* time) {
    return parse_instant("2026-03-01T" + std::string(time) + "Z").value();
}

engine::Event opening(const engine::Terms& terms, engine::Instant when) {
    engine::GameOpened opened;
    opened.setup = "9x9";
    opened.seats = {{anna, true}, {{}, false}};
    opened.opening = engine::find_setup("9x9")->opening;
    opened.creator = anna;
    opened.terms = terms;
    return {1, when, std::move(opened)};
}

// A game by commands at instants of the test's choosing.
class Played {
public:
    explicit Played(const engine::Terms& terms = {},
                    engine::Instant when = games_at("12:00:00.000"))
        : log_{opening(terms, when)}, match_(engine::Match::open(log_.front()).value()) {}

    Played& act(const engine::Command& command, engine::Instant when) {
        auto decided = std::get<engine::Decided>(engine::decide(match_, command, when));
        log_.insert(log_.end(), decided.events.begin(), decided.events.end());
        match_ = *decided.next;
        return *this;
    }
    Played& place(const engine::Player& player, const char* point, engine::Instant when) {
        const auto name = engine::parse_point(match_.opening().lattice(), point);
        return act(engine::Place{player.account, name, match_.ply()}, when);
    }

    const engine::Match& match() const { return match_; }
    const std::vector<engine::Event>& log() const { return log_; }
    std::vector<StoredEvent> stored() const {
        std::vector<StoredEvent> events;
        for (const engine::Event& event : log_) {
            events.push_back({event.seq, event.at, std::string(event_type(event.data)),
                              encode_event_data(event.data, match_.opening().lattice())});
        }
        return events;
    }
    // Of its event with that seq, as it is pushed.
    std::string frame(std::size_t seq) const { return encode_frame(game, stored().at(seq - 1)); }
    std::string answer() const { return encode_game(game, match_); }
    std::string summary() const { return encode_game_summary(summarize(game, match_)); }

private:
    std::vector<engine::Event> log_;
    engine::Match match_;
};

// The contract's example, as far as it has come: opened, begun, two plies, left.
Played opened() {
    return Played();
}
Played begun() {
    return opened().act(engine::Join{ben, {}}, games_at("12:01:00.000"));
}
Played in_play() {
    return begun()
        .place(anna, "H7", games_at("12:02:00.000"))
        .place(ben, "C8", games_at("12:03:20.250"));
}
Played left() {
    return in_play().act(engine::Leave{ben.account}, games_at("12:05:00.000"));
}

TEST(ContractGames, AreAnsweredAsTheyStand) {
    EXPECT_TRUE(matches_example("answers/open-game", opened().answer()));
    EXPECT_TRUE(matches_example("answers/started-game", begun().answer()));
    EXPECT_TRUE(matches_example("answers/active-game", in_play().answer()));
}

TEST(ContractGames, AreListedShort) {
    const GameSummary summary = summarize(game, in_play().match());

    EXPECT_TRUE(matches_example("answers/games", encode_game_page({&summary, 1}, {})));
}

TEST(ContractGames, ShowTheirBoard) {
    const engine::Match match = in_play().match();
    const auto board = engine::snapshot_at(match, match.ply()).value();

    EXPECT_TRUE(matches_example("answers/board", encode_board(game, board)));
    EXPECT_TRUE(matches_example("answers/legal-moves", encode_legal_moves(game, match)));
    EXPECT_TRUE(matches_example("answers/roots", encode_roots(game, match)));
}

TEST(ContractGames, PreviewAMove) {
    const engine::Position before = begun().match().position();
    const engine::Lattice& lattice = before.lattice();
    const auto placed = engine::place_stone(before, engine::parse_point(lattice, "H7").value());

    EXPECT_TRUE(matches_example("answers/preview", encode_preview(placed, lattice)));
}

TEST(ContractGames, AreWholeInTheirRecordAndTheirLog) {
    const Played over = left();

    EXPECT_TRUE(matches_example("answers/event-page", encode_events_page(game, over.stored(), 7)));
    EXPECT_TRUE(matches_example("answers/record",
                                encode_record(assemble_record(game, over.stored()).value())));
}

TEST(ContractGames, ExplainTheirClock) {
    const engine::Terms terms =
        tests::fischer(std::chrono::hours(72), std::chrono::hours(24), std::chrono::hours(168));
    const Played timed = Played(terms, games_at("10:00:00.000"))
                             .act(engine::Join{ben, {}}, games_at("11:00:00.000"))
                             .place(anna, "H7", games_at("12:00:00.000"));
    const auto now = games_at("13:00:00.000");

    EXPECT_TRUE(matches_example(
        "answers/clock",
        encode_clock(game, timed.match().clock(), engine::explain_clock(timed.log(), now), now)));
}

TEST(ContractGames, HavePlans) {
    const PlanBranch then{{{Seat::white, ""}}, {}, "L11", {}};
    const PlanBranch first{{{Seat::white, "K10"}}, {{"G13", 3}}, "L10", {then}};
    const PlanBranch otherwise{{}, {}, "H3", {}};

    EXPECT_TRUE(matches_example("answers/plan", encode_plan(game, 5, {first, otherwise})));
}

TEST(ContractGames, HaveSetups) {
    const std::string small = encode_setup(*engine::find_setup("9x9"));

    EXPECT_TRUE(matches_example("answers/setup", encode_setup(*engine::find_setup("line31"))));
    EXPECT_TRUE(matches_example("answers/setups", R"({"setups":[)" + small + "]}"));
    EXPECT_NE(encode_setups().find(small), std::string::npos);
}

// --- challenges ---

ChallengeView challenge() {
    ChallengeView view;
    view.id = ChallengeId{7};
    view.state = "open";
    view.creator = "anna";
    view.setup = "9x9";
    view.opening = engine::find_setup("9x9")->opening;
    view.seats = {{Seat::black, "anna", "me"}, {Seat::white, {}, "open"}};
    view.order = "given";
    view.created_at = games_at("12:00:00.000");
    view.expires_at = parse_instant("2026-03-15T12:00:00.000Z").value();
    return view;
}

ChallengeView accepted() {
    ChallengeView view = challenge();
    view.state = "accepted";
    view.seats.back() = {Seat::white, "ben", "accepted"};
    view.uses_left = 0;
    view.game = game;
    view.closed_at = games_at("12:05:00.000");
    return view;
}

TEST(ContractGames, BeginByChallenges) {
    const ChallengeView open = challenge();
    ChallengeView declined = open;
    declined.state = "declined";
    declined.seats.back() = {Seat::white, "ben", "asked"};
    declined.declined_by = "ben";
    declined.reason = "Gladly, after my holidays.";
    declined.closed_at = games_at("12:05:00.000");
    ChallengeView rematch = open;
    rematch.id = ChallengeId{8};
    rematch.seats = {{Seat::black, "ben", "asked"}, {Seat::white, "anna", "me"}};
    rematch.order = "alternate";
    rematch.rematch_of = game;

    EXPECT_TRUE(matches_example("answers/challenge", encode_challenge(open)));
    EXPECT_TRUE(matches_example("answers/challenges", encode_challenge_page({&open, 1}, {})));
    EXPECT_TRUE(matches_example("answers/challenge-accepted", encode_challenge(accepted())));
    EXPECT_TRUE(matches_example("answers/challenge-declined", encode_challenge(declined)));
    EXPECT_TRUE(matches_example("answers/rematch", encode_challenge(rematch)));
}

// --- what players are told ---

TEST(ContractGames, WaitForTheirPlayers) {
    TurnView move;
    move.kind = "move";
    move.game = summarize(game, in_play().match());
    move.since = games_at("12:03:20.250");
    TurnView proposal = move;
    move.deadline = parse_instant("2026-03-04T12:03:20.250Z").value();
    proposal.kind = "proposal";
    proposal.data = encode_open_proposal(5, "pause", Seat::white, {});

    EXPECT_TRUE(matches_example("answers/turns", encode_turns(std::vector{move, proposal}, {})));
}

TEST(ContractGames, AreWatched) {
    const WatchView watch{in_play().summary(), WatchMode::end, games_at("12:03:20.250"), 4};

    EXPECT_TRUE(matches_example("answers/watch", encode_watch(watch)));
    EXPECT_TRUE(matches_example("answers/watches", encode_watches({&watch, 1}, {})));
}

TEST(ContractGames, AreToldOfInTheInbox) {
    GameNotice turn;
    turn.seat = Seat::black;
    const std::string data = encode_game_notice(in_play().summary(), turn);
    const NotificationView notice{12, "your-turn", game, games_at("12:03:20.250"), false, data};

    EXPECT_TRUE(
        matches_example("answers/notifications",
                        encode_notifications(NoticeMode::away, 1, 12, {&notice, 1}, "bjoxMg")));
}

// --- the live socket ---

TEST(ContractGames, ArePushed) {
    const Played over = left();

    EXPECT_TRUE(matches_example("messages/event-open", over.frame(1)));
    EXPECT_TRUE(matches_example("messages/event-join", over.frame(2)));
    EXPECT_TRUE(matches_example("messages/event-start", over.frame(3)));
    EXPECT_TRUE(matches_example("messages/event-move", over.frame(4)));
    EXPECT_TRUE(matches_example("messages/event-leave", over.frame(6)));
    EXPECT_TRUE(matches_example("messages/event-end", over.frame(7)));
    EXPECT_TRUE(matches_example("answers/move-event", over.frame(4)));
    EXPECT_TRUE(matches_example("answers/leave-event", over.frame(6)));
    EXPECT_TRUE(matches_example("messages/played", encode_live_ok(7, over.frame(4))));
    EXPECT_TRUE(matches_example("messages/acted-left", encode_live_ok(8, over.frame(6))));
    EXPECT_TRUE(matches_example(
        "messages/snapshot",
        encode_live_snapshot(game, 5, games_at("12:03:21.006"), in_play().answer())));
}

TEST(ContractGames, AreAnsweredOnTheLiveSocket) {
    EXPECT_TRUE(matches_example("messages/done", encode_live_ok(4)));
    EXPECT_TRUE(
        matches_example("messages/subscribed-game", encode_live_subscribed(1, 18, "5e0c9b71")));
    EXPECT_TRUE(
        matches_example("messages/subscribed-lobby", encode_live_subscribed(3, {}, "5e0c9b71")));
    EXPECT_TRUE(matches_example("messages/alive",
                                encode_live_pong(5, games_at("12:03:21.006"), "7d1f0c2a9b")));
}

TEST(ContractGames, AreToldOfInTheLobby) {
    const Topic lobby;

    EXPECT_TRUE(matches_example("messages/lobby-notice-game-opened",
                                encode_notice(lobby, "game-opened", opened().summary())));
    EXPECT_TRUE(matches_example("messages/lobby-notice-game-joined",
                                encode_notice(lobby, "game-joined", begun().summary())));
    EXPECT_TRUE(matches_example("messages/lobby-notice-game-started",
                                encode_notice(lobby, "game-started", begun().summary())));
    EXPECT_TRUE(matches_example("messages/lobby-notice-game-finished",
                                encode_notice(lobby, "game-finished", left().summary())));
    EXPECT_TRUE(matches_example(
        "messages/challenge-notice-challenge-opened",
        encode_challenge_notice("challenge-opened", encode_challenge(challenge()))));
    EXPECT_TRUE(
        matches_example("messages/challenge-notice-challenge-closed",
                        encode_challenge_notice("challenge-closed", encode_challenge(accepted()))));
}

TEST(ContractGames, AreToldOfToTheirPlayers) {
    GameSummary invited = summarize(game, opened().match());
    invited.seats.back().handle = "ben";
    const auto to = [](Seat seat, std::string_view summary) {
        return encode_game_notice(summary, {seat});
    };

    EXPECT_TRUE(matches_example("messages/personal-notice-your-turn",
                                encode_my_notice("your-turn", 12, games_at("12:03:20.250"),
                                                 to(Seat::black, in_play().summary()))));
    EXPECT_TRUE(matches_example("messages/personal-notice-invited",
                                encode_my_notice("invited", 7, games_at("12:00:00.000"),
                                                 to(Seat::white, encode_game_summary(invited)))));
    EXPECT_TRUE(matches_example("messages/personal-notice-game-started",
                                encode_my_notice("game-started", 8, games_at("12:09:00.000"),
                                                 to(Seat::black, begun().summary()))));
    EXPECT_TRUE(matches_example("messages/personal-notice-game-finished",
                                encode_my_notice("game-finished", 31, games_at("12:09:00.000"),
                                                 to(Seat::black, left().summary()))));
    EXPECT_TRUE(matches_example("answers/webhook-body",
                                encode_webhook_body("your-turn", 12, games_at("12:03:20.250"),
                                                    to(Seat::black, in_play().summary()))));
}

// --- every event that is shown, also those of games that are not played here ---

class ContractEvents : public testing::TestWithParam<std::string> {};

// The value of one field of compact JSON, up to the comma or brace behind it.
std::string field(const std::string& json, const std::string& key) {
    const std::size_t from = json.find("\"" + key + "\":") + key.size() + 3;
    return json.substr(from, json.find_first_of(",}", from) - from);
}

std::string unquoted(const std::string& text) {
    return text.substr(1, text.size() - 2);
}

TEST_P(ContractEvents, AreWrittenAsTheyAreRead) {
    const std::string frame = example(GetParam());
    const std::size_t start = frame.find("\"data\":") + 7;
    const std::string data = frame.substr(start, frame.size() - 1 - start);
    const std::string type = unquoted(field(frame, "type"));
    const auto number = static_cast<std::uint32_t>(std::stoul(field(frame, "seq")));
    const GameId id{std::stoll(unquoted(field(frame, "topic")).substr(5))};
    const bool has_seats = data.find("\"red\"") != std::string::npos;
    const auto opening = engine::find_setup(has_seats ? "19x19-4p" : "9x9")->opening;

    const auto event = decode_event_data(type, data, opening);

    ASSERT_TRUE(event) << event.error().detail;
    EXPECT_EQ(encode_frame(id, {number, parse_instant(unquoted(field(frame, "at"))).value(), type,
                                encode_event_data(*event, opening->lattice())}),
              frame);
}

std::vector<std::string> shown_events() {
    std::vector<std::string> names = {"answers/leave-event",
                                      "answers/move-event",
                                      "answers/proposal",
                                      "answers/proposal-accepted",
                                      "answers/proposal-declined",
                                      "answers/removing-move-event",
                                      "answers/resume",
                                      "answers/substitute",
                                      "answers/swap"};
    for (const std::string& name : examples_in("messages")) {
        if (name.starts_with("messages/event-")) names.push_back(name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Contract, ContractEvents, testing::ValuesIn(shown_events()),
                         [](const auto& row) {
                             std::string name = row.param;
                             std::erase_if(name, [](char c) { return c == '/' || c == '-'; });
                             return name;
                         });

TEST(ContractGames, FramesForOtherSitesAreAsShown) {
    const OEmbed frame{"Game 42: anna, ben – Tanbo",
                       "https://tanbo.example",
                       "https://tanbo.example/embed/games/42",
                       400,
                       480,
                       "https://tanbo.example/games/42/preview.png",
                       1200,
                       630};
    EXPECT_TRUE(matches_example("answers/oembed", encode_oembed(frame)));
}

}  // namespace
}  // namespace tanbo::protocol
