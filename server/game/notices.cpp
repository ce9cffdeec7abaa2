#include "server/game/notices.hpp"

#include <utility>

#include "protocol/answers.hpp"

namespace tanbo::game {

namespace {

// What an event means to the lobby; empty: nothing.
std::string_view lobby_type(std::string_view event, engine::Status after) {
    if (event == "open") return "game-opened";
    if (event == "join") return "game-joined";
    if (event == "start") return "game-started";
    if (event == "end") return "game-finished";
    if (event == "leave" && after == engine::Status::open) return "game-opened";
    return {};
}

bool changes_the_turn(std::string_view event) {
    return event == "start" || event == "move" || event == "leave";
}

}  // namespace

void Notes::for_lobby(const std::function<void(std::string_view type)>& tell) const {
    if (game_.match->visibility() != engine::Visibility::everyone) return;
    for (const Frame& frame : game_.frames) {
        const std::string_view type = lobby_type(frame.type, game_.match->status());
        if (!type.empty()) tell(type);
    }
}

void Notes::for_accounts(
    const std::function<void(std::int64_t account, std::string_view type)>& tell) const {
    const engine::Match& match = *game_.match;
    const auto tell_players = [&](bool is_invited, std::string_view type) {
        for (const engine::SeatHolder& holder : match.seats()) {
            const bool is_open = holder.state == engine::SeatState::open;
            if (holder.player && is_open == is_invited) tell(holder.player->account, type);
        }
    };
    bool turn_changed = false;
    for (const Frame& frame : game_.frames) {
        if (frame.type == "open") tell_players(true, "invited");
        if (frame.type == "start") tell_players(false, "game-started");
        if (frame.type == "end") tell_players(false, "game-finished");
        turn_changed = turn_changed || changes_the_turn(frame.type);
    }
    const std::optional<engine::Seat> next = match.to_move();
    if (!turn_changed || !next) return;
    const auto& player = match.seats()[static_cast<std::size_t>(engine::index_of(*next))].player;
    if (player) tell(player->account, "your-turn");
}

SharedBytes Notes::message(const protocol::Topic& topic, std::string_view type) {
    if (!summary_)
        summary_ = protocol::encode_game_summary(protocol::summarize(game_.id, *game_.match));
    return std::make_shared<const std::string>(protocol::encode_notice(topic, type, *summary_));
}

}  // namespace tanbo::game
