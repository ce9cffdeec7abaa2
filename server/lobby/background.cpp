#include "server/lobby/background.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"

namespace tanbo::lobby {

namespace {

base::Awaitable<void> run_once(Lobby& lobby, Watchers& watchers, bool is_ours) {
    if (is_ours) {
        const auto expired = co_await lobby.expire_due();
        if (!expired) {
            base::log::warn("challenge-expiry-failed", "could not expire challenges",
                            {{"detail", expired.error().detail}});
        }
    }
    co_await watchers.store_counts();
}

}  // namespace

base::Awaitable<void> run_in_background(Lobby& lobby, Watchers& watchers,
                                        std::function<bool()> is_ours) {
    return base::repeat(background_interval, [&lobby, &watchers, is_ours = std::move(is_ours)] {
        return run_once(lobby, watchers, is_ours());
    });
}

}  // namespace tanbo::lobby
