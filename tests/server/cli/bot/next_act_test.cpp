#include "server/cli/bot/next_act.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using engine::ProposalKind;
using engine::Seat;
using protocol::AccountId;

engine::Terms timed(bool is_rated) {
    engine::Terms terms;
    terms.clock.kind = engine::ClockKind::per_move;
    terms.clock.initial = std::chrono::hours{72};
    terms.rated = is_rated;
    return terms;
}

Act act(const PlayedGame& game, std::string_view handle) {
    return next_act(game.match(), handle);
}

TEST(NextAct, IsToThinkForWhoeverIsToMove) {
    PlayedGame game;
    EXPECT_EQ(act(game, "anna"), (Act{.kind = ActKind::think, .seat = Seat::black}));
    EXPECT_EQ(act(game, "ben"), (Act{.kind = ActKind::nothing, .seat = Seat::white}));
    game.place("C2");
    EXPECT_EQ(act(game, "anna").kind, ActKind::nothing);
    EXPECT_EQ(act(game, "ben"), (Act{.kind = ActKind::think, .seat = Seat::white}));
}

TEST(NextAct, IsToForgetWhatIsOverOrNotOurs) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"});
    EXPECT_EQ(act(game, "eve").kind, ActKind::forget);
    game.submit(engine::Leave{AccountId{1}});
    EXPECT_EQ(act(game, "anna").kind, ActKind::forget);
    EXPECT_EQ(act(game, "ben").kind, ActKind::think);
    game.submit(engine::Leave{AccountId{2}});
    game.submit(engine::Leave{AccountId{3}});
    EXPECT_EQ(act(game, "dora").kind, ActKind::forget);
}

TEST(NextAct, IsToTakeASeatThatIsKept) {
    const auto opening = engine::find_setup("9x9")->opening;
    const engine::Player anna{AccountId{1}, "anna"};
    const engine::Player bot{AccountId{2}, "bot-5"};
    const auto match = engine::Match::open({1,
                                            {},
                                            engine::GameOpened{"9x9",
                                                               opening,
                                                               {{anna, true}, {bot, false}},
                                                               engine::Visibility::everyone,
                                                               anna,
                                                               {}}});
    ASSERT_TRUE(match.has_value());

    EXPECT_EQ(next_act(*match, "bot-5"), (Act{.kind = ActKind::take_seat, .seat = Seat::white}));
    EXPECT_EQ(next_act(*match, "anna").kind, ActKind::nothing);
}

TEST(NextAct, AgreesInUnratedGamesAndDeclinesInRatedOnes) {
    for (const bool is_rated : {false, true}) {
        for (const ProposalKind kind :
             {ProposalKind::undo, ProposalKind::pause, ProposalKind::abort}) {
            PlayedGame game("9x9", {"anna", "ben"}, timed(is_rated));
            game.place("C2");
            game.submit(engine::Propose{AccountId{1}, kind});
            const std::uint32_t id = game.match().proposals()[0].id;

            EXPECT_EQ(act(game, "ben"), (Act{ActKind::answer, Seat::white, id, !is_rated}));
            EXPECT_EQ(act(game, "anna").kind, ActKind::nothing);
        }
    }
}

TEST(NextAct, IsToWaitWhileTheGameIsPaused) {
    PlayedGame game("9x9", {"anna", "ben"}, timed(false));
    game.submit(engine::Propose{AccountId{2}, ProposalKind::pause});
    game.submit(engine::AnswerProposal{AccountId{1}, game.match().proposals()[0].id, true});
    EXPECT_EQ(act(game, "anna").kind, ActKind::nothing);
    game.submit(engine::Resume{AccountId{2}});
    EXPECT_EQ(act(game, "anna").kind, ActKind::think);
}

TEST(NextAct, IsToPlayOnBesideASeatOnOffer) {
    engine::Terms terms = timed(false);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"}, terms);
    game.submit(engine::Leave{AccountId{3}});
    ASSERT_FALSE(game.match().offers().empty());

    EXPECT_EQ(act(game, "anna").kind, ActKind::think);
}

TEST(NextAct, LetsWhoeverIsGoneBeVotedOutOnceAndNotItself) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"});
    game.now += std::chrono::days{60};
    game.submit(engine::Propose{AccountId{2}, ProposalKind::remove});
    const std::uint32_t id = game.match().proposals()[0].id;

    EXPECT_EQ(act(game, "carl"), (Act{ActKind::answer, Seat::red, id, true}));
    EXPECT_EQ(act(game, "anna").kind, ActKind::think);
}

TEST(NextAct, KnowsTheGameAsEnginesAreToldIt) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"});
    game.place("A18");
    game.submit(engine::Leave{AccountId{3}});

    const GameLine line = line_of(game.match());

    EXPECT_EQ(position_text(line), "setup 19x19-4p moves A18 leave:red");
    EXPECT_EQ(line.position().hash(), game.match().position().hash());
}

TEST(NextAct, KnowsSeatsThatNobodyTook) {
    PlayedGame game("19x19-4p", {"anna", "ben"});
    game.submit(engine::Start{AccountId{1}});

    EXPECT_EQ(position_text(line_of(game.match())), "setup 19x19-4p moves leave:red leave:green");
}

TEST(Admission, SaysWhyNot) {
    const Admission admission{3, {"9x9", "13x13"}, false};
    EXPECT_EQ(why_declined(admission, 2, "9x9", false), std::nullopt);
    EXPECT_EQ(why_declined(admission, 2, "9x9", true), "I only play unrated games.");
    EXPECT_EQ(why_declined(admission, 2, "19x19", false), "I only play 9x9, 13x13.");
    EXPECT_EQ(why_declined(admission, 2, "", false), "I only play 9x9, 13x13.");
    EXPECT_EQ(why_declined(admission, 3, "9x9", false),
              "I am already playing 3 games, my maximum. Try again later.");
    EXPECT_EQ(why_declined(Admission{}, 0, "", true), std::nullopt);
}

}  // namespace
}  // namespace tanbo::cli
