#include "server/game/repeats.hpp"

#include <future>

#include <gmock/gmock.h>

#include "engine/log_limits.hpp"
#include "tests/server/game/fixture.hpp"

// Commands that name the seq up to which their player had seen the game.
namespace tanbo::game {
namespace {

using engine::AnswerProposal;
using engine::Join;
using engine::Leave;
using engine::ProposalKind;
using engine::Propose;
using engine::Resume;
using engine::Seat;
using engine::Start;
using engine::Swap;
using engine::TakeOver;
using protocol::Code;
using testing::HasSubstr;

class RepeatsTest : public GameTest {
protected:
    Answer submit_seen(GameId game, std::optional<std::uint32_t> seen, const Command& command) {
        return on(0, [&] { return referee->submit(game, command, std::nullopt, seen); });
    }
    std::uint32_t seq(GameId game) { return match(game, anna.account)->seq(); }

    // A command that is sent for the present seq is done once: at once again, after a restart and
    // when the game has gone on, the same event comes back. Without the seq it is not.
    void expect_repeatable(GameId game, const Command& command, const std::string& type) {
        const std::uint32_t seen = seq(game);
        const Answer first = submit_seen(game, seen, command);
        ASSERT_TRUE(first.has_value()) << type << ": " << first.error().detail;
        const std::size_t written = events(game).size();

        const Answer again = submit_seen(game, seen, command);
        restart();
        const Answer later = submit_seen(game, seen, command);
        const Answer unguarded = submit_seen(game, std::nullopt, command);

        EXPECT_FALSE(first->is_repeat) << type;
        EXPECT_THAT(*first->event, HasSubstr("\"type\":\"" + type + "\""));
        for (const Answer* answer : {&again, &later}) {
            ASSERT_TRUE(answer->has_value()) << type << ": " << answer->error().detail;
            EXPECT_TRUE((*answer)->is_repeat) << type;
            EXPECT_EQ(*(*answer)->event, *first->event);
            EXPECT_EQ(*(*answer)->body, *first->body);
            EXPECT_EQ((*answer)->seq, first->seq);
        }
        EXPECT_FALSE(unguarded.has_value()) << type << " was never refused";
        EXPECT_EQ(events(game).size(), written) << type;
    }

