#include "server/app/maintenance.hpp"

#include "server/account/deletions.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::app {
namespace {

constexpr std::chrono::minutes interval{10};
constexpr int tokens_pruned_at_once = 1'000;
constexpr int inbound_mails_pruned_at_once = 100;  // each may be large
constexpr int mails_pruned_at_once = 1'000;

}  // namespace

base::Awaitable<void> Maintenance::run() {
    return base::repeat(interval, [this] { return run_once(); });
}

base::Awaitable<void> Maintenance::run_once() {
    accounts_.drop_expired();
    if (!is_ours_()) co_return;
    const auto work = [this] { prune(); };
    auto pruned = co_await blocking_.run(work);
    co_await accounts_.deletions().erase_due();
    if (!pruned) {
        base::log::warn("pruning-skipped", "did not delete expired rows: the readers are busy");
    }
}

void Maintenance::prune() {
    const base::Instant now = clock_();
    store_.write_now([now](store::Transaction& transaction) {
        store::prune_tokens(transaction, now, tokens_pruned_at_once);
        account::Accounts::prune(transaction, now);
        store::prune_mails(transaction, now, mails_pruned_at_once);
        store::prune_mail_watches(transaction, now, mails_pruned_at_once);
        store::join_oldest_downtimes(transaction, store::downtimes_max);
    });
    if (guest_life_.count() != 0) accounts_.deletions().prune_guests(now - guest_life_);
    prune_inbound_mails(now);
}

// A few at a time: other jobs don't wait for long.
void Maintenance::prune_inbound_mails(base::Instant now) {
    int pruned = 0;
    do {
        store_.write_now([&pruned, now](store::Transaction& transaction) {
            pruned = store::prune_inbound_mails(transaction, now, inbound_mails_pruned_at_once);
        });
    } while (pruned == inbound_mails_pruned_at_once);
}

}  // namespace tanbo::app
