#include "server/store/letters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/idempotency.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using namespace std::chrono_literals;

constexpr std::chrono::days day{1};

class LettersTest : public StorageTest {
protected:
    LettersTest() {
        open();
        add_players();
    }

    void write(const std::function<void(Transaction&)>& closure) { commits->write(closure); }

    LetterId add(Instant received_at, std::string_view raw = "Subject: 17\r\n\r\nK10\r\n") {
        LetterId id{};
        write([&](Transaction& transaction) {
            id = insert_letter(transaction, {.sender = "ann@example.org",
                                             .recipient = "games@t.example",
                                             .raw = raw,
                                             .received_at = received_at});
        });
        return id;
    }

    void finish(LetterId id, LetterOutcome outcome) {
        write([&](Transaction& transaction) { finish_letter(transaction, id, outcome); });
    }

    std::vector<LetterId> waiting(Instant now, int limit = 100) {
        std::vector<LetterId> ids;
        database->read([&](Reader& reader) {
            for (const Letter& letter : waiting_letters(reader, now, limit)) {
                ids.push_back(letter.id);
            }
        });
        return ids;
    }

    std::optional<Letter> find(LetterId id) {
        return database->read([id](Reader& reader) { return find_letter(reader, id); });
    }

    int prune(Instant now, int limit = 100) {
        int pruned = 0;
        write([&](Transaction& transaction) { pruned = prune_letters(transaction, now, limit); });
        return pruned;
    }
};

TEST_F(LettersTest, KeepsEveryByteOfALetter) {
    const std::string raw("a\0\xff\r\n.\r\n", 8);

    const LetterId id = add(instant_of(77), raw);

    const Letter letter = find(id).value();
    EXPECT_EQ(letter.sender, "ann@example.org");
    EXPECT_EQ(letter.recipient, "games@t.example");
    EXPECT_EQ(letter.raw, raw);
    EXPECT_EQ(letter.received_at, instant_of(77));
    EXPECT_EQ(letter.attempts, 0);
    EXPECT_EQ(letter.outcome, std::nullopt);
}

TEST_F(LettersTest, GivesTheOldestThatAreDue) {
    const LetterId second = add(instant_of(20));
    const LetterId first = add(instant_of(10));
    const LetterId third = add(instant_of(20));
    add(instant_of(31));

    EXPECT_THAT(waiting(instant_of(30)), ElementsAre(first, second, third));
    EXPECT_THAT(waiting(instant_of(30), 2), ElementsAre(first, second));
    EXPECT_THAT(waiting(instant_of(9)), IsEmpty());
}

TEST_F(LettersTest, GivesAPostponedLetterWhenItIsDueAgain) {
    const LetterId id = add(instant_of(10));

    write([&](Transaction& transaction) { postpone_letter(transaction, id, instant_of(50)); });

    EXPECT_THAT(waiting(instant_of(49)), IsEmpty());
    EXPECT_THAT(waiting(instant_of(50)), ElementsAre(id));
    EXPECT_EQ(find(id)->attempts, 1);
    EXPECT_EQ(database->read(next_letter_due_at), instant_of(50));
}

TEST_F(LettersTest, KnowsHowManyWaitAndWhenTheNextIsDue) {
    EXPECT_EQ(database->read(waiting_letter_count), 0);
    EXPECT_EQ(database->read(oldest_waiting_letter_at), std::nullopt);
    EXPECT_EQ(database->read(next_letter_due_at), std::nullopt);
    add(instant_of(30));
    const LetterId id = add(instant_of(20));
    EXPECT_EQ(database->read(waiting_letter_count), 2);
    EXPECT_EQ(database->read(oldest_waiting_letter_at), instant_of(30));
    EXPECT_EQ(database->read(next_letter_due_at), instant_of(20));

    finish(id, {.outcome = "acted", .done_at = instant_of(40)});

    EXPECT_EQ(database->read(waiting_letter_count), 1);
    EXPECT_EQ(database->read(next_letter_due_at), instant_of(30));
}

