#include <gtest/gtest.h>

#include "server/store/tables/games/game_log.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

class LogTest : public StorageTest {
protected:
    LogTest() {
        open();
        add_players();
    }
    void write(std::int64_t from, std::int64_t to) {
        commits->write([=, this](Transaction& transaction) {
            for (std::int64_t seq = from; seq <= to; ++seq) {
                append(transaction, game, seq, R"({"n":)" + std::to_string(seq) + "}");
            }
        });
    }
    std::vector<std::int64_t> seqs(std::int64_t after, std::int64_t limit) {
        std::vector<std::int64_t> result;
        const auto events = database->read(
            [=, this](Reader& reader) { return read_events(reader, game, after, limit); });
        for (const StoredEvent& event : events) result.push_back(event.seq);
        return result;
    }
};

TEST_F(LogTest, GivesBackWhatWasAppendedByteForByte) {
    const std::string data = "{\"point\":\"A1\",\"text\":\"\xE2\x99\x9F \\u0000 \"}";
    commits->write([&](Transaction& transaction) {
        append_event(transaction, game,
                     {.seq = 1,
                      .at = instant_of(1'777'000'000'123),
                      .type = "open",
                      .account = black,
                      .data = data});
    });

    const auto events =
        database->read([this](Reader& reader) { return read_events(reader, game); });

    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].seq, 1);
    EXPECT_EQ(events[0].at, instant_of(1'777'000'000'123));
    EXPECT_EQ(events[0].type, "open");
    EXPECT_EQ(events[0].account, black);
    EXPECT_EQ(events[0].data, data);
}

TEST_F(LogTest, ReadsOnFromASeqUpToALimit) {
    write(1, 10);

    EXPECT_EQ(seqs(0, 3), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(seqs(7, all_events), (std::vector<std::int64_t>{8, 9, 10}));
    EXPECT_TRUE(seqs(10, all_events).empty());
    EXPECT_TRUE(seqs(0, 0).empty());
}

TEST_F(LogTest, FindsOneEvent) {
    write(1, 3);

    const auto find = [this](std::int64_t seq) {
        return database->read([=, this](Reader& reader) { return find_event(reader, game, seq); });
    };

    EXPECT_EQ(find(2).value().data, R"({"n":2})");
    EXPECT_EQ(find(2).value().account, std::nullopt);
    EXPECT_FALSE(find(4));
    EXPECT_FALSE(find(0));
}

TEST_F(LogTest, FindsTheFirstThingThatAnAccountHasDoneSince) {
    commits->write([&](Transaction& transaction) {
        for (const std::int64_t seq : {1, 2, 3, 4, 5}) {
            const auto who = seq % 2 == 0 ? white : black;
            append_event(
                transaction, game,
                {.seq = seq, .at = instant_of(1), .type = "move", .account = who, .data = "{}"});
        }
    });
    const auto first = [&](AccountId account, std::int64_t after, std::int64_t last = all_events) {
        const auto found = database->read(
            [&](Reader& reader) { return find_event_of(reader, game, account, after, last); });
        return found ? found->seq : 0;
    };

    EXPECT_EQ(first(white, 0), 2);
    EXPECT_EQ(first(white, 2), 4);
    EXPECT_EQ(first(white, 4), 0);
    EXPECT_EQ(first(black, 4), 5);
    EXPECT_EQ(first(black, 5), 0);
    EXPECT_EQ(first(white, 2, 4), 4);
    EXPECT_EQ(first(white, 2, 3), 0);
}

// Who holds the lock has seen where the log ends: it is not asked again, and yet kept to.
TEST_F(LogTest, TakesTheNextEventOnlyUnderTheLockToo) {
    write(1, 3);
    const auto append_both = [this](std::int64_t first, std::int64_t second) {
        commits->write([=, this](Transaction& transaction) {
            advance_game(transaction, game, {.seq = 3, .ply = 0, .updated_at = instant_of(1)});
            lock_game(transaction, game);
            append(transaction, game, first, "{}");
            append(transaction, game, second, "{}");
        });
    };

    EXPECT_EQ(fault_of([&] { append_both(5, 6); }), Fault::stale);
    EXPECT_EQ(fault_of([&] { append_both(4, 6); }), Fault::stale);
    EXPECT_EQ(fault_of([&] { append_both(4, 4); }), Fault::stale);
    append_both(4, 5);

    EXPECT_EQ(seqs(0, all_events), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

// A caller that takes the end for known may be wrong: an event that is there already is found.
TEST_F(LogTest, FindsAnEventStaleWhoseEndWasTakenForKnown) {
    write(1, 3);
    const auto append_at = [this](std::int64_t end, std::int64_t seq) {
        commits->write([=, this](Transaction& transaction) {
            lock_game_at(transaction, game, end);
            append(transaction, game, seq, R"({"n":"ours"})");
            append(transaction, game, seq + 1, "{}");
        });
    };

    EXPECT_EQ(fault_of([&] { append_at(2, 3); }), Fault::stale);
    EXPECT_EQ(fault_of([&] { append_at(3, 5); }), Fault::stale);
    append_at(3, 4);

    EXPECT_EQ(seqs(0, all_events), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(database->read([this](Reader& reader) { return find_event(reader, game, 3); })->data,
              R"({"n":3})");
}

TEST_F(LogTest, CountsTheEventsOfEachGameByItself) {
    write(1, 3);
    GameId other{};
    commits->write([&](Transaction& transaction) {
        other = add_game(transaction, black, white);
        append(transaction, other, 1);
    });

    EXPECT_EQ(seq_of(game), 3);
    EXPECT_EQ(seq_of(other), 1);
    EXPECT_EQ(seq_of(GameId{999}), 0);
}

class WrongSeq : public LogTest, public testing::WithParamInterface<std::int64_t> {};

TEST_P(WrongSeq, IsStaleAndChangesNothing) {
    write(1, 3);

    const Fault fault = fault_of([this] { write(GetParam(), GetParam()); });

    EXPECT_EQ(fault, Fault::stale);
    EXPECT_EQ(seqs(0, all_events), (std::vector<std::int64_t>{1, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(Log, WrongSeq, testing::Values(-1, 0, 1, 3, 5, 1000));

TEST_F(LogTest, RefusesEventsOfAGameThatIsNotThere) {
    const Fault fault = fault_of([this] {
        commits->write([](Transaction& transaction) { append(transaction, GameId{999}, 1); });
    });

    EXPECT_EQ(fault, Fault::constraint);
}

}  // namespace
}  // namespace tanbo::store
