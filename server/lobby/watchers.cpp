#include "server/lobby/watchers.hpp"

#include <algorithm>
#include <utility>

#include "server/base/threads/one_shot.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/game_lists.hpp"

namespace tanbo::lobby {

namespace {

using Changes = std::vector<std::pair<protocol::GameId, std::int64_t>>;
using Followers = std::vector<std::pair<protocol::GameId, std::int64_t>>;

constexpr int forgotten_at_once = 1'000;

}  // namespace

Changes WatcherCount::changes(const Counts& now) const {
    Changes changes;
    for (const auto& [game, count] : now) {
        const auto known = written_.find(game);
        if (known == written_.end() || known->second != count) changes.emplace_back(game, count);
    }
    for (const auto& [game, count] : written_) {
        if (!now.contains(game)) changes.emplace_back(game, 0);
    }
    std::ranges::sort(changes, [](const auto& a, const auto& b) {
        return std::pair(b.second, b.first) < std::pair(a.second, a.first);
    });
    if (changes.size() > watchers_written_at_once) changes.resize(watchers_written_at_once);
    return changes;
}

void WatcherCount::wrote(const Changes& changes) {
    for (const auto& [game, count] : changes) {
        if (count == 0) {
            written_.erase(game);
        } else {
            written_[game] = count;
        }
    }
}

Watchers::Watchers(base::IoThreads& io, std::vector<game::Feed*> feeds, store::Store& store)
    : io_(io), feeds_(std::move(feeds)), store_(store) {}

void Watchers::set(store::Transaction& transaction, protocol::GameId game,
                   std::int64_t count) const {
    if (node_ == 0) return store::set_watchers(transaction, game, count);
    store::set_node_watchers(transaction, node_, game, count);
}

int Watchers::forget_some(store::Transaction& transaction) const {
    if (node_ == 0) return store::forget_watchers(transaction, forgotten_at_once);
    return store::forget_node_watchers(transaction, node_, forgotten_at_once);
}

void Watchers::forget_all() {
    int forgotten = forgotten_at_once;
    while (forgotten == forgotten_at_once) {
        store_.write_now([this, &forgotten](store::Transaction& transaction) {
            forgotten = forget_some(transaction);
        });
    }
}

base::Awaitable<WatcherCount::Counts> Watchers::count() {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    WatcherCount::Counts counts;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        const base::OneShot<Followers> answer(executor);
        auto look = [feed = feeds_[i], answer] { answer.set(feed->game_followers()); };
        io_.post_to(static_cast<int>(i), std::move(look));
        const Followers followers = co_await answer.wait();
        for (const auto& [game, count] : followers) counts[game] += count;
    }
    co_return counts;
}

base::Awaitable<void> Watchers::store_counts() {
    const WatcherCount::Counts counts = co_await count();
    Changes changes = count_.changes(counts);
    if (changes.empty()) co_return;
    // In one order everywhere: no node holds a row for which another waits.
    std::ranges::sort(changes);
    store::Work<bool> work = [this, changes](store::Transaction& transaction) {
        for (const auto& [game, count] : changes) set(transaction, game, count);
        return protocol::Result<bool>(true);
    };
    auto written = co_await store_.write<bool>(std::move(work));
    if (written) count_.wrote(changes);
}

}  // namespace tanbo::lobby
