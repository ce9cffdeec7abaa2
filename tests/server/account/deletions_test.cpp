#include "server/account/deletions.hpp"

#include <algorithm>
#include <future>
#include <thread>

#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/account/fixture.hpp"
#include "tests/support/held_writer.hpp"

namespace tanbo::account {
namespace {

using store::Transaction;

class DeletionsTest : public AccountsTest {
protected:
    // The jobs that the threads have queued while the writer is kept busy are one batch.
    template <class... Work>
    void in_one_batch(Work... work) {
        test::HeldWriter held(*writer);
        std::vector<std::thread> waiting;
        (queue(waiting, std::move(work)), ...);
        held.let_go();
        for (std::thread& thread : waiting) thread.join();
    }

private:
    template <class Work>
    void queue(std::vector<std::thread>& waiting, Work work) {
        const std::size_t before = writer->queued();
        waiting.emplace_back(std::move(work));
        while (writer->queued() == before) std::this_thread::yield();
    }
};

// Their tokens were forgotten before the commit: a request in between found them in the database
// still, and they were good for as long as they were used.
TEST_F(DeletionsTest, LeaveNoTokenOfAPrunedGuestThatAnyThreadAccepts) {
    const std::string token = guest()->token;
    now_ms += 1'000;
    const base::Instant now{std::chrono::milliseconds(now_ms.load())};
    bool was_accepted = false;

    in_one_batch(
        [&] { accounts->deletions().prune_guests(now); },
        [&] {
            writer->write([&](Transaction&) { was_accepted = authenticate(token).has_value(); });
        });

    EXPECT_TRUE(was_accepted) << "it was pruned already: the test proves nothing";
    EXPECT_FALSE(authenticate(token).has_value());
}

// Games of which no more is known than how many there are to leave.
class CountedGames final : public Games {
public:
    CountedGames(const std::unique_ptr<store::Store>& store, int present)
        : present(present), store_(store) {}

    base::Awaitable<Result<void>> transact(Work work) override {
        if (jobs == jobs_max) {
            co_return protocol::refusal(protocol::Code::storage_unavailable, "The disk is full.");
        }
        ++jobs;
        store::Work<int> job = [this, work](Transaction& transaction) -> Result<int> {
            FakeAccountGames account_games(present);
            const auto done = work(transaction, account_games);
            if (!done) return done.error();
            return account_games.left;
        };
        const auto left = co_await store_->write<int>(std::move(job));
        if (!left) co_return left.error();
        present -= *left;
        left_at_once = std::max(left_at_once, *left);
        co_return Result<void>();
    }

    int present;
    int jobs = 0;
    int jobs_max = 1'000;  // then all fail
    int left_at_once = 0;

private:
    struct FakeAccountGames final : AccountGames {
        explicit FakeAccountGames(int games) : present(games) {}
        void set_calendar(protocol::AccountId, const engine::Calendar&) override {}
        int leave_some(std::span<const protocol::AccountId>, int most) override {
            const int leaving = std::min(present - left, most);
            left += leaving;
            return leaving;
        }
        void forget_name(protocol::AccountId) override {}

        int present;
        int left = 0;
    };

    const std::unique_ptr<store::Store>& store_;
};

class LeavingTest : public DeletionsTest {
protected:
    LeavingTest() {
        games = &counted;
        restart();
    }

    Result<void> remove(const std::string& token) {
        auto identity = authenticate(token).value();
        return on(0, [&] { return accounts->deletions().remove(identity, "", {"192.0.2.1"}); });
    }

    CountedGames counted{store, 120};
};

// All were left in one transaction, and no one else could write meanwhile.
TEST_F(LeavingTest, LeavesFiftyGamesAtATime) {
    const std::string token = guest()->token;

    ASSERT_TRUE(remove(token).has_value());

    EXPECT_EQ(counted.present, 0);
    EXPECT_EQ(counted.left_at_once, 50);
    EXPECT_EQ(counted.jobs, 3);
    EXPECT_FALSE(authenticate(token).has_value());
}

TEST_F(LeavingTest, ErasesNobodyWhoHasGamesLeft) {
    counted.present = 100;
    counted.jobs_max = 2;
    const std::string token = guest()->token;

    const auto broken_off = remove(token);

    ASSERT_FALSE(broken_off.has_value());
    EXPECT_EQ(broken_off.error().code, protocol::Code::storage_unavailable);
    EXPECT_EQ(counted.present, 0);
    EXPECT_TRUE(authenticate(token).has_value());

    counted.jobs_max = 3;
    EXPECT_TRUE(remove(token).has_value());
    EXPECT_FALSE(authenticate(token).has_value());
}

class MuchTest : public LeavingTest {
protected:
    MuchTest() { counted.present = 0; }

