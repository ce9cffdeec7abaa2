#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"
#include "server/cli/screen/style.hpp"

namespace tanbo::cli {

// The size of a terminal, in characters.
struct Size {
    int columns = 80;
    int rows = 24;

    bool operator==(const Size&) const = default;
};

// Everything that a screen shows of a game.
struct ScreenModel {
    protocol::GameId game{};
    const engine::Match* match = nullptr;  // null before the first event
    std::optional<engine::Seat> seat;      // the person's own
    engine::Instant now;                   // by the server's clock
    std::vector<std::string> news;         // what happened, oldest first
    std::vector<protocol::ChatLine> chat;  // oldest first
    std::string notice;                    // what the last command led to
    int notice_page = 0;                   // of a notice that takes several screens
    std::string prompt;
    std::string typed;
    std::optional<std::size_t> typed_cursor = {};  // in its bytes; nothing: at its end
    std::optional<engine::Point> cursor = {};      // on the board
    Style style = {};
};

}  // namespace tanbo::cli
