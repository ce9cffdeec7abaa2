#include "server/cli/bot/think_pool.hpp"

#include <utility>

namespace tanbo::cli {

ThinkPool::ThinkPool(std::vector<std::unique_ptr<Player>> players, std::function<void()> on_result)
    : on_result_(std::move(on_result)), players_(std::move(players)) {
    for (const auto& player : players_) {
        threads_.emplace_back([this, &player](const std::stop_token& stop) { run(*player, stop); });
    }
}

ThinkPool::~ThinkPool() = default;

void ThinkPool::add(std::optional<Time> deadline, ThinkJob job) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push(deadline, std::move(job));
    }
    changed_.notify_one();
}

std::vector<ThinkResult> ThinkPool::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
}

bool ThinkPool::is_busy() {
    const std::lock_guard lock(mutex_);
    return thinking_ > 0 || queue_.size() > 0;
}

void ThinkPool::run(Player& player, const std::stop_token& stop) {
    while (true) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [this] { return queue_.size() > 0; })) return;
        const ThinkJob job = *queue_.pop();
        ++thinking_;
        lock.unlock();
        Choice choice = player.choose(job.line, job.limits);
        lock.lock();
        --thinking_;
        results_.push_back({job.account, job.game, job.seq, std::move(choice)});
        lock.unlock();
        on_result_();
    }
}

}  // namespace tanbo::cli
