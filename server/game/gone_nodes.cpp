#include "server/game/gone_nodes.hpp"

#include <algorithm>
#include <utility>

#include "server/base/timer.hpp"
#include "server/store/game_lists.hpp"
#include "server/store/store.hpp"
#include "server/store/watches.hpp"

namespace tanbo::game {

namespace {

// False: there is more.
bool forget_all_but(store::Transaction& transaction, const GoneNodes::Nodes& alive) {
    const auto is_alive = [&alive](std::int64_t node) {
        return std::ranges::binary_search(alive, node);
    };
    for (const std::int64_t node : store::nodes_with_looks(transaction)) {
        if (!is_alive(node)) store::forget_looks(transaction, node);
    }
    constexpr int limit = watched_games_forgotten_at_once;
    bool is_all = true;
    for (const std::int64_t node : store::nodes_with_watchers(transaction)) {
        if (is_alive(node)) continue;
        is_all = store::forget_node_watchers(transaction, node, limit) < limit && is_all;
    }
    return is_all;
}

}  // namespace

GoneNodes::GoneNodes(store::Store& store, std::function<Nodes()> alive)
    : store_(store), alive_(std::move(alive)) {}

base::Awaitable<void> GoneNodes::run_once() {
    const Nodes alive = alive_();
    if (alive.empty() || alive == tidied_) co_return;
    store::Work<bool> work = [alive](store::Transaction& transaction) {
        return protocol::Result<bool>(forget_all_but(transaction, alive));
    };
    const auto is_all = co_await store_.write<bool>(std::move(work));
    if (is_all && *is_all) tidied_ = alive;
}

base::Awaitable<void> GoneNodes::run() {
    return base::repeat(gone_nodes_looked_for_every, [this] { return run_once(); });
}

}  // namespace tanbo::game
