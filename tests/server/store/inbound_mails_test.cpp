#include "server/store/tables/messages/inbound_mails.hpp"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/tables/games/idempotency.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using namespace std::chrono_literals;

constexpr std::chrono::days day{1};

class InboundMailsTest : public StorageTest {
protected:
    InboundMailsTest() {
        open();
        add_players();
    }

    InboundMailId add(Instant received_at, std::string_view raw = "Subject: 17\r\n\r\nK10\r\n") {
        InboundMailId id{};
        write([&](Transaction& transaction) {
            id = insert_inbound_mail(transaction, {.sender = "ann@example.org",
                                                   .recipient = "games@t.example",
                                                   .raw = raw,
                                                   .received_at = received_at});
        });
        return id;
    }

    void finish(InboundMailId id, InboundOutcome outcome) {
        write([&](Transaction& transaction) { finish_inbound_mail(transaction, id, outcome); });
    }

    std::vector<InboundMailId> waiting(Instant now, int limit = 100) {
        std::vector<InboundMailId> ids;
        database->read([&](Reader& reader) {
            for (const InboundMail& mail : waiting_inbound_mails(reader, now, limit)) {
                ids.push_back(mail.id);
            }
        });
        return ids;
    }

    std::optional<InboundMail> find(InboundMailId id) {
        return database->read([id](Reader& reader) { return find_inbound_mail(reader, id); });
    }

    int prune(Instant now, int limit = 100) {
        int pruned = 0;
        write([&](Transaction& transaction) {
            pruned = prune_inbound_mails(transaction, now, limit);
        });
        return pruned;
    }
};

TEST_F(InboundMailsTest, KeepsEveryByteOfAMail) {
    const std::string raw("a\0\xff\r\n.\r\n", 8);

    const InboundMailId id = add(instant_of(77), raw);

    const InboundMail mail = find(id).value();
    EXPECT_EQ(mail.sender, "ann@example.org");
    EXPECT_EQ(mail.recipient, "games@t.example");
    EXPECT_EQ(mail.raw, raw);
    EXPECT_EQ(mail.received_at, instant_of(77));
    EXPECT_EQ(mail.attempts, 0);
    EXPECT_EQ(mail.outcome, std::nullopt);
}

TEST_F(InboundMailsTest, GivesTheOldestThatAreDue) {
    const InboundMailId second = add(instant_of(20));
    const InboundMailId first = add(instant_of(10));
    const InboundMailId third = add(instant_of(20));
    add(instant_of(31));

    EXPECT_THAT(waiting(instant_of(30)), ElementsAre(first, second, third));
    EXPECT_THAT(waiting(instant_of(30), 2), ElementsAre(first, second));
    EXPECT_THAT(waiting(instant_of(9)), IsEmpty());
}

TEST_F(InboundMailsTest, GivesAPostponedMailWhenItIsDueAgain) {
    const InboundMailId id = add(instant_of(10));

    write(
        [&](Transaction& transaction) { postpone_inbound_mail(transaction, id, instant_of(50)); });

    EXPECT_THAT(waiting(instant_of(49)), IsEmpty());
    EXPECT_THAT(waiting(instant_of(50)), ElementsAre(id));
    EXPECT_EQ(find(id)->attempts, 1);
    EXPECT_EQ(database->read(next_inbound_mail_due_at), instant_of(50));
}

TEST_F(InboundMailsTest, KnowsHowManyWaitAndWhenTheNextIsDue) {
    EXPECT_EQ(database->read(waiting_inbound_mail_count), 0);
    EXPECT_EQ(database->read(oldest_waiting_inbound_mail_at), std::nullopt);
    EXPECT_EQ(database->read(next_inbound_mail_due_at), std::nullopt);
    add(instant_of(30));
    const InboundMailId id = add(instant_of(20));
    EXPECT_EQ(database->read(waiting_inbound_mail_count), 2);
    EXPECT_EQ(database->read(oldest_waiting_inbound_mail_at), instant_of(30));
    EXPECT_EQ(database->read(next_inbound_mail_due_at), instant_of(20));

    finish(id, {.outcome = "acted", .done_at = instant_of(40)});

    EXPECT_EQ(database->read(waiting_inbound_mail_count), 1);
    EXPECT_EQ(database->read(next_inbound_mail_due_at), instant_of(30));
}