    void mail(const std::string& token, int mails) {
        const protocol::AccountId account = authenticate(token)->account;
        writer->write([&](Transaction& transaction) {
            for (int i = 0; i < mails; ++i) {
                const std::string message = to_string(account) + "." + std::to_string(i);
                store::put_mail(transaction, {.message = message,
                                              .kind = "turn",
                                              .account = account,
                                              .address = "ann@example.org",
                                              .is_asked_for = true});
            }
        });
    }
    int mails_of(const std::string& address) {
        return static_cast<int>(database->read([&](store::Reader& reader) {
            return std::ranges::count(store::mails(reader, {}, 1'000), address,
                                      &store::Mail::address);
        }));
    }
    std::size_t jobs_of_pruning() {
        const std::size_t before = writer->durable();
        accounts->deletions().prune_guests(base::Instant(std::chrono::milliseconds(++now_ms)));
        return writer->durable() - before;
    }
    // Ben is asked by Anna, and told so.
    std::pair<protocol::AccountId, protocol::AccountId> ben_is_told_of_anna() {
        const auto anna = authenticate(create("anna", "nine stones")->token)->account;
        const auto ben = authenticate(create("ben", "nine stones")->token)->account;
        writer->write([&](Transaction& transaction) {
            store::Challenge challenge{.creator = anna, .setup = "9x9", .terms = "{}"};
            challenge.seats.push_back({.account = anna, .state = store::ChallengeSeatState::me});
            challenge.seats.push_back({.account = ben, .state = store::ChallengeSeatState::asked});
            store::create_challenge(transaction, challenge);
            store::add_notification(
                transaction, {.account = ben, .kind = "challenge", .data = R"({"by":"anna"})"});
        });
        return {anna, ben};
    }
    std::string told(protocol::AccountId account) {
        return database->read([&](store::Reader& reader) {
            return store::list_notifications(reader, account, {}, 1).at(0).data;
        });
    }
    base::Awaitable<bool> erase_due() {
        co_await accounts->deletions().erase_due();
        co_return true;
    }
    std::size_t former_handles() {
        return database->read(
            [](store::Reader& reader) { return store::former_handles(reader, 10).size(); });
    }
};

// All was erased in one transaction: 60,000 rows, and no one else could write for 0.4 s.
TEST_F(MuchTest, IsErasedAHundredRowsAtATime) {
    const std::string token = guest()->token;
    mail(token, 250);

    ASSERT_TRUE(remove(token).has_value());

    EXPECT_EQ(counted.jobs, 3);
    EXPECT_EQ(mails_of("ann@example.org"), 0);
    EXPECT_FALSE(authenticate(token).has_value());
}

TEST_F(MuchTest, OfAFolderAboveIsDealtWithABitAtATime) {
    int things = 250;
    std::vector<int> each;
    accounts->deletions().add([&](Transaction&, protocol::AccountId, base::Instant, int most) {
        const int done = std::min(things, most);
        things -= done;
        if (done > 0) each.push_back(done);
        return done;
    });

    ASSERT_TRUE(remove(guest()->token).has_value());

    EXPECT_EQ(each, (std::vector{100, 100, 50}));
}

TEST_F(MuchTest, OfGuestsIsPrunedTenGuestsAtATime) {
    std::vector<std::string> tokens;
    for (int i = 0; i < 25; ++i) tokens.push_back(guest({}, "192.0.2." + std::to_string(i))->token);

    EXPECT_EQ(jobs_of_pruning(), 3U);

    for (const std::string& token : tokens) EXPECT_FALSE(authenticate(token).has_value());
}

TEST_F(MuchTest, OfOneGuestIsPrunedAHundredRowsAtATime) {
    const std::string first = guest()->token;
    const std::string second = guest()->token;
    mail(first, 250);

    EXPECT_EQ(jobs_of_pruning(), 3U);

    EXPECT_EQ(mails_of("ann@example.org"), 0);
    EXPECT_FALSE(authenticate(first).has_value());
    EXPECT_FALSE(authenticate(second).has_value());
}

TEST_F(MuchTest, ThatOthersWereToldHasTheNumberOfWhoIsGone) {
    const auto [anna, ben] = ben_is_told_of_anna();

    ASSERT_TRUE(remove(session("anna", "nine stones")->token).has_value());

    EXPECT_EQ(told(ben), "{\"by\":\"deleted-" + to_string(anna) + "\"}");
    EXPECT_EQ(former_handles(), 0U);
}

// The process ended when the account was gone.
TEST_F(MuchTest, ThatOthersWereToldGetsTheNumberLaterIfItIsBrokenOff) {
    const auto [anna, ben] = ben_is_told_of_anna();
    writer->write([&, account = anna](Transaction& transaction) {
        store::erase_account(transaction, account, "deleted-1", base::Instant());
    });
    ASSERT_EQ(former_handles(), 1U);

    on(0, [this] { return erase_due(); });

    EXPECT_EQ(told(ben), R"({"by":"deleted-1"})");
    EXPECT_EQ(former_handles(), 0U);
}

}  // namespace
}  // namespace tanbo::account
