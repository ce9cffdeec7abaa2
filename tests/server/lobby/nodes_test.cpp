#include "tests/server/game/nodes.hpp"

#include <gtest/gtest.h>

#include "server/lobby/lobby.hpp"
#include "server/lobby/view.hpp"

namespace tanbo::lobby {
namespace {

class LobbyNodesTest : public game::NodesTest {
protected:
    LobbyNodesTest() { open_announcing(); }

    // The only thing that was announced.
    store::LobbyChanged take_change() {
        const auto announced = take_announced();
        EXPECT_EQ(announced.size(), 1U);
        return std::get<store::LobbyChanged>(announced.front());
    }
    // The challenge as the other node reads it.
    std::string challenge_elsewhere(protocol::ChallengeId id) {
        return other->database.read([id, this](store::Reader& reader) {
            return protocol::encode_challenge(
                to_view(store::find_challenge(reader, id).value(), now));
        });
    }

    const base::Instant now{std::chrono::milliseconds(1'700'000'000'000)};
};

TEST_F(LobbyNodesTest, TellByARowWhatCanBeJoinedOnTheOtherNode) {
    const game::Presence presence;
    Lobby lobby(*one->referee, one->store, presence, [this] { return now; });
    protocol::CreateChallenge request;
    request.setup = "9x9";
    request.seats.resize(2);
    request.seats[0].kind = protocol::SeatRequest::Kind::me;
    const auto made = one->on([&] { return lobby.create(anna.account, request, {}); });
    ASSERT_TRUE(made.has_value()) << made.error().detail;
    const store::LobbyChanged opened = take_change();
    EXPECT_EQ(opened.type, "challenge-opened");
    EXPECT_EQ(challenge_elsewhere(made->id), opened.challenge);

    ASSERT_TRUE(one->on([&] { return lobby.withdraw(anna.account, made->id); }).has_value());

    const store::LobbyChanged closed = take_change();
    EXPECT_EQ(closed.type, "challenge-closed");
    EXPECT_EQ(challenge_elsewhere(made->id), closed.challenge);
    EXPECT_NE(closed.challenge, opened.challenge) << "the row is no other's";
}

}  // namespace
}  // namespace tanbo::lobby
