#include "server/account/deletions.hpp"

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

}  // namespace
}  // namespace tanbo::account
