#include "server/game/game_transaction.hpp"

#include <array>
#include <future>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/game/seating.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/held_writer.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using protocol::Result;
using testing::ElementsAre;
using testing::HasSubstr;

// Announces what it is called with, and may fail.
class Recorder final : public Observer {
public:
    void on_events(store::Transaction& transaction, const CommandEvents& command) override {
        if (fails || command.game == fails_in) throw std::runtime_error("the recorder is ill");
        transaction.announce(store::AccountNotified{
            .data = to_string(command.game) + "#" + std::to_string(command.events.front().seq) +
                    (command.before == nullptr ? " opened" : "")});
        locked = 0;
        for (const engine::SeatHolder& holder : command.after.seats()) {
            if (holder.player && transaction.has_locked(holder.player->account)) ++locked;
        }
    }

    int locked = 0;  // of the players, when it was called last
    bool fails = false;
    std::optional<GameId> fails_in;
};

// An observer as none may be: it remembers what may yet be undone.
class Accumulator final : public Observer {
public:
    void on_events(store::Transaction&, const CommandEvents&) override { ++calls; }

    int calls = 0;
};

class GameTransactionTest : public GameTest {
protected:
    GameTransactionTest() { restart({.observers = {&recorder}}); }

    engine::GameOpened opened(std::vector<std::string> seats) {
        const NewGame game{anna, game_request("9x9", std::move(seats))};
        return *database->read(
            [&game](store::Reader& reader) { return seat_players(reader, game); });
    }

    template <class T>
    Result<T> transact(std::function<Result<T>(store::Transaction&, GameTransaction&)> work) {
        return on(0, [&] { return referee->transact<T>(work); });
    }

    static void add_account(store::Transaction& transaction, const std::string& handle) {
        store::NewAccount account;
        account.handle = handle;
        account.handle_key = handle;
        store::create_account(transaction, account);
    }
    bool is_account(const std::string& handle) {
        return database->read([&handle](store::Reader& reader) {
            return store::find_account(reader, handle).has_value();
        });
    }

    Recorder recorder;
};

TEST_F(GameTransactionTest, OpensAGameBesideOtherRowsAndLetsItBegin) {
    const auto offer = opened({"me", "ben"});

    const auto game =
        transact<GameId>([&](store::Transaction& transaction, GameTransaction& games) {
            add_account(transaction, "newcomer");
            return Result<GameId>(games.begin(offer).game);
        });

    ASSERT_TRUE(game.has_value()) << game.error().detail;
    EXPECT_EQ(match(*game)->status(), engine::Status::active);
    EXPECT_TRUE(is_account("newcomer"));
    EXPECT_EQ(events(*game).size(), 3U);
    EXPECT_TRUE(submit(*game, next_move(*game)).has_value());
}

// Their counts and notifications are theirs, and not the game's.
TEST_F(GameTransactionTest, LocksWhoPlaysForAllThatConcernsThem) {
    const GameId game = start_game();
    EXPECT_EQ(recorder.locked, 2);

    ASSERT_TRUE(submit(game, next_move(game)).has_value());
    EXPECT_EQ(recorder.locked, 0) << "a move costs no locks but the game's";

    ASSERT_TRUE(submit(game, engine::Leave{anna.account}).has_value());
    EXPECT_EQ(recorder.locked, 2);
}

// Moves have no savepoint: all of the batch is undone and runs again.
TEST_F(GameTransactionTest, KeepsTheMovesOfABatchOfWhichOneFailsOnceItHasWritten) {
    const std::array games = {start_game(), start_game(), start_game()};
    std::vector<Command> moves;
    for (const GameId game : games) moves.push_back(next_move(game));
    forget_told();
    test::HeldWriter held(*writer);
    recorder.fails_in = games[1];
    const int syncs = vfs.log_syncs;

    std::vector<std::future<Answer>> answers;
    for (std::size_t i = 0; i < games.size(); ++i) {
        answers.push_back(test::start_on(io->executor(0), [this, game = games[i], move = moves[i]] {
            return referee->submit(game, move);
        }));
        while (writer->queued() <= i) std::this_thread::yield();
    }
    held.let_go();

    EXPECT_TRUE(answers[0].get().has_value());
    EXPECT_FALSE(answers[1].get().has_value());
    EXPECT_TRUE(answers[2].get().has_value());
    EXPECT_EQ(vfs.log_syncs - syncs, 1);
    const auto record = [&](std::size_t i) { return to_string(games[i]) + "#4"; };
    EXPECT_THAT(told(), ElementsAre(record(0), record(2)));
    recorder.fails_in.reset();
    for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(match(games[i])->ply(), i == 1 ? 0U : 1U);
        EXPECT_TRUE(submit(games[i], next_move(games[i])).has_value());
        expect_sound_log(games[i]);
    }
}

