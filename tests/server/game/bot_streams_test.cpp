#include "server/game/feed/bot_streams.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "server/game/bots.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using std::chrono::milliseconds;

class BotStreamsTest : public GameTest {
protected:
    BotStreamsTest() : bot(add_player("bot:3")) {
        streams.emplace(presence, [this] { return clock; });
    }

    bool is_played(const engine::Player& asked) {
        return store->read_now(
            [&](store::Reader& reader) { return streams->is_played(reader, asked); });
    }

    bool is_played() { return is_played(bot); }

    // Past the time that a program has to come.
    void wait() { clock += bot_missed_after; }

    base::Instant clock{std::chrono::hours(1)};
    Presence presence;
    std::optional<BotStreams> streams;
    engine::Player bot;
};

TEST_F(BotStreamsTest, ABotIsPlayedAsLongAsItsNoticesAreFollowed) {
    BotStreams::Stream stream = streams->open(bot.account, bot.handle);
    wait();
    EXPECT_TRUE(is_played());
    EXPECT_FALSE(is_played(add_player("bot:4")));

    BotStreams::Stream other = streams->open(bot.account, bot.handle);
    stream = std::move(other);
    wait();

    EXPECT_TRUE(is_played()) << "one stream of two has ended";
    stream.reset();
    wait();
    EXPECT_FALSE(is_played());
}

TEST_F(BotStreamsTest, AProgramHasAMomentToComeAndToComeBack) {
    clock += bot_missed_after - milliseconds(1);
    EXPECT_TRUE(is_played());
    clock += milliseconds(1);
    EXPECT_FALSE(is_played());

    {
        const auto stream = streams->open(bot.account, bot.handle);
    }

    clock += bot_missed_after - milliseconds(1);
    EXPECT_TRUE(is_played());
    clock += milliseconds(1);
    EXPECT_FALSE(is_played());
}

TEST_F(BotStreamsTest, NobodyIsTakenForAHouseBotWhoIsNone) {
    const auto annas = streams->open(anna.account, anna.handle);

    EXPECT_EQ(streams->last_opened(), base::Instant{});
    const auto bots = streams->open(bot.account, bot.handle);
    EXPECT_EQ(streams->last_opened(), clock);
}

TEST_F(BotStreamsTest, WhoeverAsksForABotThatNobodyPlaysForIsToldSo) {
    FixtureOptions options;
    options.referee.bots = {true, 2, &*streams};
    restart(options);
    const auto game = game_request("9x9", {"me", "bot:3"});
    ASSERT_TRUE(open_game(anna, game).has_value());
    wait();

    const auto refused = open_game(anna, game);

    EXPECT_EQ(refused.error().code, protocol::Code::bots_off);
    EXPECT_EQ(refused.error().pointer, "/seats/1");
    EXPECT_EQ(refused.error().detail, "bot:3 is offline. Try again later.");
    const auto stream = streams->open(bot.account, bot.handle);
    EXPECT_TRUE(open_game(anna, game).has_value());
}

}  // namespace
}  // namespace tanbo::game
