#include "server/store/transaction.hpp"

#include <algorithm>
#include <utility>

#include "server/store/connection.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {

Query Reader::read(const Sql& sql) {
    return Query(connection_.prepared(sql));
}

Query Transaction::write(const Sql& sql) {
    begin_writing();
    return Query(connection_.prepared(sql));
}

void Transaction::begin_writing() {
    if (job_ == Job::clean) {
        if (in_savepoint_) connection_.begin_savepoint();
        job_ = Job::changed;
    }
    wrote_ = true;
}

void Transaction::claim_room() {
    begin_writing();
    connection_.claim_room();
    has_claimed_room_ = true;
}

void Transaction::lock_game(GameId game) {
    if (has_locked(game)) return;
    connection_.lock_game(game);
    locked_games_.push_back(game);
}

void Transaction::lock_key(std::int64_t key) {
    connection_.lock_key(key);
}

void Transaction::lock_account(AccountId account) {
    if (has_locked(account)) return;
    connection_.lock_account(account);
    locked_accounts_.push_back(account);
}

void Transaction::lock_accounts(std::vector<AccountId> accounts) {
    std::ranges::sort(accounts);
    for (const AccountId account : accounts) lock_account(account);
}

void Transaction::announce(Announcement announcement) {
    if (has_peers()) {
        if (const auto change = change_of(announcement)) publish_change(*change);
    }
    news_.announcements.push_back(std::move(announcement));
}

bool Transaction::notes_changes() const {
    return connection_.is_in_doubt();
}

void Transaction::queue_change(Change change) {
    if (has_peers()) publish_change(change);
    news_.changes.push_back(std::move(change));
}

bool Transaction::has_peers() const {
    return connection_.has_peers();
}

void Transaction::publish_change(const Change& change) {
    begin_writing();
    connection_.publish_change(change);
    news_.has_told_others = true;
}

void Transaction::begin_job(JobPart part) {
    job_ = Job::clean;
    if (part == JobPart::from_start) {
        connection_.begin_savepoint();
        job_ = Job::changed;
    }
    in_savepoint_ = part != JobPart::none;
    announced_before_ = news_.announcements.size();
    noted_before_ = news_.changes.size();
    locked_accounts_.clear();
    locked_games_.clear();
    ends_.clear();
    cache_.rollback();
}

std::optional<LogEnd> Transaction::known_end(GameId game) const {
    const auto found = std::ranges::find(ends_, game, &std::pair<GameId, LogEnd>::first);
    if (found == ends_.end()) return std::nullopt;
    return found->second;
}

void Transaction::record_end(GameId game, const LogEnd& end) {
    const auto found = std::ranges::find(ends_, game, &std::pair<GameId, LogEnd>::first);
    if (found == ends_.end()) {
        ends_.emplace_back(game, end);
    } else {
        found->second = end;
    }
}

void Transaction::undo() {
    if (job_ == Job::changed) {
        if (!in_savepoint_) throw StorageError(Fault::misuse, "Can't undo a job outside a part.");
        connection_.rollback_savepoint();
    }
    forget();
}

// The knowledge of the job's effects.
void Transaction::forget() {
    ends_.clear();
    cache_.rollback();
    const auto drop_from = [](auto& all, std::size_t first) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
    };
    drop_from(news_.announcements, announced_before_);
    drop_from(news_.changes, noted_before_);
}

void Transaction::end_job() {
    if (job_ == Job::changed && in_savepoint_) connection_.release_savepoint();
    job_ = Job::none;
    cache_.commit();
}

void Transaction::undo_job() {
    forget();
    const bool is_outside = job_ == Job::clean || !in_savepoint_;
    if (is_outside && (job_ == Job::changed || connection_.is_aborted())) {
        job_ = Job::left;
        return;
    }
    if (job_ == Job::changed) {
        connection_.rollback_savepoint();
        connection_.release_savepoint();
    }
    job_ = Job::none;
}

}  // namespace tanbo::store
