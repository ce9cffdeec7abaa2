#include "server/app/heartbeat.hpp"

#include <utility>

namespace tanbo::app {

Heartbeat::Heartbeat(const std::filesystem::path& database, const game::Downtimes& downtimes,
                     base::Clock clock)
    : file_(database),
      downtimes_(downtimes),
      clock_(std::move(clock)),
      thread_([this] { run(); }) {}

Heartbeat::~Heartbeat() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void Heartbeat::run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, life_interval, [this] { return is_over_; })) {
        if (const auto life = downtimes_.life(clock_())) {
            file_.write(life->beaten_at, life->alive_at);
        }
    }
}

}  // namespace tanbo::app
