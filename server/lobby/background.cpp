#include "server/lobby/background.hpp"

#include "server/base/log.hpp"
#include "server/base/timer.hpp"

namespace tanbo::lobby {

base::Awaitable<void> run_in_background(Lobby& lobby, Watchers& watchers,
                                        std::function<bool()> is_ours) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    base::Timer timer(executor);
    for (;;) {
        timer.expires_after(background_interval);
        co_await base::wait_for_own_work(timer);
        if (is_ours()) {
            const auto expired = co_await lobby.expire_due();
            if (!expired) {
                base::log::warn("challenge-expiry-failed", "challenges did not expire",
                                {{"detail", expired.error().detail}});
            }
        }
        co_await watchers.store_counts();
    }
}

}  // namespace tanbo::lobby
