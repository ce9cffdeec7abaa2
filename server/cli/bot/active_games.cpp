#include "server/cli/bot/active_games.hpp"

#include <algorithm>
#include <utility>

namespace tanbo::cli {

using protocol::GameId;

void ActiveGames::ask(GameId id, Time deadline, std::size_t bytes) {
    constexpr std::size_t unknown_at_once = 8;
    if (has(id)) return;
    if (bytes == 0) bytes = bytes_max_ / unknown_at_once;
    waiting_.try_emplace(id, Waiting{deadline, bytes});
}

std::optional<GameId> ActiveGames::take() {
    const auto next = std::ranges::min_element(
        waiting_, {}, [](const auto& waiting) { return waiting.second.deadline; });
    if (next == waiting_.end()) return std::nullopt;
    const auto [id, waiting] = *next;
    if (!active_.empty() && bytes_ + waiting.bytes > bytes_max_) return std::nullopt;
    waiting_.erase(next);
    active_.emplace(id, waiting.bytes);
    bytes_ += waiting.bytes;
    return id;
}

void ActiveGames::resize(GameId id, std::size_t bytes) {
    const auto found = active_.find(id);
    if (found == active_.end()) return;
    bytes_ += bytes;
    bytes_ -= std::exchange(found->second, bytes);
}

void ActiveGames::release(GameId id) {
    resize(id, 0);
    active_.erase(id);
    waiting_.erase(id);
}

}  // namespace tanbo::cli