TEST_F(InboundMailsTest, RemembersWhatBecameOfAMail) {
    const InboundMailId id = add(instant_of(10));
    Digest fingerprint{};
    fingerprint[0] = 7;

    finish(id, {.outcome = "acted",
                .account = black,
                .fingerprint = fingerprint,
                .answer = "r.1",
                .done_at = instant_of(40)});

    const InboundMail mail = find(id).value();
    EXPECT_EQ(mail.outcome, "acted");
    EXPECT_EQ(mail.account, black);
    EXPECT_EQ(mail.answer, "r.1");
    EXPECT_EQ(mail.done_at, instant_of(40));
    EXPECT_FALSE(mail.raw.empty());
    EXPECT_THAT(waiting(instant_of(100)), IsEmpty());
}

TEST_F(InboundMailsTest, FinishesAMailOnlyOnce) {
    const InboundMailId id = add(instant_of(10));
    finish(id, {.outcome = "acted", .done_at = instant_of(40)});

    finish(id, {.outcome = "refused", .done_at = instant_of(50)});
    write(
        [&](Transaction& transaction) { postpone_inbound_mail(transaction, id, instant_of(60)); });

    EXPECT_EQ(find(id)->outcome, "acted");
    EXPECT_EQ(find(id)->attempts, 0);
    EXPECT_THAT(waiting(instant_of(100)), IsEmpty());
}

TEST_F(InboundMailsTest, BlanksAMailThatHeldAPassword) {
    const InboundMailId id = add(instant_of(10), "tanbo move 17 ann secret K10\r\n");

    finish(id, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});

    EXPECT_EQ(find(id)->raw, "");
}

TEST_F(InboundMailsTest, LeavesNothingInTheFileOfAMailThatHeldAPassword) {
    const std::string long_enough(20'000, '.');  // for pages of its own
    const InboundMailId short_one = add(instant_of(10), "tanbo move 17 ann secret-one K10\r\n");
    const InboundMailId long_one =
        add(instant_of(10), "tanbo move 17 ann secret-two K10\r\n" + long_enough);
    const InboundMailId harmless = add(instant_of(10), "nothing-of-the-kind\r\n" + long_enough);

    finish(short_one, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});
    finish(long_one, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});
    finish(harmless, {.outcome = "acted", .done_at = instant_of(40)});
    close();

    const std::string file = bytes_of(folder.path() / "tanbo.db");
    EXPECT_NE(file.find("nothing-of-the-kind"), std::string::npos);
    EXPECT_EQ(file.find("secret-one"), std::string::npos);
    EXPECT_EQ(file.find("secret-two"), std::string::npos);
}

