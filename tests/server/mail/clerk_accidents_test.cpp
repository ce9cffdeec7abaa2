// Letters that are interrupted, or fail: each changes things once.

#include <gtest/gtest.h>

#include "tests/server/mail/clerk_letters.hpp"

namespace tanbo::mail {
namespace {

TEST_F(Letters, InterruptedBeforeTheirEndChangeNothingTwice) {
    const GameId game = start_game();
    const std::string number = std::to_string(game);
    const auto id = write("anna@example.org", "move " + number + " " + point(game) + "\r\nsay " +
                                                  number + " hello\r\nundo " + number);
    work();
    const std::uint32_t after = seq(game);
    ASSERT_EQ(outcome(id), "acted") << answer_to(id);

    forget_end_of(id);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(count("SELECT count(*) FROM chat_messages"), 1);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_FALSE(has(answer_to(id), "Not done")) << answer_to(id);
}

// The negative control: without what is kept of each line, the words are said twice.
TEST_F(Letters, WouldChangeThingsTwiceWithoutKeys) {
    const GameId game = start_game();
    const auto id = write("anna@example.org", "say " + std::to_string(game) + " hello");
    work();
    ASSERT_EQ(count("SELECT count(*) FROM chat_messages"), 1);

    forget_end_of(id);
    change("DELETE FROM idempotency_keys");
    work();

    EXPECT_EQ(count("SELECT count(*) FROM chat_messages"), 2);
}

TEST_F(Letters, ThatFailAreTriedAgainAndThenSetAsideWhileOthersGoOn) {
    const GameId game = start_game();
    change(
        "CREATE TRIGGER broken BEFORE INSERT ON outbox WHEN new.data LIKE '%broken%' "
        "BEGIN SELECT RAISE(ABORT, 'broken'); END");
    const auto broken = deliver(letter("anna@example.org", "broken", "rules", vouched));
    const auto sound = reply(turn_token(anna, game, 0), point(game));
    work();
    EXPECT_EQ(outcome(sound), "acted");
    EXPECT_EQ(outcome(broken), "waiting");

    for (int i = 1; i < letter_attempts_max; ++i) {
        EXPECT_EQ(found(broken).attempts, i);
        now_ms += 3'600'000;
        work();
    }

    EXPECT_EQ(outcome(broken), "set-aside");
    now_ms += 2 * storage::letters_kept;
    writer->write([this](storage::Transaction& transaction) {
        storage::prune_letters(transaction, now_ms.load(), 100);
    });
    EXPECT_TRUE(database->read([&](storage::Reader& reader) {
        return storage::find_letter(reader, broken).has_value() &&
               !storage::find_letter(reader, sound).has_value();
    }));
}

}  // namespace
}  // namespace tanbo::mail
