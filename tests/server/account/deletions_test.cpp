#include "server/account/deletions.hpp"

#include <algorithm>
#include <future>
#include <thread>

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
            AtHand at_hand(present);
            const auto done = work(transaction, at_hand);
            if (!done) return done.error();
            return at_hand.left;
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
    struct AtHand final : GamesAtHand {
        explicit AtHand(int games) : present(games) {}
        void set_calendar(protocol::AccountId, const engine::Calendar&) override {}
        int leave_some(protocol::AccountId, int most) override {
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

// All were left in one transaction, and nobody else could write meanwhile.
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

}  // namespace
}  // namespace tanbo::account
