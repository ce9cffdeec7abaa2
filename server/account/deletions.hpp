#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/access/identity.hpp"
#include "server/account/access/throttle.hpp"
#include "server/account/account_games_port.hpp"
#include "server/base/concurrency_limit.hpp"
#include "server/base/threads/async.hpp"
#include "server/store/tables/accounts/account_data.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::account {

struct Service;

// The part of other folders, with what they keep of an account that goes: deals with at most so
// many things in the transaction, and yields how many there were; fewer means that none is left.
using DeletionStep = std::function<int(store::Transaction&, protocol::AccountId account,
                                       base::Instant now, int most)>;

// One's data, and how one goes.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Deletions {
public:
    explicit Deletions(Service& service) : service_(service) {}

    // Requires: before the first request.
    void add(DeletionStep step) { deletions_.push_back(std::move(step)); }

    // Everything that is kept of the account, as JSON; of each kind at most
    // store::exported_rows_max rows, the newest first. Secrets are left out. Errors: rate_limited,
    // also while another one is being made.
    base::Awaitable<protocol::Result<std::string>> export_all(Identity identity);

    // Leaves all games, erases what is personal and calls the rest "deleted-" and a number; its
    // bots go with it. The logs of games, which others played too, stay as they are, but show the
    // number, not the handle. Large amounts are erased in parts, which hold up no one. If that is
    // broken off, the account is still there, with fewer games and words, or is gone and
    // erase_due() finishes the rest. An account with a verified address is signed out at once and
    // goes when take_back_life is over, unless the link that was mailed there calls it off. Errors:
    // password_required, bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<void>> remove(Identity identity, std::string password,
                                                   SignInSource source);

    // Erases guests who were not used for so long and have no games, a few at a time; goes on
    // where the call before ended. Throws: store::StorageError. Thread: one that may block.
    void prune_guests(base::Instant unused_since);

    // Deletes the accounts that are due, and writes their numbers into the notices to others.
    // Thread: any I/O thread.
    base::Awaitable<void> erase_due();

private:
    // Of accounts that are erased.
    struct Gone {
        std::vector<base::Digest> revoked = {};
        std::vector<store::FormerHandle> former = {};
    };
    // How far the guests are pruned.
    struct Pruning {
        store::UnusedGuest last = {};
        store::Erasure erasure = {};  // of the one behind, if that has begun
    };
    struct Progress;

    base::Awaitable<protocol::Result<void>> erase_all(protocol::AccountId account);
    Games::Work next_part(const std::shared_ptr<Progress>& progress);
    bool prune_some(base::Instant unused_since, int& left);
    void erase_some(store::Transaction& transaction, store::Erasure& erasure, int& rows) const;
    void erase(store::Transaction& transaction, protocol::AccountId account, Gone& gone) const;

    Service& service_;
    std::vector<DeletionStep> deletions_;
    base::ConcurrencyLimit exports_at_once_{1};  // of an account
    Pruning pruning_;
};

}  // namespace tanbo::account
