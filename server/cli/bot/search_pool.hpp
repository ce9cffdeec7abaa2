#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/cli/bot/search_queue.hpp"
#include "server/cli/engines/player.hpp"

namespace tanbo::cli {

// A position to find a move in, with its account and game.
struct SearchTask {
    std::size_t account = 0;  // its number
    protocol::GameId game{};
    std::uint32_t seq = 0;  // of the game's last event
    GameLine line;
    Limits limits;
};

struct SearchTaskResult {
    std::size_t account = 0;
    protocol::GameId game{};
    std::uint32_t seq = 0;
    Choice choice;
};

// Threads that think, each with a player of its own, and one queue for all of them.
class SearchPool {
public:
    using Time = SearchQueue<SearchTask>::Time;

    // on_result is called when there is something to take. Thread: any.
    SearchPool(std::vector<std::unique_ptr<Player>> players, std::function<void()> on_result);
    ~SearchPool();
    SearchPool(const SearchPool&) = delete;
    SearchPool& operator=(const SearchPool&) = delete;

    void add(std::optional<Time> deadline, SearchTask job);
    std::vector<SearchTaskResult> take();
    // True while a task is thought about, or waits to be. Thread: any.
    bool is_busy();

private:
    void run(Player& player, const std::stop_token& stop);

    std::function<void()> on_result_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    SearchQueue<SearchTask> queue_;
    std::vector<SearchTaskResult> results_;
    std::size_t thinking_ = 0;  // threads that do
    std::vector<std::unique_ptr<Player>> players_;
    std::vector<std::jthread> threads_;  // last: they use all of the above
};

}  // namespace tanbo::cli
