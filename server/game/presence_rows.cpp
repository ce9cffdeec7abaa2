#include "server/game/presence_rows.hpp"

#include <algorithm>
#include <utility>

#include "server/base/timer.hpp"
#include "server/store/store.hpp"

namespace tanbo::game {

PresenceRows::PresenceRows(const Presence& presence, store::Store& store, std::int64_t node,
                           base::Clock clock)
    : presence_(presence), store_(store), node_(node), clock_(std::move(clock)) {}

void PresenceRows::forget_all() {
    store_.write_now(
        [this](store::Transaction& transaction) { store::forget_looks(transaction, node_); });
}

PresenceRows::Changes PresenceRows::changes(base::Instant now) const {
    Changes changes;
    std::vector<store::Look> present = presence_.all();
    std::ranges::sort(present);
    for (const auto& [look, at] : written_) {
        if (!std::ranges::binary_search(present, look)) changes.ended.push_back(look);
    }
    for (const store::Look& look : present) {
        const auto known = written_.find(look);
        const bool is_told = known != written_.end() && now < known->second + look_renewed_after;
        if (!is_told) changes.going_on.push_back(look);
    }
    const std::size_t ended = std::min(changes.ended.size(), looks_written_at_once);
    changes.ended.resize(ended);
    changes.going_on.resize(std::min(changes.going_on.size(), looks_written_at_once - ended));
    return changes;
}

base::Awaitable<void> PresenceRows::run_once() {
    const base::Instant now = clock_();
    const Changes changed = changes(now);
    if (changed.ended.empty() && changed.going_on.empty()) co_return;
    store::Work<bool> work = [this, changed,
                              until = now + look_holds](store::Transaction& transaction) {
        for (const auto& look : changed.ended) store::delete_look(transaction, node_, look);
        for (const auto& look : changed.going_on) store::set_look(transaction, node_, look, until);
        return protocol::Result<bool>(true);
    };
    const auto written = co_await store_.write<bool>(std::move(work));
    if (!written) co_return;
    for (const store::Look& look : changed.ended) written_.erase(look);
    for (const store::Look& look : changed.going_on) written_[look] = now;
}

base::Awaitable<void> PresenceRows::run() {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    base::Timer timer(executor);
    for (;;) {
        timer.expires_after(looks_written_every);
        co_await timer.async_wait(base::awaited);
        co_await run_once();
    }
}

}  // namespace tanbo::game
