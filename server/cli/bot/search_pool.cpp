#include "server/cli/bot/search_pool.hpp"

#include <utility>

namespace tanbo::cli {

SearchPool::SearchPool(std::vector<std::unique_ptr<Player>> players,
                       std::function<void()> on_result)
    : on_result_(std::move(on_result)), players_(std::move(players)) {
    for (const auto& player : players_) {
        threads_.emplace_back([this, &player](const std::stop_token& stop) { run(*player, stop); });
    }
}

SearchPool::~SearchPool() = default;

void SearchPool::add(std::optional<Time> deadline, SearchTask job) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push(deadline, std::move(job));
    }
    changed_.notify_one();
}

std::vector<SearchTaskResult> SearchPool::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
}

bool SearchPool::is_busy() {
    const std::lock_guard lock(mutex_);
    return thinking_ > 0 || queue_.size() > 0;
}

void SearchPool::run(Player& player, const std::stop_token& stop) {
    while (true) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [this] { return queue_.size() > 0; })) return;
        const SearchTask job = *queue_.pop();
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
