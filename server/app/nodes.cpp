#include "server/app/nodes.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"

namespace tanbo::app {
namespace {

constexpr std::chrono::milliseconds patience_of_others{1'500};
constexpr std::chrono::milliseconds socket_check_interval{500};

}  // namespace

Nodes::Nodes(Storage& storage, Play& play, ChangeListener::Announce announce)
    : storage_(storage),
      play_(play),
      listener_(storage.store, *storage.io, play.referee, storage.downtimes, play.authenticators(),
                std::move(announce)) {}

bool Nodes::has(cluster::Duty duty) const {
    if (!storage_.has_peers) return true;
    return open_change_log_ != nullptr && storage_.membership->has(duty);
}

api_common::Limiter::Nodes Nodes::count() {
    if (!storage_.has_peers) return {};
    return [this] { return storage_.membership->count(); };
}

void Nodes::share(std::int64_t node) {
    play_.watchers.share(node);
    play_.presence.share(node);
    play_.presence_rows.emplace(play_.presence, storage_.store, node, storage_.clock);
    play_.presence_rows->forget_all();
}

void Nodes::join() {
    change_log_ = std::make_unique<cluster::ChangeLogReader>(
        store::ChangeReader(storage_.database.options()),
        [this](const std::vector<store::Change>& changes) { listener_.receive(changes); },
        [this](const store::StorageError& error) { storage_.database.report(error); },
        storage_.metrics);
    open_change_log_ = change_log_.get();  // now: the holder of a duty learns what others queue
    base::spawn(storage_.io->executor(0), "presence", play_.presence_rows->run());
    play_.dead_node_cleanup.emplace(storage_.store, [this] { return nodes_to_tidy(); });
    base::spawn(storage_.io->executor(0), "gone nodes", play_.dead_node_cleanup->run());
    base::spawn(storage_.io->executor(0), "unchecked sockets",
                base::repeat(socket_check_interval, [this] { return drop_unchecked_sockets(); }));
    play_.scheduler.set_grace_period([this] { return grace_period(); });
    for (const auto& local : play_.locals) {
        local->authenticator.set_cache_guard(
            [this] { return change_log_->age() <= cluster::change_log_age_max; });
    }
}

// Revocations by others aren't heard here, and a socket may be of such a token.
base::Awaitable<void> Nodes::drop_unchecked_sockets() {
    const auto age = change_log_->age();
    if (age <= cluster::change_log_age_max && is_cut_off_) {
        is_cut_off_ = false;
        base::log::info("changes-read-again", "reading the other nodes' changes again", {});
    }
    if (age <= cluster::unchecked_sockets_age_max) co_return;
    if (!std::exchange(is_cut_off_, true)) {
        base::log::warn("changes-unread",
                        "can't read the other nodes' changes; closing sockets of accounts",
                        {{"seconds", std::chrono::duration<double>(age).count()}});
    }
    listener_.drop_unchecked();
}

void Nodes::stop() {
    if (change_log_) change_log_->stop();
}

void Nodes::receive(const std::vector<store::Change>& changes) {
    if (is_open_) listener_.receive(changes);
}

void Nodes::notify_peers() {
    if (cluster::ChangeLogReader* const open = open_change_log_) open->notify_peers();
}

std::vector<std::int64_t> Nodes::nodes_to_tidy() const {
    if (!has(cluster::Duty::lobby)) return {};
    return storage_.membership->alive();
}

// The holder of the duty comes first, the others if it has not acted; never a node with a wrong
// clock.
std::optional<std::chrono::milliseconds> Nodes::grace_period() const {
    if (!storage_.membership->is_clock_right()) return std::nullopt;
    return has(cluster::Duty::deadlines) ? std::chrono::milliseconds(0) : patience_of_others;
}

}  // namespace tanbo::app
