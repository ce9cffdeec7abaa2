#include "server/chat/rooms.hpp"

#include <gtest/gtest.h>

#include "engine/match.hpp"

// Who may be in which room, at every stage of a game.
namespace tanbo::chat {
namespace {

using engine::Match;
using engine::Player;
using protocol::ChatRoom;
using protocol::Code;

const Player anna{protocol::AccountId{1}, "anna"};
const Player ben{protocol::AccountId{2}, "ben"};
const Player carl{protocol::AccountId{3}, "carl"};
const Player dora{protocol::AccountId{4}, "dora"};
const Player emil{protocol::AccountId{5}, "emil"};  // who takes a seat over
constexpr protocol::AccountId stranger{9};
const Account nobody;

// A game of four in which seats are kept for the first `named` and free otherwise.
Match opened(engine::Visibility visibility = engine::Visibility::everyone) {
    const engine::Setup& setup = *engine::find_setup("19x19-4p");
    engine::GameOpened game;
    game.setup = setup.id;
    game.opening = setup.opening;
    game.visibility = visibility;
    game.creator = anna;
    game.terms.leaver_policy = engine::LeaverPolicy::substitute;
    game.seats = {{anna, true}, {ben, false}, {carl, false}, {dora, false}};
    return *Match::open({1, engine::Instant{}, game});
}

Match after(const Match& match, const engine::Command& command) {
    auto decision = engine::decide(match, command, match.updated_at());
    return *std::get<engine::Decided>(decision).next;
}

Match started(engine::Visibility visibility = engine::Visibility::everyone) {
    Match match = opened(visibility);
    for (const Player& player : {ben, carl, dora}) {
        match = after(match, engine::Join{player, {}, {}});
    }
    EXPECT_EQ(match.status(), engine::Status::active);
    return match;
}

Match ended() {
    Match match = started();
    return after(match, engine::Abort{});
}

// The refusal, or nothing if they are admitted.
std::optional<Code> refusal_of(const Match& match, ChatRoom room, Account account) {
    const auto admitted = admit(match, room, account);
    if (admitted) return std::nullopt;
    return admitted.error().code;
}

TEST(Rooms, OfPlayersAreForThoseWithASeat) {
    for (const Match& match : {opened(), started(), ended()}) {
        for (const Player& player : {anna, ben, carl, dora}) {
            EXPECT_EQ(refusal_of(match, ChatRoom::players, player.account), std::nullopt);
        }
        EXPECT_EQ(refusal_of(match, ChatRoom::players, stranger), Code::not_a_player);
        EXPECT_EQ(refusal_of(match, ChatRoom::players, nobody), Code::unauthorized);
    }
}

TEST(Rooms, OfSpectatorsAreHiddenFromPlayersUntilTheEnd) {
    for (const Match& match : {opened(), started()}) {
        EXPECT_EQ(refusal_of(match, ChatRoom::spectators, anna.account), Code::chat_hidden);
        EXPECT_EQ(refusal_of(match, ChatRoom::spectators, ben.account), Code::chat_hidden);
        EXPECT_EQ(refusal_of(match, ChatRoom::spectators, stranger), std::nullopt);
        EXPECT_EQ(refusal_of(match, ChatRoom::spectators, nobody), Code::unauthorized);
    }
    for (const Account account : {Account(anna.account), Account(stranger), nobody}) {
        EXPECT_EQ(refusal_of(ended(), ChatRoom::spectators, account), std::nullopt);
    }
}

TEST(Rooms, KnowWhoHasGivenHisSeatAway) {
    Match match = after(started(), engine::Leave{ben.account});
    EXPECT_TRUE(is_player(match, ben.account));

    match = after(match, engine::TakeOver{emil});

    EXPECT_TRUE(is_player(match, ben.account));
    EXPECT_TRUE(is_player(match, emil.account));
    EXPECT_EQ(refusal_of(match, ChatRoom::spectators, ben.account), Code::chat_hidden);
}

TEST(Rooms, HaveAnAudienceThatIsWhoMayRead) {
    const auto match = std::make_shared<const Match>(started());
    const game::Audience players{match, ChatRoom::players, {}};
    const game::Audience spectators{match, ChatRoom::spectators, {}};

    EXPECT_TRUE(can_receive(players, anna.account));
    EXPECT_FALSE(can_receive(players, stranger));
    EXPECT_FALSE(can_receive(players, nobody));
    EXPECT_FALSE(can_receive(spectators, anna.account));
    EXPECT_TRUE(can_receive(spectators, stranger));
    EXPECT_FALSE(can_receive(spectators, nobody));
}

TEST(Rooms, AreNotHeardByThoseWhoHaveMutedTheAuthor) {
    const auto match = std::make_shared<const Match>(started());
    const game::Audience players{match, ChatRoom::players, {ben.account, carl.account}};

    EXPECT_TRUE(can_receive(players, anna.account));
    EXPECT_FALSE(can_receive(players, ben.account));
    EXPECT_FALSE(can_receive(players, carl.account));
    EXPECT_TRUE(can_receive(players, dora.account));
}

TEST(Rooms, OfPrivateGamesAreHeardByNobodyElse) {
    Match match = started(engine::Visibility::players);
    const auto ending = std::make_shared<const Match>(after(match, engine::Abort{}));

    const game::Audience audience{ending, ChatRoom::spectators, {}};

    EXPECT_FALSE(can_receive(audience, stranger));
    EXPECT_FALSE(can_receive(audience, nobody));
    EXPECT_TRUE(can_receive(audience, anna.account));
}

}  // namespace
}  // namespace tanbo::chat
