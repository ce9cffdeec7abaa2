#include "server/account/deletions.hpp"

#include <chrono>

#include "server/account/changes.hpp"
#include "server/account/service.hpp"
#include "server/base/log.hpp"
#include "server/store/account_data.hpp"
#include "server/store/limits.hpp"
#include "server/store/notices.hpp"
#include "server/store/store.hpp"
#include "server/store/tokens.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

constexpr int guests_pruned_at_once = 200;
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

// If somebody was mailed a link that calls it off, the account goes when the link has expired;
// until then nobody is signed in.
Result<DeletionBegun> begin_deletion(const Service& service, store::Transaction& transaction,
                                     protocol::AccountId account) {
    const base::Instant now = service.now();
    DeletionBegun begun;
    begun.is_put_off =
        tell_change(service, transaction, account, store::ChangeKind::account_deletion, {}, now);
    if (!begun.is_put_off) return begun;
    store::set_deletion(transaction, account, now + take_back_life);
    begun.revoked = revoke_all(transaction, account);
    return begun;
}

}  // namespace

base::Awaitable<Result<std::string>> Deletions::export_all(Identity identity) {
    const std::string account = to_string(identity.account);
    const auto place = exports_at_once_.take(account);
    if (!place) {
        const base::Instant now = service_.now();
        co_return store::rate_limited("Your data is being exported already", now + export_retry,
                                      now);
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
                                                Place place) {
    Service& service = service_;
    Identity asking = identity;
    auto confirmed =
        co_await service.confirm(std::move(asking), std::move(password), std::move(place));
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
        base::log::warn("account-deletion-delayed", "accounts to be deleted wait",
                        {{"why", due.error().detail}});
        co_return;
    }
    for (const protocol::AccountId account : *due) {
        auto erased = co_await erase_all(account);
        if (!erased) {
            base::log::warn("account-deletion-delayed", "an account to be deleted waits",
                            {{"why", erased.error().detail}});
        }
    }
}

base::Awaitable<Result<void>> Deletions::erase_all(protocol::AccountId account) {
    for (;;) {
        const auto is_erased = co_await erase_or_leave_some(account);
        if (!is_erased) co_return is_erased.error();
        if (*is_erased) co_return Result<void>();
    }
}

// Whether they have left all games, and are erased.
base::Awaitable<Result<bool>> Deletions::erase_or_leave_some(protocol::AccountId account) {
    Service& service = service_;
    struct Done {
        bool is_erased = false;
        Revoked revoked;
    };
    const auto done = std::make_shared<Done>();
    Games::Work work = [this, done, account](store::Transaction& transaction, GamesAtHand& games) {
        *done = {};
        auto leaving = store::bots_of(transaction, account, bots_of_account_max);
        leaving.emplace_back().id = account;
        int left = 0;
        for (const store::Account& one : leaving)
            left += games.leave_some(one.id, games_left_at_once - left);
        if (left == games_left_at_once) return Result<void>();
        for (const store::Account& one : leaving) {
            const auto gone = erase(transaction, one.id);
            done->revoked.insert(done->revoked.end(), gone.begin(), gone.end());
            games.forget_name(one.id);
        }
        done->is_erased = true;
        return Result<void>();
    };
    const auto stored = co_await service.transact(std::move(work));
    if (!stored) co_return stored.error();
    service.forget(done->revoked);
    co_return done->is_erased;
}

void Deletions::prune_guests(base::Instant unused_since) {
    std::vector<base::Digest> revoked;
    store::UnusedGuest last;
    service_.store.write_now([&](store::Transaction& transaction) {
        revoked.clear();
        const auto guests =
            store::unused_guests(transaction, unused_since, last_guest_, guests_pruned_at_once);
        for (const store::UnusedGuest& guest : guests) {
            if (guest.has_games) continue;
            const auto gone = erase(transaction, guest.id);
            revoked.insert(revoked.end(), gone.begin(), gone.end());
        }
        if (!guests.empty()) last = guests.back();
    });
    last_guest_ = last;
    // Before the commit a thread would find them again, and keep them.
    service_.forget(revoked);
}

std::vector<base::Digest> Deletions::erase(store::Transaction& transaction,
                                           protocol::AccountId account) {
    const base::Instant now = service_.clock();
    for (const DeletionStep& step : deletions_) {
        step(transaction, account, now);
    }
    auto revoked = store::delete_tokens_of(transaction, account, std::nullopt);
    const auto before = store::find_account(transaction, account);
    store::erase_data(transaction, account);
    std::string handle = placeholder(account);
    while (!store::erase_account(transaction, account, handle, service_.now())) {
        const auto row = store::find_account(transaction, account);
        if (!row || row->deleted_at) break;
        // Somebody took the name before it was kept for this.
        handle = placeholder(account) + "-" + base::random_token("").substr(0, 4);
    }
    if (before) store::rename_in_notices(transaction, account, before->handle, handle);
    return revoked;
}

}  // namespace tanbo::account
