#include <gtest/gtest.h>

#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;

using FaultsTest = GameTest;

TEST_F(FaultsTest, RefusesMovesWhileTheDiskIsFullAndGoesOnWhenThereIsRoom) {
    const GameId game = start_game();
    play(game, 3);
    const std::string before = *view(game)->json();
    const Command move = next_move(game);

    // Until the log has no room left that was allocated before.
    vfs.disk_is_full = true;
    Answer refused = submit(game, move);
    const std::string during = *view(game)->json();
    vfs.disk_is_full = false;
    const Answer afterwards = submit(game, move);

    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::storage_unavailable);
    EXPECT_TRUE(refused.error().retry_after_s.has_value());
    EXPECT_EQ(during, before);
    ASSERT_TRUE(afterwards.has_value());
    EXPECT_FALSE(afterwards->is_repeat);
    EXPECT_EQ(fatal_errors, 0);
    expect_sound_log(game);
}

TEST_F(FaultsTest, ForgetsWhatAFailedBatchDidToItsOtherGames) {
    const GameId one = start_game();
    const GameId other = start_game();
    const Command move_of_one = next_move(one);
    const Command move_of_other = next_move(other);

    vfs.disk_is_full = true;
    auto first = test::start_on(io->executor(0), [&] { return referee->submit(one, move_of_one); });
    auto second =
        test::start_on(io->executor(1), [&] { return referee->submit(other, move_of_other); });
    EXPECT_FALSE(first.get().has_value());
    EXPECT_FALSE(second.get().has_value());
    vfs.disk_is_full = false;

    EXPECT_FALSE(submit(one, move_of_one)->is_repeat);
    EXPECT_FALSE(submit(other, move_of_other)->is_repeat);
    play(one, 5);
    play(other, 5);
    expect_sound_log(one);
    expect_sound_log(other);
}

TEST_F(FaultsTest, ReportsAFailingDiskOnceAndAcknowledgesNothing) {
    const GameId game = start_game();
    const Command move = next_move(game);

    vfs.log_sync_fails = true;
    const Answer refused = submit(game, move);
    vfs.log_sync_fails = false;
    const Answer later = submit(game, move);

    EXPECT_EQ(refused.error().code, Code::storage_unavailable);
    EXPECT_EQ(later.error().code, Code::storage_unavailable);
    restart();
    EXPECT_EQ(fatal_errors, 1);  // the writer reports once all are answered: look when it has ended
    // The move may have reached the disk or not; sent again it is there once.
    EXPECT_TRUE(submit(game, move).has_value());
    EXPECT_EQ(match(game)->ply(), 1U);
}

TEST_F(FaultsTest, RefusesCommandsAfterTheWriterHasStopped) {
    const GameId game = start_game();
    const Command move = next_move(game);
    writer->stop();

    EXPECT_EQ(submit(game, move).error().code, Code::shutting_down);
}

}  // namespace
}  // namespace tanbo::game
