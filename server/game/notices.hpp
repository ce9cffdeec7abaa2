#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/game/feed/committed.hpp"

namespace tanbo::game {

// The lobby's news of one command's events. The game's summary is encoded when the first
// message is asked for.
class Notes {
public:
    explicit Notes(const CommittedGame& game) : game_(game) {}

    // Calls tell(type) for each: game-opened (also when a seat is free again), game-joined,
    // game-started, game-finished. Nothing for a private game.
    void for_lobby(const std::function<void(std::string_view type)>& tell) const;

    // The message as it is pushed.
    SharedBytes message(std::string_view type);

private:
    const CommittedGame& game_;
    std::optional<std::string> summary_;
};

}  // namespace tanbo::game