TEST_F(GameTransactionTest, LetsEachStepSeeThoseBeforeIt) {
    const GameId present = start_game();
    const auto offer = opened({"me", "ben"});
    const Command first = next_move(present);

    const auto seqs =
        transact<std::vector<std::uint32_t>>([&](store::Transaction&, GameTransaction& games) {
            std::vector<std::uint32_t> done;
            done.push_back(games.command(present, first)->seq);
            done.push_back(games.command(present, engine::Leave{ben.account})->seq);
            const GameId next = games.begin(offer).game;
            done.push_back(games.command(next, engine::Leave{anna.account})->seq);
            return Result<std::vector<std::uint32_t>>(done);
        });

    EXPECT_THAT(*seqs, ElementsAre(4U, 5U, 4U));
    EXPECT_EQ(match(present)->winner(), engine::Seat::black);
    expect_sound_log(present);
}

TEST_F(GameTransactionTest, LeavesNothingOfWhatIsRefusedAfterPartOfTheWork) {
    const GameId present = start_game();
    const auto offer = opened({"me", "ben"});
    const Command first = next_move(present);
    const std::size_t recorded = told().size();
    bool has_begun = false;

    const auto refused = transact<GameId>(
        [&](store::Transaction& transaction, GameTransaction& games) -> Result<GameId> {
            add_account(transaction, "newcomer");
            games.begin(offer);
            has_begun = true;
            auto moved = games.command(present, first);
            if (!moved) return moved.error();
            auto stranger = games.command(present, engine::Leave{carl.account});
            return stranger.error();
        });

    EXPECT_EQ(refused.error().code, Code::not_a_player);
    EXPECT_FALSE(is_account("newcomer"));
    EXPECT_EQ(match(present)->ply(), 0U);
    EXPECT_EQ(view(GameId{protocol::number_of(present) + 1}).error().code, Code::no_such_game);
    EXPECT_TRUE(has_begun);
    EXPECT_EQ(told().size(), recorded);
    EXPECT_EQ(submit(present, first)->seq, 4U);
    expect_sound_log(present);
}

TEST_F(GameTransactionTest, LeavesNothingIfAnObserverFails) {
    const GameId present = start_game();
    const Command first = next_move(present);
    recorder.fails = true;

    const auto moved = submit(present, first);
    const auto performed =
        transact<void>([&](store::Transaction& transaction, GameTransaction& games) {
            add_account(transaction, "newcomer");
            games.command(present, first);
            return Result<void>();
        });

    EXPECT_EQ(moved.error().code, Code::internal_error);
    EXPECT_EQ(performed.error().code, Code::internal_error);
    EXPECT_FALSE(is_account("newcomer"));
    recorder.fails = false;
    EXPECT_EQ(submit(present, first)->seq, 4U);
}

TEST_F(GameTransactionTest, CallsTheObserversForEveryStep) {
    const auto offer = opened({"me", "ben"});

    const auto game = transact<GameId>([&](store::Transaction&, GameTransaction& games) {
        return Result<GameId>(games.begin(offer).game);
    });

    const std::string name = to_string(*game);
    EXPECT_THAT(told(), ElementsAre(name + "#1 opened", name + "#2"));
}

// The negative control of the rehearsals: what accumulates counts twice.
TEST_F(GameTransactionTest, ShowsInARehearsalWhatAccumulates) {
    Accumulator accumulator;
    FixtureOptions options;
    options.observers = {&recorder, &accumulator};
    options.commits.rehearsals = 1;
    restart(options);
    const GameId game = start_game();
    forget_told();
    accumulator.calls = 0;

    ASSERT_TRUE(submit(game, next_move(game)).has_value());

    EXPECT_THAT(told(), ElementsAre(to_string(game) + "#4"));
    EXPECT_EQ(accumulator.calls, 2);
}

TEST_F(GameTransactionTest, WorksForAThreadThatMayBlock) {
    const auto offer = opened({"me", "ben"});

    const auto done = referee->transact_blocking([&](store::Transaction&, GameTransaction& games) {
        games.begin(offer);
        return Result<void>();
    });
    const auto refused =
        referee->transact_blocking([&](store::Transaction&, GameTransaction& games) {
            auto step = games.command(GameId{7}, engine::Leave{anna.account});
            return Result<void>(step.error());
        });

    EXPECT_TRUE(done.has_value());
    EXPECT_EQ(refused.error().code, Code::no_such_game);
    EXPECT_THAT(refused.error().detail, HasSubstr("Game 7 does not exist"));
}

}  // namespace
}  // namespace tanbo::game
