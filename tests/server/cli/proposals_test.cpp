#include "server/cli/proposals.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using engine::Seat;

TEST(Proposals, AreAnsweredOldestFirst) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"});
    game.submit(engine::Propose{protocol::AccountId{2}, engine::ProposalKind::abort});
    game.submit(engine::Propose{protocol::AccountId{1}, engine::ProposalKind::abort});
    const std::uint32_t first = game.match().proposals()[0].id;
    const std::uint32_t second = game.match().proposals()[1].id;

    EXPECT_EQ(proposal_to_accept(game.match(), Seat::red)->id, first);
    EXPECT_EQ(proposal_to_accept(game.match(), Seat::white)->id, second);
    game.submit(engine::AnswerProposal{protocol::AccountId{3}, first, true});

    EXPECT_EQ(proposal_to_accept(game.match(), Seat::red)->id, second);
}

TEST(Proposals, OfOnesOwnAreOnlyDeclined) {
    PlayedGame game;
    game.submit(engine::Propose{protocol::AccountId{1}, engine::ProposalKind::abort});
    const std::uint32_t own = game.match().proposals()[0].id;

    EXPECT_EQ(proposal_to_accept(game.match(), Seat::black), nullptr);
    EXPECT_EQ(proposal_to_decline(game.match(), Seat::black)->id, own);
    EXPECT_EQ(proposal_to_decline(game.match(), Seat::white)->id, own);
    EXPECT_FALSE(is_asked(game.match().proposals()[0], std::nullopt));
}

TEST(Proposals, AreNoneIfNothingIsProposed) {
    EXPECT_EQ(proposal_to_decline(PlayedGame().match(), Seat::black), nullptr);
}

}  // namespace
}  // namespace tanbo::cli
