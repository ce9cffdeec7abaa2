#include "server/store/tables/messages/outbox.hpp"

#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

class OutboxRows : public StorageTest {
protected:
    OutboxRows() {
        open();
        add_players();
    }
    Queued put(Transaction& transaction, const std::string& message, const std::string& address,
               std::optional<GameId> about = {}, Instant due_at = instant_of(5)) {
        return put_mail(transaction, {.message = message,
                                      .kind = "notice",
                                      .address = address,
                                      .game = about,
                                      .created_at = due_at,
                                      .is_asked_for = true});
    }
    // One to an account, at an address of that one's.
    void put_to(Transaction& transaction, AccountId account, const std::string& message,
                std::optional<GameId> about, Instant written_at) {
        put_mail(transaction, {.message = message,
                               .kind = "notice",
                               .account = account,
                               .address = to_string(account) + "@example.org",
                               .game = about,
                               .created_at = written_at,
                               .is_asked_for = true});
    }
    // The addresses of those that are due.
    std::vector<std::string> due(int limit) {
        std::vector<std::string> addresses;
        for (const DueMail& mail :
             read([&](Reader& reader) { return due_mails(reader, instant_of(9), limit); })) {
            addresses.push_back(mail.address);
        }
        return addresses;
    }
};

TEST_F(OutboxRows, TellOneMailOfEachAddress) {
    write([&](Transaction& transaction) {
        for (int i = 0; i < 50; ++i) put(transaction, "a" + std::to_string(i), "ann@example.org");
        put(transaction, "b", "ben@example.org", {}, instant_of(6));
        put(transaction, "c", "cid@example.org", {}, instant_of(10));
    });

    EXPECT_EQ(due(2), (std::vector<std::string>{"ann@example.org", "ben@example.org"}));
}

TEST_F(OutboxRows, TellOfAnAddressFirstOfAllTheMailThatWasTried) {
    write([&](Transaction& transaction) {
        put(transaction, "later", "ann@example.org", {}, instant_of(8));
        put(transaction, "tried", "ann@example.org", {}, instant_of(6));
        put(transaction, "next", "ann@example.org");
        postpone_mail(transaction, find_mail(transaction, "tried")->id, instant_of(9), "x", true);
    });
    const auto due_at = [&](Instant now) {
        return read([&](Reader& reader) { return due_mails(reader, now, 10); });
    };

    EXPECT_TRUE(due_at(instant_of(8)).empty());
    const auto found = due_at(instant_of(9));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].due_at, instant_of(9));
}

// Once they went by the time of writing: a link waited for every board before it.
TEST_F(OutboxRows, GoByRankAndThenByWhenTheyAreWanted) {
    std::vector<std::string> order;
    write([&](Transaction& transaction) {
        int written = 0;
        const auto add = [&](const std::string& address, MailRank rank,
                             std::optional<Instant> wanted_by = {}) {
            put_mail(transaction, {.message = std::to_string(++written),
                                   .kind = "notice",
                                   .address = address,
                                   .created_at = instant_of(written),
                                   .due_at = instant_of(5),
                                   .is_asked_for = true,
                                   .rank = rank,
                                   .wanted_by = wanted_by});
        };
        add("large", MailRank::large);
        add("news", MailRank::news);
        add("far", MailRank::turn, instant_of(30));
        add("near", MailRank::turn, instant_of(20));
        add("reply", MailRank::reply);
        add("link", MailRank::access);
        add("large", MailRank::access);
    });

    EXPECT_EQ(due(10),
              (std::vector<std::string>{"link", "large", "reply", "near", "far", "news", "large"}));
    for (int limit = 1; limit < 7; ++limit) EXPECT_EQ(std::ssize(due(limit)), limit);
}

// Of one address the one that is wanted first, not one that is written first or not due yet.
TEST_F(OutboxRows, TellOfAnAddressAndRankTheDueMailThatIsWantedFirst) {
    write([&](Transaction& transaction) {
        const auto add = [&](const std::string& message, Instant due_at, Instant wanted_by) {
            put_mail(transaction, {.message = message,
                                   .kind = "notice",
                                   .address = "ann@example.org",
                                   .created_at = instant_of(1),
                                   .due_at = due_at,
                                   .is_asked_for = true,
                                   .rank = MailRank::turn,
                                   .wanted_by = wanted_by});
        };
        add("late", instant_of(4), instant_of(60));
        add("soon", instant_of(5), instant_of(50));
        add("not due", instant_of(12), instant_of(40));
    });

    read([](Reader& reader) {
        const auto found = due_mails(reader, instant_of(9), 10);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(find_mail(reader, found[0].id)->message, "soon");
        const auto next = next_mails(reader, 10);
        ASSERT_EQ(next.size(), 1U);
        EXPECT_EQ(next[0].due_at, instant_of(4));
    });
}