TEST_F(LettersTest, RemembersWhatBecameOfALetter) {
    const LetterId id = add(instant_of(10));
    Digest fingerprint{};
    fingerprint[0] = 7;

    finish(id, {.outcome = "acted",
                .account = black,
                .fingerprint = fingerprint,
                .answer = "r.1",
                .done_at = instant_of(40)});

    const Letter letter = find(id).value();
    EXPECT_EQ(letter.outcome, "acted");
    EXPECT_EQ(letter.account, black);
    EXPECT_EQ(letter.answer, "r.1");
    EXPECT_EQ(letter.done_at, instant_of(40));
    EXPECT_FALSE(letter.raw.empty());
    EXPECT_THAT(waiting(instant_of(100)), IsEmpty());
}

TEST_F(LettersTest, FinishesALetterOnlyOnce) {
    const LetterId id = add(instant_of(10));
    finish(id, {.outcome = "acted", .done_at = instant_of(40)});

    finish(id, {.outcome = "refused", .done_at = instant_of(50)});
    write([&](Transaction& transaction) { postpone_letter(transaction, id, instant_of(60)); });

    EXPECT_EQ(find(id)->outcome, "acted");
    EXPECT_EQ(find(id)->attempts, 0);
    EXPECT_THAT(waiting(instant_of(100)), IsEmpty());
}

TEST_F(LettersTest, BlanksALetterThatHeldAPassword) {
    const LetterId id = add(instant_of(10), "tanbo move 17 ann secret K10\r\n");

    finish(id, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});

    EXPECT_EQ(find(id)->raw, "");
}

TEST_F(LettersTest, LeavesNothingInTheFileOfALetterThatHeldAPassword) {
    const std::string long_enough(20'000, '.');  // for pages of its own
    const LetterId short_one = add(instant_of(10), "tanbo move 17 ann secret-one K10\r\n");
    const LetterId long_one =
        add(instant_of(10), "tanbo move 17 ann secret-two K10\r\n" + long_enough);
    const LetterId harmless = add(instant_of(10), "nothing-of-the-kind\r\n" + long_enough);

    finish(short_one, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});
    finish(long_one, {.outcome = "acted", .blanks_raw = true, .done_at = instant_of(40)});
    finish(harmless, {.outcome = "acted", .done_at = instant_of(40)});
    close();

    const std::string file = bytes_of(folder.path() / "tanbo.db");
    EXPECT_NE(file.find("nothing-of-the-kind"), std::string::npos);
    EXPECT_EQ(file.find("secret-one"), std::string::npos);
    EXPECT_EQ(file.find("secret-two"), std::string::npos);
}

