#include <gtest/gtest.h>

#include "server/lobby/lobby.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::lobby {
namespace {

class ExpiryTest : public game::GameTest {
protected:
    store::Challenge found(protocol::ChallengeId id) {
        return database->read(
            [id](store::Reader& reader) { return store::find_challenge(reader, id).value(); });
    }
    std::size_t waiting(const engine::Player& player) {
        return database->read([&](store::Reader& reader) {
            const auto account = player.account;
            return store::list_waiting(reader, account, std::nullopt, 10).size();
        });
    }
};

TEST_F(ExpiryTest, ClosesAChallengeWhenItsTimeIsOverAndNotBefore) {
    const game::Presence presence;
    Lobby lobby(*referee, *store, presence,
                [this] { return base::Instant(std::chrono::milliseconds(now_ms.load())); });
    protocol::CreateChallenge request;
    request.setup = "9x9";
    request.seats = game_request("9x9", {"me", "ben"}).seats;
    request.expires_in = std::chrono::seconds(60);
    const auto made = on(0, [&] { return lobby.create(anna.account, request, {}); });
    ASSERT_TRUE(made.has_value());

    now_ms += 59'999;
    ASSERT_TRUE(on(0, [&] { return lobby.expire_due(); }).has_value());
    EXPECT_EQ(found(made->id).state, store::ChallengeState::open);
    EXPECT_EQ(waiting(ben), 1U);
    now_ms += 1;
    ASSERT_TRUE(on(0, [&] { return lobby.expire_due(); }).has_value());

    EXPECT_EQ(found(made->id).state, store::ChallengeState::expired);
    EXPECT_EQ(found(made->id).closed_at, engine::instant_of(now_ms));
    EXPECT_EQ(waiting(ben), 0U);
}

}  // namespace
}  // namespace tanbo::lobby
