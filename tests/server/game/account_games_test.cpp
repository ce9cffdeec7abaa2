#include "server/game/account_games.hpp"

#include <future>

#include <gmock/gmock.h>

#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/games/account_games.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/held_writer.hpp"

namespace tanbo::game {
namespace {

using engine::Join;
using engine::Leave;
using protocol::Result;
using testing::ElementsAre;
using testing::IsEmpty;

// Whether a game, and who plays in it, was locked whenever something happened in any.
class Locks final : public Observer {
public:
    void on_events(store::Transaction& transaction, const CommandEvents&) override {
        are_held = are_held && transaction.has_locked(game) && transaction.has_locked(player);
    }

    GameId game{};
    AccountId player{};
    bool are_held = true;
};

class AccountGamesTest : public GameTest {
protected:
    Result<void> transact(account::Games::Work work) {
        AccountGamesWriter games(*referee);
        return on(0, [&] { return games.transact(work); });
    }
    int leave_some(const std::vector<engine::Player>& players, int most) {
        std::vector<AccountId> accounts;
        for (const engine::Player& player : players) accounts.push_back(player.account);
        int left = 0;
        const auto done = transact([&](store::Transaction&, account::AccountGames& games) {
            left = games.leave_some(accounts, most);
            return Result<void>();
        });
        EXPECT_TRUE(done.has_value());
        return left;
    }
    std::vector<GameId> unfinished(const engine::Player& player) {
        return database->read([&](store::Reader& reader) {
            return store::unfinished_games_of(reader, player.account);
        });
    }
    GameId open_of_three(engine::LeaverPolicy policy) {
        protocol::CreateGame request = game_request("19x19-4p", {"me", "open", "open", "open"});
        request.terms.leaver_policy = policy;
        request.terms.clock = {
            engine::ClockKind::total, std::chrono::hours(24), {}, {}, false, false, false};
        const GameId game = open_game(anna, request)->game;
        EXPECT_TRUE(submit(game, Join{ben, {}}).has_value());
        EXPECT_TRUE(submit(game, Join{carl, {}}).has_value());
        return game;
    }
    GameId start_of_three(engine::LeaverPolicy policy) {
        const GameId game = open_of_three(policy);
        EXPECT_TRUE(submit(game, engine::Start{anna.account}).has_value());
        return game;
    }
};

TEST_F(AccountGamesTest, LeavesAFewGamesAtATimeUntilNoneIsLeft) {
    const GameId left = start_of_three(engine::LeaverPolicy::remove);
    ASSERT_TRUE(submit(left, Leave{ben.account}).has_value());
    const GameId active = start_game();
    const GameId joined = open_of_three(engine::LeaverPolicy::remove);
    const GameId invited = open_game(anna, game_request("9x9", {"me", "ben"}))->game;
    const GameId offering = start_of_three(engine::LeaverPolicy::substitute);
    ASSERT_THAT(unfinished(ben), ElementsAre(active, joined, invited, offering));

    std::vector<int> each;
    for (int i = 0; i < 4; ++i) each.push_back(leave_some({ben}, 2));

    EXPECT_THAT(each, ElementsAre(2, 2, 0, 0));
    EXPECT_EQ(match(active)->status(), engine::Status::finished);
    EXPECT_FALSE(match(joined)->seat_of(ben.account));
    EXPECT_FALSE(match(invited)->reserved_for(ben.account));
    EXPECT_EQ(match(offering)->offers().size(), 1U);
    EXPECT_EQ(match(left)->status(), engine::Status::active);
}

TEST_F(AccountGamesTest, LocksAllGamesAndWhoPlaysInThemBeforeAnythingHappens) {
    Locks locks;
    restart({.observers = {&locks}});
    start_game();
    locks.are_held = true;
    locks.game = open_game(carl, game_request("9x9", {"me", "open"}))->game;
    ASSERT_TRUE(submit(locks.game, Join{ben, {}}).has_value());
    locks.player = carl.account;
    locks.are_held = true;

    EXPECT_EQ(leave_some({ben}, 50), 2);

    EXPECT_TRUE(locks.are_held);
}

TEST_F(AccountGamesTest, LocksTheGamesOfAllWhoLeaveBeforeAnythingHappens) {
    Locks locks;
    restart({.observers = {&locks}});
    start_game();
    locks.game = open_game(carl, game_request("9x9", {"me", "open"}))->game;
    ASSERT_TRUE(submit(locks.game, Join{dora, {}}).has_value());
    locks.player = dora.account;
    locks.are_held = true;

    EXPECT_EQ(leave_some({ben, carl}, 50), 2);

    EXPECT_TRUE(locks.are_held);
}

TEST_F(AccountGamesTest, TouchesNoOtherGameForOneThatEndsOfItself) {
    protocol::CreateGame request = game_request("9x9", {"me", "open"});
    request.terms.clock = {
        engine::ClockKind::total, std::chrono::hours(24), {}, {}, false, false, false};
    const GameId timed = open_game(anna, request)->game;
    ASSERT_TRUE(submit(timed, Join{ben, {}}).has_value());
    const GameId left = start_game();
    const GameId other = start_game();
    now_ms += std::chrono::milliseconds(std::chrono::hours(25)).count();

    EXPECT_EQ(leave_some({ben}, 2), 2);

    EXPECT_EQ(match(timed)->winner(), engine::Seat::white);
    EXPECT_EQ(match(left)->status(), engine::Status::finished);
    EXPECT_EQ(match(other)->status(), engine::Status::active);
    EXPECT_EQ(leave_some({ben}, 2), 1);
    EXPECT_EQ(match(other)->status(), engine::Status::finished);
}

// In a part of the transaction each statement costs a walk over all that was written before it.
TEST_F(AccountGamesTest, WritesWithoutAPart) {
    test::HeldWriter held(*writer);
    int runs = 0;

    auto neighbour = test::start_on(io->executor(0), [&] {
        return referee->transact<void>([&](store::Transaction&, GameTransaction&) {
            ++runs;
            return Result<void>();
        });
    });
    while (writer->queued() < 1) std::this_thread::yield();
    AccountGamesWriter games(*referee);
    auto failing = test::start_on(io->executor(0), [&] {
        return games.transact(
            [&](store::Transaction& transaction, account::AccountGames&) -> Result<void> {
                store::set_deletion(transaction, anna.account, {});
                throw std::runtime_error("it is ill");
            });
    });
    while (writer->queued() < 2) std::this_thread::yield();
    held.let_go();

    EXPECT_FALSE(failing.get().has_value());
    EXPECT_TRUE(neighbour.get().has_value());
    EXPECT_EQ(runs, 2) << "the failure was undone by itself";
}

}  // namespace
}  // namespace tanbo::game
