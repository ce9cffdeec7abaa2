#include "server/account/deletions.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "server/account/changes.hpp"
#include "server/account/former_handles.hpp"
#include "server/account/service.hpp"
#include "server/base/log.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/account_data.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

constexpr int guests_pruned_at_once = 200;
constexpr int guests_in_a_job = 10;
constexpr int rows_erased_at_once = 100;
constexpr int erased_at_once = 100;
constexpr std::chrono::seconds export_retry{5};
constexpr int games_left_at_once = 50;

std::string placeholder(protocol::AccountId account) {
    return "deleted-" + to_string(account);
}

struct DeletionBegun {
    Revoked revoked;
    bool is_put_off = false;
};

// If a link that calls it off was mailed, the account goes when the link has expired; until then
// all its sessions are ended.
Result<DeletionBegun> begin_deletion(const Service& service, store::Transaction& transaction,
                                     protocol::AccountId account) {
    const base::Instant now = service.now();
    DeletionBegun begun;
    begun.is_put_off = notify_account_change(service, transaction, account,
                                             store::ChangeKind::account_deletion, {}, now);
    if (!begun.is_put_off) return begun;
    store::set_deletion(transaction, account, now + take_back_life);
    begun.revoked = end_access(transaction, account);
    return begun;
}

}  // namespace

// A deletion over several transactions: how far it is.
struct Deletions::Progress {
    explicit Progress(protocol::AccountId of) : account(of) {}

    store::Erasure& erasure_of(protocol::AccountId one) {
        const auto known = std::ranges::find(erasures, one, &store::Erasure::account);
        if (known != erasures.end()) return *known;
        return erasures.emplace_back(store::Erasure{.account = one});
    }

    protocol::AccountId account;
    std::vector<store::Erasure> erasures = {};  // of them and their bots
    bool is_over = false;
    Gone gone = {};
};

base::Awaitable<Result<std::string>> Deletions::export_all(Identity identity) {
    const std::string account = to_string(identity.account);
    const auto slot = exports_at_once_.take(account);
    if (!slot) {
        const base::Instant now = service_.now();
        co_return store::rate_limited("An export of your data is already running",
                                      now + export_retry, now);
    }
    const auto admitted = co_await service_.admit(exports_of_account, account,
                                                  "You have exported your data too often");
    if (!admitted) co_return admitted.error();
    const auto look = [identity, now = service_.clock()](store::Reader& reader) {
        const auto parts = store::export_data(reader, identity.account);
        return protocol::encode_export(identity.handle, now, parts);
    };
    co_return co_await service_.store.read(look);
}

base::Awaitable<Result<void>> Deletions::remove(Identity identity, std::string password,
                                                SignInSource source) {
    Service& service = service_;
    Identity asking = identity;
    auto confirmed =
        co_await service.confirm(std::move(asking), std::move(password), std::move(source));
    if (!confirmed) co_return confirmed.error();
    store::Work<DeletionBegun> begin =
        [&service, account = identity.account](store::Transaction& transaction) {
            return begin_deletion(service, transaction, account);
        };
    auto begun = co_await service.store.write<DeletionBegun>(std::move(begin));
    if (!begun) co_return begun.error();
    service.forget(begun->revoked);
    if (begun->is_put_off) co_return Result<void>();
    co_return co_await erase_all(identity.account);
}

base::Awaitable<void> Deletions::erase_due() {
    const auto look = [now = service_.now()](store::Reader& reader) {
        return store::accounts_to_delete(reader, now, erased_at_once);
    };
    auto due = co_await service_.store.read(look);
    if (!due) {
        base::log::warn("account-deletion-delayed", "deletion of accounts delayed",
                        {{"why", due.error().detail}});
        co_return;
    }
    for (const protocol::AccountId account : *due) {
        auto erased = co_await erase_all(account);
        if (!erased) {
            base::log::warn("account-deletion-delayed", "deletion of an account delayed",
                            {{"why", erased.error().detail}});
        }
    }
    auto forgotten = co_await forget_former_handles(service_.store);
    if (!forgotten) {
        base::log::warn("former-handles-delayed",
                        "former handles of deleted accounts not removed yet",
                        {{"why", forgotten.error().detail}});
    }
}