TEST_F(OutboxRows, TellTheSameHoweverFewAreLookedAt) {
    write([&](Transaction& transaction) {
        for (int i = 0; i < 400; ++i) {
            const std::string message = std::to_string(i);
            const std::string address = std::to_string(i * i % 23) + "@example.org";
            put(transaction, message, address, {}, instant_of(1 + i * 7 % 11));
            const MailId mail = find_mail(transaction, message)->id;
            if (i % 31 == 0) {
                postpone_mail(transaction, mail, instant_of(7 + i % 5), "x", true);
            } else if (i % 3 == 0) {
                mark_mail_sent(transaction, mail, instant_of(6));
            }
        }
    });
    const std::vector<std::string> all = due(1'000);
    ASSERT_GT(all.size(), 5U);

    for (int limit = 1; limit < std::ssize(all); ++limit) {
        EXPECT_EQ(due(limit), std::vector(all.begin(), all.begin() + limit)) << limit;
    }
}

TEST_F(OutboxRows, CostNoMoreIfMoreWaitForTheSameAddresses) {
    int written = 0;
    const auto add = [&](int mails) {
        write([&](Transaction& transaction) {
            for (int i = 0; i < mails; ++i, ++written) {
                put(transaction, std::to_string(written), std::to_string(i % 3) + "@example.org");
            }
        });
    };
    const auto steps = [&](const std::function<void(Reader&)>& look) {
        SqliteConnection connection(database->path(), Access::read);
        connection.begin_reading();
        Reader reader(connection);
        look(reader);
        const std::int64_t taken = steps_taken(connection);
        connection.rollback();
        return taken;
    };
    const auto cost = [&] {
        return steps(
            [](Reader& reader) { EXPECT_EQ(due_mails(reader, instant_of(9), 10).size(), 3U); });
    };
    add(200);
    const std::int64_t few = cost();

    add(3'000);

    EXPECT_LE(cost(), few + few / 4);
    // The control: all of them.
    EXPECT_GT(steps([](Reader& reader) { mails(reader, {}, 10'000); }), 5 * few);
}

TEST_F(OutboxRows, CostNoMoreToWriteIfMoreWaitForTheAddress) {
    const auto cost = [&](const std::string& message, std::optional<GameId> about) {
        std::int64_t taken = 0;
        write([&](Transaction& transaction) {
            steps_taken(sqlite_writer(*database));
            put(transaction, message, "ann@example.org", about);
            taken = steps_taken(sqlite_writer(*database));
        });
        return taken;
    };
    const std::int64_t alone = cost("first", {});
    write([&](Transaction& transaction) {
        for (int i = 0; i < 900; ++i) put(transaction, std::to_string(i), "ann@example.org");
    });

    EXPECT_LE(cost("another", {}), alone + alone / 4);
    // The control: a mail of a game counts those that wait.
    EXPECT_GT(cost("of a game", game), 5 * alone);
}

TEST_F(OutboxRows, ArePastAThousandOfAnAddressNoneOfGames) {
    write([&](Transaction& transaction) {
        for (int i = 0; i < mails_of_games_waiting_max; ++i) {
            ASSERT_EQ(put(transaction, std::to_string(i), "ann@example.org", game),
                      Queued::written);
        }

        EXPECT_EQ(put(transaction, "one more", "ann@example.org", game), Queued::limited);
        EXPECT_EQ(put(transaction, "a link", "ann@example.org"), Queued::written);
        EXPECT_EQ(put(transaction, "another's", "ben@example.org", game), Queued::written);
        mark_mail_sent(transaction, find_mail(transaction, "0")->id, instant_of(6));
        mark_mail_sent(transaction, find_mail(transaction, "1")->id, instant_of(6));
        EXPECT_EQ(put(transaction, "one more", "ann@example.org", game), Queued::written);
    });
}

TEST_F(OutboxRows, MayBeDueSoonerIfTheyAreNotTriedYet) {
    const auto found = [&](Reader& reader) {
        std::vector<std::string> messages;
        for (const Mail& mail : untried_mails(reader, black, game, instant_of(5))) {
            messages.push_back(mail.message);
        }
        return messages;
    };
    write([&](Transaction& transaction) {
        put_to(transaction, black, "before", game, instant_of(4));
        put_to(transaction, black, "of the game", game, instant_of(5));
        put_to(transaction, black, "of none", {}, instant_of(6));
        put_to(transaction, white, "another's", game, instant_of(6));
        put_to(transaction, black, "tried", game, instant_of(6));
        put_to(transaction, black, "sent", game, instant_of(6));
        put_to(transaction, black, "failed", game, instant_of(6));
        put_to(transaction, black, "dropped", game, instant_of(6));
        put_to(transaction, black, "newer", game, instant_of(7));
        postpone_mail(transaction, find_mail(transaction, "tried")->id, instant_of(7), "x", true);
        mark_mail_sent(transaction, find_mail(transaction, "sent")->id, instant_of(6));
        mark_mail_failed(transaction, find_mail(transaction, "failed")->id, instant_of(6), "x");
        drop_mail(transaction, find_mail(transaction, "dropped")->id, instant_of(6), "x");

        EXPECT_EQ(found(transaction), (std::vector<std::string>{"newer", "of the game"}));
        hasten_mail(transaction, find_mail(transaction, "of the game")->id, instant_of(4));
        hasten_mail(transaction, find_mail(transaction, "sent")->id, instant_of(4));

        EXPECT_EQ(find_mail(transaction, "of the game")->due_at, instant_of(4));
        EXPECT_EQ(find_mail(transaction, "sent")->due_at, instant_of(6));
    });
}

TEST_F(OutboxRows, AreLookedAtForUntriedOnesUpToAHundredOfTheNewest) {
    write([&](Transaction& transaction) {
        put_to(transaction, black, "of the game", game, instant_of(5));
        const auto is_found = [&] {
            return !untried_mails(transaction, black, game, instant_of(5)).empty();
        };
        for (int i = 1; i < untried_mails_seen_max; ++i) {
            put_to(transaction, black, std::to_string(i), {}, instant_of(5));
        }

        EXPECT_TRUE(is_found());
        put_to(transaction, black, "one more", {}, instant_of(5));
        EXPECT_FALSE(is_found());
    });
}

// Once each analysis that ended shortly before the time of the digests walked over all of them.
TEST_F(OutboxRows, CostNoMoreToFindUntriedIfManyOfOthersAreDueThen) {
    write([&](Transaction& transaction) {
        put_to(transaction, black, "before", game, instant_of(4));
        put_to(transaction, black, "of the game", game, instant_of(6));
    });
    const auto cost = [&] {
        SqliteConnection connection(database->path(), Access::read);
        connection.begin_reading();
        Reader reader(connection);
        EXPECT_EQ(untried_mails(reader, black, game, instant_of(5)).size(), 1U);
        const std::int64_t taken = steps_taken(connection);
        connection.rollback();
        return taken;
    };
    const std::int64_t alone = cost();

    write([&](Transaction& transaction) {
        for (int i = 0; i < 5'000; ++i) {
            put(transaction, std::to_string(i), std::to_string(i) + "@example.org", {},
                instant_of(6));
        }
    });

    EXPECT_LE(cost(), alone + alone / 4);
    // The control: those that are due then.
    SqliteConnection connection(database->path(), Access::read);
    const std::string by_due =
        "SELECT id FROM outbox WHERE due_at > 5 AND due_at <= 8 AND game = " + to_string(game) +
        " AND fault IS NULL AND sent_at IS NULL AND failed_at IS NULL AND "
        "dropped_at IS NULL ORDER BY due_at, id";
    EXPECT_GT(steps_of(connection, by_due), 20 * alone);
}

TEST_F(OutboxRows, AreReachedAlongIndexesOnly) {
    write([&](Transaction& transaction) {
        for (int i = 0; i < 200; ++i) put(transaction, std::to_string(i), "ann@example.org", game);
        put(transaction, "of none", "ann@example.org");
        due_mails(transaction, instant_of(9), 10);
        untried_mails(transaction, black, game, instant_of(1));
    });
    SqliteConnection reader(database->path(), Access::read);
    std::string due;
    std::string by_address;
    for (const std::string& sql : statements_of(stopped_writer())) {
        if (sql.find("outbox") == std::string::npos) continue;
        const std::string plan = query_plan(reader, sql);
        if (sql.find("RECURSIVE") != std::string::npos) {
            by_address = plan;
            continue;
        }
        // The order of all that wait is that of one index: it is read from its beginning.
        if (sql.find("AS tried") != std::string::npos) {
            due = plan;
            continue;
        }
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }

    using testing::HasSubstr;
    EXPECT_THAT(due, testing::AllOf(HasSubstr("SCAN mail USING INDEX outbox_by_rank"),
                                    HasSubstr("outbox_tried_of_rank (address=? AND rank=?)"),
                                    HasSubstr("outbox_wanted_of_rank (address=? AND rank=?)"),
                                    testing::Not(HasSubstr("TEMP B-TREE"))));
    EXPECT_THAT(by_address,
                testing::AllOf(HasSubstr("outbox_tried_of_rank (address=? AND rank=?)"),
                               HasSubstr("(address>?)"), HasSubstr("PRIMARY KEY (rowid=?)"),
                               testing::Not(HasSubstr("SCAN due"))));
}

}  // namespace
}  // namespace tanbo::store
