#include "server/lobby/tending.hpp"

#include "server/base/log.hpp"
#include "server/base/timer.hpp"

namespace tanbo::lobby {

base::Awaitable<void> tend(Lobby& lobby, Watchers& watchers) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    base::Timer timer(executor);
    for (;;) {
        timer.expires_after(tending_interval);
        co_await timer.async_wait(base::awaited);
        const auto swept = co_await lobby.sweep();
        if (!swept) {
            base::log::warn("challenge-sweep-failed", "challenges were not swept",
                            {{"detail", swept.error().detail}});
        }
        co_await watchers.sweep();
    }
}

}  // namespace tanbo::lobby