base::Awaitable<Result<void>> Deletions::erase_all(protocol::AccountId account) {
    const auto progress = std::make_shared<Progress>(account);
    while (!progress->is_over) {
        const auto stored = co_await service_.transact(next_part(progress));
        if (!stored) co_return stored.error();
    }
    service_.forget(progress->gone.revoked);
    // They are gone; what is left of this, erase_due() does.
    static_cast<void>(co_await forget_handles(service_.store, progress->gone.former));
    co_return Result<void>();
}

// It may run more than once.
Games::Work Deletions::next_part(const std::shared_ptr<Progress>& progress) {
    return
        [this, progress, before = *progress](store::Transaction& transaction, AccountGames& games) {
            *progress = before;
            std::vector<protocol::AccountId> leaving;
            for (const store::Account& bot :
                 store::bots_of(transaction, progress->account, bots_of_account_max)) {
                leaving.push_back(bot.id);
            }
            leaving.push_back(progress->account);
            const int left = games.leave_some(leaving, games_left_at_once);
            if (left == games_left_at_once) return Result<void>();
            int rows = rows_erased_at_once;
            for (const protocol::AccountId one : leaving) {
                erase_some(transaction, progress->erasure_of(one), rows);
                if (rows == 0) return Result<void>();
            }
            for (const protocol::AccountId one : leaving) {
                erase(transaction, one, progress->gone);
                games.forget_name(one);
            }
            progress->is_over = true;
            return Result<void>();
        };
}

void Deletions::prune_guests(base::Instant unused_since) {
    int left = guests_pruned_at_once;
    while (prune_some(unused_since, left)) {
    }
}

// Whether there are more, of whom so many are left for this time.
bool Deletions::prune_some(base::Instant unused_since, int& left) {
    Pruning done;
    bool is_more = false;
    int seen = 0;
    Gone gone;
    service_.store.write_now([&](store::Transaction& transaction) {
        done = pruning_;
        seen = 0;
        gone = {};
        const int most = std::min(left, guests_in_a_job);
        const auto guests = store::unused_guests(transaction, unused_since, done.last, most);
        int rows = rows_erased_at_once;
        for (const store::UnusedGuest& guest : guests) {
            if (!guest.has_games) {
                if (done.erasure.account != guest.id) done.erasure = {.account = guest.id};
                erase_some(transaction, done.erasure, rows);
                if (rows == 0) break;
                erase(transaction, guest.id, gone);
            }
            done.last = guest;
            ++seen;
        }
        is_more = rows == 0 || seen == most;
    });
    pruning_ = done;
    left -= seen;
    // Before the commit a thread would find them again, and keep them.
    service_.forget(gone.revoked);
    return is_more && left > 0;
}

// `rows`: the most, and what is left of them; none means that there may be more to erase.
void Deletions::erase_some(store::Transaction& transaction, store::Erasure& erasure,
                           int& rows) const {
    const base::Instant now = service_.clock();
    for (const DeletionStep& step : deletions_) {
        rows -= step(transaction, erasure.account, now, rows);
    }
    rows -= store::erase_some(transaction, erasure, rows);
}

// Requires: nothing is left for erase_some().
void Deletions::erase(store::Transaction& transaction, protocol::AccountId account,
                      Gone& gone) const {
    const Revoked tokens = store::delete_tokens_of(transaction, account, std::nullopt);
    gone.revoked.insert(gone.revoked.end(), tokens.begin(), tokens.end());
    const auto before = store::find_account(transaction, account);
    store::erase_data(transaction, account);
    std::string handle = placeholder(account);
    while (!store::erase_account(transaction, account, handle, service_.now())) {
        const auto row = store::find_account(transaction, account);
        if (!row || row->deleted_at) return;
        // Another account took the name before it was kept for this.
        handle = placeholder(account) + "-" + base::random_token("").substr(0, 4);
    }
    if (before) gone.former.push_back({account, before->handle, handle});
}

}  // namespace tanbo::account
