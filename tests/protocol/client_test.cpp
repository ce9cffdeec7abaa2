#include "protocol/client/client.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/games/narration.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/records/hints.hpp"

namespace tanbo::protocol {
namespace {

const engine::Player anna{AccountId{1}, "anna"};
const engine::Player ben{AccountId{2}, "ben"};

TEST(Client, WritesRequestsThatTheServerReads) {
    const engine::Terms terms{{}, true, true};
    const auto game = decode_create_game(encode_create_game("13x13", terms));
    EXPECT_EQ(game->setup, "13x13");
    EXPECT_EQ(game->terms, terms);
    EXPECT_EQ(decode_join_game(encode_join_game({engine::Seat::white}))->seat, engine::Seat::white);
    EXPECT_FALSE(decode_join_game(encode_join_game({}))->seat.has_value());
    const auto move = decode_play_move(encode_play_move({"K\"10", 17}));
    EXPECT_EQ(move->point, "K\"10");
    EXPECT_EQ(move->ply, 17U);
    EXPECT_EQ(move->seq, std::nullopt);
    EXPECT_EQ(decode_play_move(encode_play_move({"K10", 17, 21}))->seq, 21U);
}

TEST(Client, WritesProposalsThatTheServerReads) {
    const auto undo = decode_make_proposal(encode_make_proposal({engine::ProposalKind::undo, {}}));
    const auto removal = decode_make_proposal(
        encode_make_proposal({engine::ProposalKind::remove, engine::Seat::red}));

    EXPECT_EQ(undo->kind, engine::ProposalKind::undo);
    EXPECT_EQ(undo->target, std::nullopt);
    EXPECT_EQ(removal->kind, engine::ProposalKind::remove);
    EXPECT_EQ(removal->target, engine::Seat::red);
}

TEST(Client, AsksForSeatsThatWereLeft) {
    const auto bots = decode_take_seat(encode_take_seat({engine::Seat::red, 7U, "bot:5"}));
    const auto own = decode_take_seat(encode_take_seat({}));

    ASSERT_TRUE(bots.has_value() && own.has_value());
    EXPECT_EQ(bots->seat, engine::Seat::red);
    EXPECT_EQ(bots->seq, 7U);
    EXPECT_EQ(bots->player, "bot:5");
    EXPECT_EQ(own->seat, std::nullopt);
    EXPECT_EQ(own->seq, std::nullopt);
    EXPECT_EQ(own->player, "");
}

TEST(Client, ReadsWhatWasSaid) {
    const engine::Instant at = parse_instant("2026-03-01T12:00:00.000Z").value();
    const std::vector<ChatLine> said = {
        {ChatMessageId{8}, ChatRoom::spectators, "ben", std::nullopt, at},
        {ChatMessageId{7}, ChatRoom::players, "anna", "Guten Tag, 你好!", at}};

    const auto page = decode_chat_page(encode_chat_page(said, "MTo3"));

    ASSERT_TRUE(page.has_value()) << page.error().detail;
    ASSERT_EQ(page->size(), 2U);
    EXPECT_EQ((*page)[0].room, ChatRoom::spectators);
    EXPECT_EQ((*page)[0].text, std::nullopt);
    EXPECT_EQ((*page)[1].author, "anna");
    EXPECT_EQ((*page)[1].text, "Guten Tag, 你好!");
    EXPECT_EQ((*page)[1].at, at);
}

TEST(Client, ReadsTheTimeOfTheServersClock) {
    EXPECT_EQ(decode_clock_now(R"({"game":1,"now":"2026-03-01T12:00:00.250Z"})").value(),
              parse_instant("2026-03-01T12:00:00.250Z").value());
}

TEST(Client, ReadsCredentials) {
    const auto credentials = decode_credentials(encode_token("anna", "tbo_x", {}));
    EXPECT_EQ(credentials->handle, "anna");
    EXPECT_EQ(credentials->token, "tbo_x");
    EXPECT_EQ(credentials->kind, "");

    AccountView view;
    view.handle = "ben";
    view.kind = "bot";
    const auto account = decode_credentials(encode_account(view));
    EXPECT_EQ(account->handle, "ben");
    EXPECT_EQ(account->token, "");
    EXPECT_EQ(account->kind, "bot");
}

TEST(Client, ReadsAHint) {
    const engine::Position position(engine::find_setup("9x9")->opening);
    const engine::Point best = engine::parse_point(position.lattice(), "H7").value();
    const std::string hint = encode_hint(GameId{1}, position, {{560, 440}, {best}, {}, {}});

    const std::string why = decode_hint(hint).value();

    EXPECT_TRUE(why.starts_with("H7 extends your root at H8")) << why;
    EXPECT_FALSE(decode_hint(encode_hint_progress(GameId{1})));
}

TEST(Client, ReadsWhyItWasRefused) {
    Error error;
    error.code = Code::stale_ply;
    error.detail = "The game is at ply 3.";

    const auto problem = decode_problem(encode_problem(error, 409));

    EXPECT_EQ(problem->code, "stale-ply");
    EXPECT_EQ(problem->detail, "The game is at ply 3.");
}

engine::Match joined() {
    const auto opening = engine::find_setup("19x19-4p")->opening;
    engine::Match match =
        engine::Match::open({1,
                             {},
                             engine::GameOpened{"19x19-4p",
                                                opening,
                                                {{anna, true}, {ben, false}, {}, {}},
                                                engine::Visibility::everyone,
                                                anna}})
            .value();
    return match;
}

TEST(Client, ReadsGamesAndTheirList) {
    const engine::Match match = joined();
    EXPECT_EQ(decode_game_id(encode_game(GameId{42}, match)).value(), GameId{42});

    const GameSummary summary = summarize(GameId{42}, match);
    const auto page = decode_game_page(encode_game_page({&summary, 1}, std::nullopt));

    ASSERT_EQ(page->games.size(), 1U);
    EXPECT_EQ(page->games[0].id, GameId{42});
    EXPECT_EQ(page->games[0].setup, "19x19-4p");
    EXPECT_EQ(page->games[0].seats[0].state, engine::SeatState::in);
    EXPECT_EQ(page->games[0].seats[1].handle, "ben");
    EXPECT_EQ(page->games[0].seats[1].state, engine::SeatState::open);
    EXPECT_EQ(page->games[0].seats[2].handle, std::nullopt);
    EXPECT_EQ(page->next, "");
    EXPECT_EQ(decode_game_page(encode_game_page({}, "more"))->next, "more");
}

TEST(Client, ReadsFramesAsEvents) {
    const engine::Match match = joined();
    const engine::EventData data = engine::PlayerJoined{engine::Seat::white, ben};
    const StoredEvent stored{
        2, {}, std::string(event_type(data)), encode_event_data(data, match.opening().lattice())};

    const auto frame = decode_frame(encode_frame(GameId{42}, stored), match.shared_opening());

    EXPECT_EQ(frame->topic, "game:42");
    EXPECT_EQ(frame->event.seq, 2U);
    EXPECT_EQ(std::get<engine::PlayerJoined>(frame->event.data).player, ben);
}

TEST(Client, RefusesWhatIsNoAnswer) {
    for (const std::string_view text : {"", "null", "[]", "{}", "{\"handle\":1}", "{\"id\":0}",
                                        "{\"games\":[{}]}", "{\"topic\":\"game:1\",\"seq\":1}"}) {
        EXPECT_FALSE(decode_credentials(text).has_value()) << text;
        EXPECT_FALSE(decode_problem(text).has_value()) << text;
        EXPECT_FALSE(decode_game_id(text).has_value()) << text;
        EXPECT_FALSE(decode_game_page(text).has_value()) << text;
        EXPECT_FALSE(decode_frame(text, nullptr).has_value()) << text;
        EXPECT_FALSE(decode_chat_page(text).has_value()) << text;
        EXPECT_FALSE(decode_clock_now(text).has_value()) << text;
    }
}

TEST(Narration, SaysWhoSitsWhere) {
    EXPECT_EQ(narrate_seats(joined()),
              "black anna, white waits for ben, red is open, green is open");
}

TEST(Narration, SaysOfAnEmptySeatWhyItsPlayerHasGone) {
    Script script("19x19-4p");
    script.fill().leave(engine::Seat::white, engine::LeaveReason::time).leave(engine::Seat::red);

    const std::string seats = narrate_seats(script.match());

    EXPECT_THAT(seats, testing::ContainsRegex("white [a-z]+: out of time, red [a-z]+: resigned"));
    EXPECT_THAT(seats, testing::Not(testing::HasSubstr("left")));
}

TEST(Narration, SaysWhatATurnRemoved) {
    const engine::Match match = joined();
    const auto& lattice = match.opening().lattice();
    engine::StonePlaced placed{7, engine::Seat::black, 0, {}};
    EXPECT_EQ(narrate(placed, match), "black A1.");

    placed.after.removed = {{engine::Seat::white, 2, {2, 3}, false},
                            {engine::Seat::red, 5, {5}, false}};
    placed.after.eliminated = {engine::Seat::red};
    EXPECT_EQ(narrate(placed, match),
              "black A1 removes white's root C1 (2 stones), red's root F1 (1 stone). red is out.");

    placed.after.removed = {{engine::Seat::black, 0, {0}, true}};
    placed.after.eliminated.clear();
    EXPECT_EQ(narrate(placed, match),
              "black A1 removes the root it extended, black's root A1 (1 stone).");
    EXPECT_EQ(lattice.points(), 361);
}

TEST(Narration, SaysWhoLeftAndHowItEnded) {
    const engine::Match match = joined();
    engine::PlayerLeft left{engine::Seat::white, engine::LeaveReason::withdrawn, {}};
    EXPECT_EQ(narrate(left, match), "white leaves before the start.");
    left.reason = engine::LeaveReason::resigned;
    left.after.removed = {{engine::Seat::white, 2, {2}, false}};
    EXPECT_EQ(narrate(left, match), "white resigns, 1 root removed.");
    left.reason = engine::LeaveReason::time;
    EXPECT_EQ(narrate(left, match), "white has run out of time, 1 root removed.");
    EXPECT_EQ(narrate(engine::GameStarted{{engine::Seat::red, engine::Seat::green}, {}}, match),
              "The game begins, without red, without green.");
    EXPECT_EQ(narrate(engine::GameEnded{engine::EndReason::withdrawn, {}, {}}, match),
              "The game was withdrawn.");
}

}  // namespace
}  // namespace tanbo::protocol
