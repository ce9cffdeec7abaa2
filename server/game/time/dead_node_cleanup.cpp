#include "server/game/time/dead_node_cleanup.hpp"

#include <algorithm>
#include <utility>

#include "server/base/threads/timer.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::game {

namespace {

// False: there is more.
bool forget_all_but(store::Transaction& transaction, const DeadNodeCleanup::Nodes& alive) {
    const auto is_alive = [&alive](std::int64_t node) {
        return std::ranges::binary_search(alive, node);
    };
    for (const std::int64_t node : store::nodes_with_looks(transaction)) {
        if (!is_alive(node)) store::forget_looks(transaction, node);
    }
    constexpr int limit = cleanup_batch_games_max;
    bool is_all = true;
    for (const std::int64_t node : store::nodes_with_watchers(transaction)) {
        if (is_alive(node)) continue;
        is_all = store::forget_node_watchers(transaction, node, limit) < limit && is_all;
    }
    return is_all;
}

}  // namespace

DeadNodeCleanup::DeadNodeCleanup(store::Store& store, std::function<Nodes()> alive)
    : store_(store), alive_(std::move(alive)) {}

base::Awaitable<void> DeadNodeCleanup::run_once() {
    const Nodes alive = alive_();
    if (alive.empty() || alive == tidied_) co_return;
    store::Work<bool> work = [alive](store::Transaction& transaction) {
        return protocol::Result<bool>(forget_all_but(transaction, alive));
    };
    const auto is_all = co_await store_.write<bool>(std::move(work));
    if (is_all && *is_all) tidied_ = alive;
}

base::Awaitable<void> DeadNodeCleanup::run() {
    return base::repeat(dead_node_scan_interval, [this] { return run_once(); });
}

}  // namespace tanbo::game
