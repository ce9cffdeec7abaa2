#include "server/game/feed/presence_rows.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/base/threads/timer.hpp"
#include "server/store/store.hpp"

namespace tanbo::game {

namespace {

// Some of them, ascending.
std::vector<store::Look> some_of(const Presence::Looks& looks, std::size_t count_max) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(looks.size(), count_max));
    std::vector<store::Look> some(looks.begin(), std::next(looks.begin(), count));
    std::ranges::sort(some);
    return some;
}

}  // namespace

PresenceRows::PresenceRows(Presence& presence, store::Store& store, std::int64_t node,
                           base::Clock clock)
    : presence_(presence), store_(store), node_(node), clock_(std::move(clock)) {}

void PresenceRows::forget_all() {
    store_.write_now(
        [this](store::Transaction& transaction) { store::forget_looks(transaction, node_); });
}

void PresenceRows::take_changes() {
    for (const auto& [look, is_looking] : presence_.take_changes()) {
        const bool is_written = written_.contains(look);
        if (is_looking) {
            ended_.erase(look);
            if (!is_written) going_on_.insert(look);
        } else {
            going_on_.erase(look);
            if (is_written) ended_.insert(look);
        }
    }
}

// Written long ago, they are written again.
void PresenceRows::take_old(base::Instant now) {
    for (; !by_age_.empty() && now >= by_age_.front().first + look_renewed_after;
         by_age_.pop_front()) {
        const auto& [at, look] = by_age_.front();
        const auto known = written_.find(look);
        const bool is_latest = known != written_.end() && known->second == at;
        if (is_latest && !ended_.contains(look)) going_on_.insert(look);
    }
}

void PresenceRows::wrote(const Changes& changes, base::Instant now) {
    for (const store::Look& look : changes.ended) {
        ended_.erase(look);
        written_.erase(look);
    }
    for (const store::Look& look : changes.going_on) {
        going_on_.erase(look);
        written_[look] = now;
        by_age_.emplace_back(now, look);
    }
}

base::Awaitable<void> PresenceRows::run_once() {
    const base::Instant now = clock_();
    take_changes();
    take_old(now);
    Changes changes;
    changes.ended = some_of(ended_, looks_batch_max);
    changes.going_on = some_of(going_on_, looks_batch_max - changes.ended.size());
    if (changes.ended.empty() && changes.going_on.empty()) co_return;
    store::Work<bool> work = [this, changes,
                              until = now + look_holds](store::Transaction& transaction) {
        for (const auto& look : changes.ended) store::delete_look(transaction, node_, look);
        for (const auto& look : changes.going_on) store::set_look(transaction, node_, look, until);
        return protocol::Result<bool>(true);
    };
    const auto written = co_await store_.write<bool>(std::move(work));
    if (written) wrote(changes, now);
}

base::Awaitable<void> PresenceRows::run() {
    return base::repeat(looks_write_interval, [this] { return run_once(); });
}

}  // namespace tanbo::game