    static protocol::CreateGame timed(const std::string& setup,
                                      const std::vector<std::string>& seats) {
        protocol::CreateGame request = game_request(setup, seats);
        request.terms.clock = {
            engine::ClockKind::total, std::chrono::hours(24), {}, {}, false, false, false};
        return request;
    }
    // Anna is black, Ben white, Carl red; blue is open, and a seat that is left is on offer.
    GameId start_of_three() {
        protocol::CreateGame request = timed("19x19-4p", {"me", "open", "open", "open"});
        request.terms.leaver_policy = engine::LeaverPolicy::substitute;
        const GameId game = open_game(anna, request)->game;
        EXPECT_TRUE(submit(game, Join{ben, {}}).has_value());
        EXPECT_TRUE(submit(game, Join{carl, {}}).has_value());
        EXPECT_TRUE(submit(game, Start{anna.account}).has_value());
        return game;
    }
};

TEST_F(RepeatsTest, JoinsAndStartsOnce) {
    const GameId two = open_game(anna, game_request("9x9", {"me", "open"}))->game;
    expect_repeatable(two, Join{ben, {}}, "join");
    const GameId four = open_game(anna, timed("19x19-4p", {"me", "open", "open", "open"}))->game;
    expect_repeatable(four, Join{ben, Seat::red}, "join");
    expect_repeatable(four, Start{anna.account}, "start");
}

TEST_F(RepeatsTest, LeavesOnceBeforeTheStartAndAfterIt) {
    const GameId open = open_game(anna, game_request("9x9", {"me", "open"}))->game;
    expect_repeatable(open, Leave{anna.account}, "leave");
    expect_repeatable(start_game(), Leave{ben.account}, "leave");
}

TEST_F(RepeatsTest, SwapsOnce) {
    protocol::CreateGame request = game_request("9x9", {"me", "open"});
    request.terms.swap = true;
    const GameId game = open_game(anna, request)->game;
    ASSERT_TRUE(submit(game, Join{ben, {}}).has_value());
    play(game, 1);

    expect_repeatable(game, Swap{ben.account}, "swap");
}

TEST_F(RepeatsTest, ProposesAnswersAndResumesOnce) {
    const GameId game = open_game(anna, timed("9x9", {"me", "open"}))->game;
    ASSERT_TRUE(submit(game, Join{ben, {}}).has_value());
    play(game, 2);

    expect_repeatable(game, Propose{anna.account, ProposalKind::undo, {}}, "proposal");
    const std::uint32_t undo = seq(game);
    expect_repeatable(game, AnswerProposal{ben.account, undo, false}, "proposal-answer");
    expect_repeatable(game, Propose{ben.account, ProposalKind::pause, {}}, "proposal");
    const std::uint32_t pause = seq(game);
    expect_repeatable(game, AnswerProposal{anna.account, pause, true}, "proposal-answer");
    expect_repeatable(game, Resume{ben.account}, "resume");
}

TEST_F(RepeatsTest, OffersASeatAndTakesItOverOnce) {
    const GameId game = start_of_three();

    expect_repeatable(game, Leave{ben.account}, "offer");
    expect_repeatable(game, TakeOver{dora, Seat::white, {}}, "substitute");
}

TEST_F(RepeatsTest, GivesTheFirstEventHoweverFarTheGameHasGoneOn) {
    const GameId game = start_game();
    const std::uint32_t seen = seq(game);
    const Command propose = Propose{ben.account, ProposalKind::abort, {}};
    const Answer first = submit_seen(game, seen, propose);
    play(game, 3);
    ASSERT_TRUE(submit(game, Leave{anna.account}).has_value());
    const std::size_t written = events(game).size();

    const Answer again = submit_seen(game, seen, propose);

    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_EQ(*again->event, *first->event);
    EXPECT_EQ(events(game).size(), written);
}

TEST_F(RepeatsTest, RefusesAnythingElseForASeqThatIsUsed) {
    const GameId game = start_game();
    const std::uint32_t seen = seq(game);
    ASSERT_TRUE(submit_seen(game, seen, Propose{ben.account, ProposalKind::abort, {}}).has_value());
    const std::string sentence = "The request is for seq " + std::to_string(seen) + " of game " +
                                 to_string(game) + ", but event " + std::to_string(seen + 1) +
                                 " (proposal) is already yours.";

    const Answer leave = submit_seen(game, seen, Leave{ben.account});
    const Answer undo = submit_seen(game, seen, Propose{ben.account, ProposalKind::undo, {}});
    const Answer others = submit_seen(game, seen, Propose{anna.account, ProposalKind::abort, {}});
    const Answer fresh = submit_seen(game, seq(game), Leave{ben.account});

    for (const Answer* stale : {&leave, &undo}) {
        ASSERT_FALSE(stale->has_value());
        EXPECT_EQ(stale->error().code, Code::stale_seq);
        EXPECT_EQ(stale->error().detail, sentence);
        EXPECT_EQ(stale->error().seq, seen + 1);
        EXPECT_EQ(stale->error().ply, 0U);
    }
    EXPECT_TRUE(others.has_value()) << "what one seat has done is nothing to another";
    EXPECT_TRUE(fresh.has_value()) << fresh.error().detail;
}

// A move counts as an act of its player: none takes back a stone they had not seen. But a move goes
// by its ply.
TEST_F(RepeatsTest, CountsMovesAndLetsThemGoByTheirPly) {
    const GameId game = start_game();
    const std::uint32_t seen = seq(game);
    ASSERT_TRUE(
        submit_seen(game, seen, Propose{anna.account, ProposalKind::abort, {}}).has_value());
    play(game, 1);

    const Answer undo = submit_seen(game, seen + 1, Propose{anna.account, ProposalKind::undo, {}});
    const Answer knowing =
        submit_seen(game, seen + 2, Propose{anna.account, ProposalKind::undo, {}});

    EXPECT_EQ(undo.error().code, Code::stale_seq);
    EXPECT_THAT(undo.error().detail, HasSubstr("(move) is already yours"));
    EXPECT_TRUE(knowing.has_value()) << knowing.error().detail;
}

TEST_F(RepeatsTest, TakesTheLastSeqAndNotTheNextOne) {
    const GameId game = start_game();
    const std::uint32_t last = seq(game);

    const Answer early = submit_seen(game, last + 1, Leave{ben.account});
    const Answer far = submit_seen(game, 4'294'967'295U, Leave{ben.account});
    const Answer now = submit_seen(game, last, Leave{ben.account});

    EXPECT_EQ(early.error().code, Code::stale_seq);
    EXPECT_THAT(early.error().detail, HasSubstr("but the game is at seq " + std::to_string(last)));
    EXPECT_EQ(far.error().code, Code::stale_seq);
    EXPECT_TRUE(now.has_value()) << now.error().detail;
}

// Anybody could have long logs walked through, on the writer and for a command that is not theirs.
TEST_F(RepeatsTest, RefusesASeqOfTooLongAgo) {
    const GameId game = open_game(anna, timed("19x19-4p", {"me", "open", "open", "open"}))->game;
    const std::uint32_t seen = seq(game);
    engine::Player guest;
    for (int i = 0; seq(game) - seen < seq_lag_max; ++i) {
        if (i % engine::withdrawals_max == 0) guest = add_player("guest" + std::to_string(i));
        ASSERT_TRUE(submit(game, Join{guest, {}}).has_value());
        ASSERT_TRUE(submit(game, Leave{guest.account}).has_value());
    }
    ASSERT_TRUE(submit(game, Join{carl, {}}).has_value());

    const Answer late = submit_seen(game, seen, Leave{anna.account});
    const Answer just = submit_seen(game, seen + 1, Leave{anna.account});
    const Answer again = submit_seen(game, seen + 1, Leave{anna.account});

    EXPECT_EQ(late.error().code, Code::stale_seq);
    EXPECT_THAT(late.error().detail,
                HasSubstr("but the game is at seq " + std::to_string(seen + 257)));
    ASSERT_TRUE(just.has_value()) << just.error().detail;
    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_EQ(*again->event, *just->event);
}

TEST_F(RepeatsTest, TellsWhoHasLeftBeforeTheStartAfterIt) {
    const GameId game = open_game(anna, timed("19x19-4p", {"me", "open", "open", "open"}))->game;
    ASSERT_TRUE(submit(game, Join{carl, {}}).has_value());
    const std::uint32_t seen = seq(game);
    const Answer first = submit_seen(game, seen, Leave{carl.account});
    ASSERT_TRUE(submit(game, Join{ben, {}}).has_value());
    ASSERT_TRUE(submit(game, Start{anna.account}).has_value());
    play(game, 2);

    const Answer again = submit_seen(game, seen, Leave{carl.account});
    const Answer stranger = submit_seen(game, seen, Leave{dora.account});

    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_EQ(*again->event, *first->event);
    EXPECT_EQ(stranger.error().code, Code::not_a_player);
}

TEST_F(RepeatsTest, TellsWhoHasLeftAPrivateGameAndNobodyElse) {
    protocol::CreateGame request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    const GameId game = open_game(anna, request)->game;
    const Answer first = submit_seen(game, 1, Leave{ben.account});
    ASSERT_TRUE(first.has_value()) << first.error().detail;
    ASSERT_EQ(view(game, ben.account).error().code, Code::no_such_game);

    const Answer again = submit_seen(game, 1, Leave{ben.account});
    const Answer stranger = submit_seen(game, 1, Leave{carl.account});
    const Answer future = submit_seen(game, 99, Leave{carl.account});

    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_EQ(*again->event, *first->event);
    EXPECT_EQ(stranger.error().code, Code::no_such_game);
    EXPECT_EQ(future.error().code, Code::no_such_game) << "a seq would tell that there is a game";
}

TEST_F(RepeatsTest, DoesOnceWhatComesTwiceAtOnce) {
    const GameId game = start_game();
    const std::uint32_t seen = seq(game);
    const auto send = [&](int thread) {
        return test::start_on(io->executor(thread), [&] {
            return referee->submit(game, Leave{ben.account}, std::nullopt, seen);
        });
    };

    auto one = send(0);
    auto other = send(1);
    const Answer first = one.get();
    const Answer second = other.get();

    ASSERT_TRUE(first.has_value() && second.has_value());
    EXPECT_NE(first->is_repeat, second->is_repeat);
    EXPECT_EQ(*first->event, *second->event);
    expect_sound_log(game);
}

}  // namespace
}  // namespace tanbo::game