TEST_F(InboundMailsTest, KeepsWhatItsCommandsLedToUntilItIsFinished) {
    const InboundMailId id = add(instant_of(10));
    NewIdempotentAnswer answer;
    answer.scope = "1 mail";
    answer.status = 200;
    answer.created_at = instant_of(10);
    answer.mail = id;
    const auto is_kept = [this] {
        return database->read(
            [](Reader& reader) { return find_answer(reader, "1 mail", Digest{}).has_value(); });
    };
    write([&](Transaction& transaction) {
        EXPECT_TRUE(insert_answer(transaction, answer));
        EXPECT_EQ(prune_answers(transaction, Instant(1'000 * day), 100), 0);
    });
    EXPECT_TRUE(is_kept());

    finish(add(instant_of(10)), {.outcome = "acted", .done_at = instant_of(40)});
    EXPECT_TRUE(is_kept());
    finish(id, {.outcome = "acted", .done_at = instant_of(40)});

    EXPECT_FALSE(is_kept());
}

TEST_F(InboundMailsTest, FindsTheFirstMailOfAFingerprint) {
    Digest fingerprint{};
    fingerprint[31] = 9;
    const auto found = [&] {
        return database->read(
            [&](Reader& reader) { return find_inbound_mail_by_fingerprint(reader, fingerprint); });
    };
    const InboundMailId first = add(instant_of(10));
    const InboundMailId second = add(instant_of(11));
    EXPECT_EQ(found(), std::nullopt);

    finish(first, {.outcome = "acted", .fingerprint = fingerprint, .done_at = instant_of(40)});
    finish(second, {.outcome = "repeat", .fingerprint = fingerprint, .done_at = instant_of(41)});

    EXPECT_EQ(found(), first);
}

TEST_F(InboundMailsTest, CountsWhoWasRefusedSomethingByOtherMails) {
    const Digest refusal{1, 2, 3};
    const InboundMailId first = add(instant_of(10));
    const InboundMailId second = add(instant_of(10));
    const InboundMailId waits = add(instant_of(10));
    finish(first, {.outcome = "refused", .refusal = refusal, .done_at = instant_of(100)});
    finish(second, {.outcome = "refused", .refusal = refusal, .done_at = instant_of(101)});

    const auto count = [&](const Digest& what, Instant since, InboundMailId but, int limit = 5) {
        return database->read(
            [&](Reader& reader) { return refusal_count(reader, what, since, but, limit); });
    };

    EXPECT_EQ(count(refusal, instant_of(99), waits), 2);
    EXPECT_EQ(count(refusal, instant_of(99), waits, 1), 1);
    EXPECT_EQ(count(refusal, instant_of(100), waits), 1);
    EXPECT_EQ(count(refusal, instant_of(101), waits), 0);
    EXPECT_EQ(count(refusal, instant_of(99), first), 1);
    EXPECT_EQ(count(Digest{1, 2, 4}, instant_of(99), waits), 0);
}

TEST_F(InboundMailsTest, PrunesWhatWasDoneNineDaysAgoAndNothingElse) {
    const InboundMailId waits = add(instant_of(1));
    const InboundMailId old = add(instant_of(2));
    const InboundMailId recent = add(instant_of(3));
    finish(old, {.outcome = "acted", .done_at = instant_of(1'000)});
    finish(recent, {.outcome = "acted", .done_at = instant_of(1'001)});

    EXPECT_EQ(prune(instant_of(999) + 9 * day), 0);
    EXPECT_EQ(prune(instant_of(1'000) + 9 * day), 1);

    EXPECT_FALSE(find(old));
    EXPECT_TRUE(find(recent));
    EXPECT_TRUE(find(waits));
}

TEST_F(InboundMailsTest, PrunesOnlySoManyAtATime) {
    for (int i = 0; i < 5; ++i)
        finish(add(instant_of(i)), {.outcome = "acted", .done_at = instant_of(i)});

    EXPECT_EQ(prune(Instant(10 * day), 3), 3);
    EXPECT_EQ(prune(Instant(10 * day), 3), 2);
    EXPECT_EQ(prune(Instant(10 * day), 3), 0);
}

// Adds so many mails that were acted upon, one an instant from the third on.
void add_acted(const std::filesystem::path& path, int count) {
    SqliteConnection(path, Access::write)
        .execute(
            "INSERT INTO letters (sender, recipient, raw, received_at, due_at, done_at, outcome)"
            " WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2 + " +
            std::to_string(count) + ") SELECT '', '', x'61', i, i, i, 'acted' FROM n");
}

// The fault: a flood of mails made the server forget one that had acted within the days in
// which it could be sent on and act again.
TEST_F(InboundMailsTest, KeepsWhatTellsACopyOfTheOldestPastTheMaximum) {
    const Digest first{1};
    write([&](Transaction& transaction) {
        for (int i = 0; i < 3; ++i) {
            const InboundMailId id =
                insert_inbound_mail(transaction, {.raw = "a", .received_at = instant_of(i)});
            const bool is_aside = i == 2;
            finish_inbound_mail(
                transaction, id,
                {.outcome = is_aside ? "set-aside" : "acted",
                 .fingerprint = i == 0 ? std::optional(first) : std::nullopt,
                 .answer_data = i == 0 ? std::optional<std::string_view>("b") : std::nullopt,
                 .done_at = instant_of(i)});
        }
    });
    add_acted(database->path(), done_inbound_mails_max);

    EXPECT_EQ(prune(instant_of(done_inbound_mails_max), 1), 1);
    EXPECT_EQ(prune(instant_of(done_inbound_mails_max)), 1);
    EXPECT_EQ(prune(instant_of(done_inbound_mails_max)), 0);

    EXPECT_EQ(find(InboundMailId{1})->raw, "");
    EXPECT_EQ(find(InboundMailId{1})->answer_data, std::nullopt);
    EXPECT_EQ(find(InboundMailId{2})->raw, "");
    EXPECT_EQ(find(InboundMailId{3})->raw, "a");
    EXPECT_EQ(find(InboundMailId{4})->raw, "a");
    EXPECT_EQ(database->read(
                  [&](Reader& reader) { return find_inbound_mail_by_fingerprint(reader, first); }),
              InboundMailId{1});
    // Nine days after, those go, and what was set aside if it is past the maximum.
    EXPECT_EQ(prune(instant_of(1) + 9 * day), 2);
    EXPECT_TRUE(find(InboundMailId{3}));
    EXPECT_EQ(prune(instant_of(2) + 9 * day), 1);
    EXPECT_FALSE(find(InboundMailId{3}));
}

TEST_F(InboundMailsTest, ForgetsWhoWroteTheMailsOfAnErasedAccount) {
    const InboundMailId his = add(instant_of(1));
    const InboundMailId hers = add(instant_of(2));
    finish(his, {.outcome = "acted", .account = black, .done_at = instant_of(3)});
    finish(hers, {.outcome = "acted", .account = white, .done_at = instant_of(3)});

    write([this](Transaction& transaction) { erase_inbound_mails_of(transaction, black, 10); });

    EXPECT_EQ(find(his)->sender, "");
    EXPECT_EQ(find(his)->raw, "");
    EXPECT_EQ(find(his)->account, std::nullopt);
    EXPECT_EQ(find(hers)->account, white);
    EXPECT_FALSE(find(hers)->raw.empty());
}

TEST_F(InboundMailsTest, HasRoomForSoManyAndNoMore) {
    const auto is_room = [this] {
        return database->read(
            [](Reader& reader) { return is_room_for_inbound_mail(reader, MailStanding::token); });
    };
    write([](Transaction& transaction) {
        for (int i = 0; i < waiting_inbound_mails_max - 1; ++i)
            insert_inbound_mail(transaction, {});
    });
    EXPECT_TRUE(is_room());

    const InboundMailId last = add(instant_of(1));
    EXPECT_FALSE(is_room());
    finish(last, {.outcome = "acted", .done_at = instant_of(2)});

    EXPECT_TRUE(is_room());
}

TEST_F(InboundMailsTest, HaveRoomForFiftyOfASender) {
    const auto room = [this](std::string_view sender) {
        return database->read(
            [&](Reader& reader) { return room_for_inbound_mails_of(reader, {.sender = sender}); });
    };
    InboundMailId last = add(instant_of(1));
    EXPECT_EQ(room("ann@example.org"), waiting_of_sender_max - 1);
    for (int i = 0; i < waiting_of_sender_max; ++i) last = add(instant_of(1));

    EXPECT_EQ(room("ann@example.org"), 0) << "one more, as before there was this limit";
    EXPECT_EQ(room("ben@example.org"), waiting_of_sender_max);
    finish(last, {.outcome = "acted", .done_at = instant_of(2)});
    finish(waiting(instant_of(1)).front(), {.outcome = "acted", .done_at = instant_of(2)});

    EXPECT_EQ(room("ann@example.org"), 1);
}

// --- turns ---

class TurnsTest : public InboundMailsTest {
protected:
    InboundMailId add_to(std::string_view share, std::size_t bytes = 10,
                         MailStanding standing = MailStanding::stranger,
                         Instant received_at = instant_of(1'000)) {
        const std::string raw(bytes, 'x');
        InboundMailId id{};
        write([&](Transaction& transaction) {
            id = insert_inbound_mail(transaction, {.sender = "ann@example.org",
                                                   .recipient = "games@t.example",
                                                   .raw = raw,
                                                   .received_at = received_at,
                                                   .standing = standing,
                                                   .share = share});
        });
        return id;
    }

    // All that wait, in the order in which they are read.
    std::vector<InboundMailId> in_turn(MailStanding standing = MailStanding::stranger) {
        std::vector<InboundMailId> ids;
        while (const auto mail = next(standing)) {
            EXPECT_EQ(mail->standing, standing);
            ids.push_back(mail->id);
            finish(mail->id, {.outcome = "acted", .done_at = instant_of(2'000)});
        }
        return ids;
    }

    std::optional<InboundMail> next(MailStanding standing, Instant now = instant_of(100'000)) {
        return database->read(
            [&](Reader& reader) { return next_inbound_mail(reader, standing, now); });
    }
};

TEST_F(TurnsTest, AreOneMailOfEachShare) {
    const auto a1 = add_to("a.example");
    const auto a2 = add_to("a.example");
    const auto a3 = add_to("a.example");
    const auto b1 = add_to("b.example");
    const auto b2 = add_to("b.example");
    const auto c1 = add_to("c.example");

    EXPECT_THAT(in_turn(), ElementsAre(a1, b1, c1, a2, b2, a3));
}

TEST_F(TurnsTest, OfLargeMailsComeAfterThoseOfSmallOnesForAWhile) {
    const auto large = add_to("a.example", 10 * bytes_a_turn);
    const auto small = add_to("b.example");
    const auto late = add_to("c.example", 10, MailStanding::stranger, instant_of(20'000));

    EXPECT_THAT(in_turn(), ElementsAre(small, large, late));
}

TEST_F(TurnsTest, AreOfEachStanding) {
    const auto stranger = add_to("1");
    const auto token = add_to("1", 10, MailStanding::token);
    const auto account = add_to("1", 10, MailStanding::account);

    EXPECT_THAT(in_turn(MailStanding::token), ElementsAre(token));
    EXPECT_THAT(in_turn(MailStanding::account), ElementsAre(account));
    EXPECT_THAT(in_turn(MailStanding::vouched), IsEmpty());
    EXPECT_THAT(in_turn(), ElementsAre(stranger));
}

TEST_F(TurnsTest, AreOfMailsThatAreDue) {
    const auto put_off = add_to("a.example");
    const auto due = add_to("a.example");
    write([&](Transaction& transaction) {
        defer_inbound_mail(transaction, put_off, instant_of(50'000));
    });

    EXPECT_EQ(next(MailStanding::stranger, instant_of(49'000))->id, due);
    EXPECT_EQ(next(MailStanding::stranger, instant_of(50'000))->id, put_off);
}

TEST_F(TurnsTest, AreFoundAlongAnIndex) {
    write([](Transaction& transaction) {
        insert_inbound_mail(transaction, {});
        next_inbound_mail(transaction, MailStanding::stranger, instant_of(1'000));
        is_room_for_inbound_mail(transaction, MailStanding::stranger);
        room_for_inbound_mails_of(transaction, {.standing = MailStanding::token});
    });
    SqliteConnection reader(database->path(), Access::read);
    int found = 0;
    for (const std::string& sql : statements_of(stopped_writer())) {
        if (sql.find("standing") == std::string::npos || sql.find("INSERT") != std::string::npos)
            continue;
        ++found;
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << plan;
        EXPECT_THAT(plan, testing::HasSubstr("letters_by_"));
    }
    EXPECT_EQ(found, 4);
}

// The fault: a stranger who named an address as theirs fifty times kept its owner's replies out.
TEST_F(TurnsTest, OfAnAccountHaveRoomWhateverStrangersSendInItsName) {
    const NewInboundMail reply{
        .sender = "ann@example.org", .standing = MailStanding::token, .share = "7"};
    const auto room = [&] {
        return database->read(
            [&](Reader& reader) { return room_for_inbound_mails_of(reader, reply); });
    };
    for (int i = 0; i < waiting_of_sender_max; ++i) add_to("example.org");
    EXPECT_EQ(room(), waiting_of_sender_max);

    for (int i = 0; i < waiting_of_sender_max; ++i) add_to("7", 10, MailStanding::token);

    EXPECT_EQ(room(), 0);
}

TEST_F(TurnsTest, OfPlayersHaveRoomHoweverManyStrangersWait) {
    const auto is_room = [this](MailStanding standing) {
        return database->read(
            [&](Reader& reader) { return is_room_for_inbound_mail(reader, standing); });
    };
    write([](Transaction& transaction) {
        for (int i = 0; i < waiting_of_strangers_max - 1; ++i) {
            insert_inbound_mail(transaction, {.standing = i % 2 == 0 ? MailStanding::stranger
                                                                     : MailStanding::vouched});
        }
    });
    EXPECT_TRUE(is_room(MailStanding::stranger));

    add_to("a.example");

    EXPECT_FALSE(is_room(MailStanding::stranger));
    EXPECT_FALSE(is_room(MailStanding::vouched));
    EXPECT_TRUE(is_room(MailStanding::token));
    EXPECT_TRUE(is_room(MailStanding::account));
}

TEST_F(TurnsTest, AreForgottenWhoseTheyWereOnceTheMailIsRead) {
    const auto id = add_to("a.example");
    write([&](Transaction& transaction) { begin_inbound_mail(transaction, id); });
    EXPECT_EQ(find(id)->begun, 1);
    write(
        [&](Transaction& transaction) { postpone_inbound_mail(transaction, id, instant_of(50)); });
    EXPECT_EQ(find(id)->begun, 0);

    finish(id, {.outcome = "acted", .done_at = instant_of(60)});
    close();

    EXPECT_EQ(bytes_of(folder.path() / "tanbo.db").find("a.example"), std::string::npos);
}

TEST_F(InboundMailsTest, CountsThoseOfASenderAlongAnIndex) {
    write([](Transaction& transaction) {
        room_for_inbound_mails_of(transaction, {.sender = "ann@example.org"});
    });
    SqliteConnection reader(database->path(), Access::read);
    std::string plan;
    for (const std::string& sql : statements_of(stopped_writer())) {
        if (sql.find("sender = ?1") != std::string::npos) plan = query_plan(reader, sql);
    }

    EXPECT_TRUE(is_walk_along_an_index(plan)) << plan;
    EXPECT_THAT(plan, testing::HasSubstr("letters_waiting_by_sender (sender=?)"));
}

}  // namespace
}  // namespace tanbo::store
