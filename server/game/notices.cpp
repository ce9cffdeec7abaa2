#include "server/game/notices.hpp"

#include <utility>

#include "protocol/games/answers.hpp"
#include "protocol/games/live.hpp"

namespace tanbo::game {

namespace {

// The meaning of an event to the lobby; empty: nothing.
std::string_view lobby_type(std::string_view event, engine::Status after) {
    if (event == "open") return "game-opened";
    if (event == "join") return "game-joined";
    if (event == "start") return "game-started";
    if (event == "end") return "game-finished";
    if (event == "leave" && after == engine::Status::open) return "game-opened";
    return {};
}

}  // namespace

void Notes::for_lobby(const std::function<void(std::string_view type)>& tell) const {
    if (game_.match->visibility() != engine::Visibility::everyone) return;
    for (const Frame& frame : game_.frames) {
        const std::string_view type = lobby_type(frame.type, game_.match->status());
        if (!type.empty()) tell(type);
    }
}

SharedBytes Notes::message(std::string_view type) {
    if (!summary_) {
        summary_ = protocol::encode_game_summary(protocol::summarize(game_.id, *game_.match));
    }
    const protocol::Topic lobby{protocol::Topic::Kind::lobby, {}};
    return std::make_shared<const std::string>(protocol::encode_notice(lobby, type, *summary_));
}

}  // namespace tanbo::game