TEST_F(LettersTest, KeepsWhatItsCommandsLedToUntilItIsFinished) {
    const LetterId id = add(instant_of(10));
    NewIdempotentAnswer answer;
    answer.scope = "1 mail";
    answer.status = 200;
    answer.created_at = instant_of(10);
    answer.letter = id;
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

TEST_F(LettersTest, FindsTheFirstLetterOfAFingerprint) {
    Digest fingerprint{};
    fingerprint[31] = 9;
    const auto found = [&] {
        return database->read(
            [&](Reader& reader) { return find_letter_by_fingerprint(reader, fingerprint); });
    };
    const LetterId first = add(instant_of(10));
    const LetterId second = add(instant_of(11));
    EXPECT_EQ(found(), std::nullopt);

    finish(first, {.outcome = "acted", .fingerprint = fingerprint, .done_at = instant_of(40)});
    finish(second, {.outcome = "repeat", .fingerprint = fingerprint, .done_at = instant_of(41)});

    EXPECT_EQ(found(), first);
}

TEST_F(LettersTest, CountsWhoWasRefusedSomethingByOtherLetters) {
    const Digest refusal{1, 2, 3};
    const LetterId first = add(instant_of(10));
    const LetterId second = add(instant_of(10));
    const LetterId waits = add(instant_of(10));
    finish(first, {.outcome = "refused", .refusal = refusal, .done_at = instant_of(100)});
    finish(second, {.outcome = "refused", .refusal = refusal, .done_at = instant_of(101)});

    const auto count = [&](const Digest& what, Instant since, LetterId but, int limit = 5) {
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

TEST_F(LettersTest, PrunesWhatWasDoneNineDaysAgoAndNothingElse) {
    const LetterId waits = add(instant_of(1));
    const LetterId old = add(instant_of(2));
    const LetterId recent = add(instant_of(3));
    finish(old, {.outcome = "acted", .done_at = instant_of(1'000)});
    finish(recent, {.outcome = "acted", .done_at = instant_of(1'001)});

    EXPECT_EQ(prune(instant_of(999) + 9 * day), 0);
    EXPECT_EQ(prune(instant_of(1'000) + 9 * day), 1);

    EXPECT_FALSE(find(old));
    EXPECT_TRUE(find(recent));
    EXPECT_TRUE(find(waits));
}

TEST_F(LettersTest, PrunesOnlySoManyAtATime) {
    for (int i = 0; i < 5; ++i)
        finish(add(instant_of(i)), {.outcome = "acted", .done_at = instant_of(i)});

    EXPECT_EQ(prune(Instant(10 * day), 3), 3);
    EXPECT_EQ(prune(Instant(10 * day), 3), 2);
    EXPECT_EQ(prune(Instant(10 * day), 3), 0);
}

// What went wrong: a flood of letters made the server forget one that had acted within the days in
// which it could be sent on and act again.
TEST_F(LettersTest, KeepsWhatTellsACopyOfTheOldestPastTheMaximum) {
    const Digest first{1};
    write([&](Transaction& transaction) {
        for (int i = 0; i < done_letters_max + 3; ++i) {
            const LetterId id =
                insert_letter(transaction, {.raw = "a", .received_at = instant_of(i)});
            const bool is_aside = i == 2;
            finish_letter(
                transaction, id,
                {.outcome = is_aside ? "set-aside" : "acted",
                 .fingerprint = i == 0 ? std::optional(first) : std::nullopt,
                 .answer_data = i == 0 ? std::optional<std::string_view>("b") : std::nullopt,
                 .done_at = instant_of(i)});
        }
    });

    EXPECT_EQ(prune(instant_of(done_letters_max), 1), 1);
    EXPECT_EQ(prune(instant_of(done_letters_max)), 1);
    EXPECT_EQ(prune(instant_of(done_letters_max)), 0);

    EXPECT_EQ(find(LetterId{1})->raw, "");
    EXPECT_EQ(find(LetterId{1})->answer_data, std::nullopt);
    EXPECT_EQ(find(LetterId{2})->raw, "");
    EXPECT_EQ(find(LetterId{3})->raw, "a");
    EXPECT_EQ(find(LetterId{4})->raw, "a");
    EXPECT_EQ(
        database->read([&](Reader& reader) { return find_letter_by_fingerprint(reader, first); }),
        LetterId{1});
    // Nine days after, those go, and what was set aside where it is past the maximum.
    EXPECT_EQ(prune(instant_of(1) + 9 * day), 2);
    EXPECT_TRUE(find(LetterId{3}));
    EXPECT_EQ(prune(instant_of(2) + 9 * day), 1);
    EXPECT_FALSE(find(LetterId{3}));
}

TEST_F(LettersTest, ForgetsWhoWroteTheLettersOfAnErasedAccount) {
    const LetterId his = add(instant_of(1));
    const LetterId hers = add(instant_of(2));
    finish(his, {.outcome = "acted", .account = black, .done_at = instant_of(3)});
    finish(hers, {.outcome = "acted", .account = white, .done_at = instant_of(3)});

    write([this](Transaction& transaction) { erase_letters_of(transaction, black); });

    EXPECT_EQ(find(his)->sender, "");
    EXPECT_EQ(find(his)->raw, "");
    EXPECT_EQ(find(his)->account, std::nullopt);
    EXPECT_EQ(find(hers)->account, white);
    EXPECT_FALSE(find(hers)->raw.empty());
}

TEST_F(LettersTest, HasRoomForSoManyAndNoMore) {
    const auto is_room = [this] { return database->read(is_room_for_letters); };
    write([](Transaction& transaction) {
        for (int i = 0; i < waiting_letters_max - 1; ++i) insert_letter(transaction, {});
    });
    EXPECT_TRUE(is_room());

    const LetterId last = add(instant_of(1));
    EXPECT_FALSE(is_room());
    finish(last, {.outcome = "acted", .done_at = instant_of(2)});

    EXPECT_TRUE(is_room());
}

}  // namespace
}  // namespace tanbo::store
