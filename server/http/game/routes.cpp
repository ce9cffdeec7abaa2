#include <array>

#include "server/http/game/handlers.hpp"
#include "server/http/route_rows.hpp"

// Games: what they are, and commands to them.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 4> event_parameters = {"after", "limit", "follow", "epoch"};
constexpr std::array<string_view, 2> board_parameters = {"ply", "format"};
constexpr std::array<string_view, 2> record_parameters = {"format", "include"};

// A question that takes a body.
constexpr Route ask(string_view pattern, Scope scope, HandlerFunction handler) {
    Route route = look(pattern, scope, handler);
    route.method = net::Method::post;
    route.body = Body::json;
    return route;
}

constexpr std::array game_table = {
    document(act("/api/v1/games", Scope::game_play, handler<post_game>)),
    look("/api/v1/games/{game}", Scope::game_read, handler<get_game>),
    brief(act("/api/v1/games/{game}/join", Scope::game_play, handler<post_join>)),
    brief(act("/api/v1/games/{game}/start", Scope::game_play, handler<post_start>)),
    // The ply is its guard.
    document(
        act("/api/v1/games/{game}/moves", Scope::game_play, handler<post_move>, Repeat::plain)),
    brief(act("/api/v1/games/{game}/leave", Scope::game_play, handler<post_leave>)),
    brief(act("/api/v1/games/{game}/proposals", Scope::game_play, handler<post_proposal>)),
    brief(act("/api/v1/games/{game}/proposals/{proposal}/accept", Scope::game_play,
              handler<post_accept_proposal>)),
    brief(act("/api/v1/games/{game}/proposals/{proposal}/decline", Scope::game_play,
              handler<post_decline_proposal>)),
    brief(act("/api/v1/games/{game}/swap", Scope::game_play, handler<post_swap>)),
    brief(act("/api/v1/games/{game}/resume", Scope::game_play, handler<post_resume>)),
    brief(act("/api/v1/games/{game}/substitute", Scope::game_play, handler<post_substitute>)),
    mine("/api/v1/games/{game}/plan", Scope::game_play, handler<get_plan>),
    document(put("/api/v1/games/{game}/plan", Scope::game_play, handler<put_plan>)),
    remove("/api/v1/games/{game}/plan", Scope::game_play, handler<delete_plan>),
    look("/api/v1/games/{game}/clock", Scope::game_read, handler<get_clock>),
    brief(ask("/api/v1/games/{game}/preview", Scope::game_read, handler<post_preview>)),
    look("/api/v1/games/{game}/legal-moves", Scope::game_read, handler<get_legal_moves>),
    look("/api/v1/games/{game}/roots", Scope::game_read, handler<get_roots>),
    look("/api/v1/games/{game}/events", Scope::game_read, handler<get_events>, event_parameters),
    look("/api/v1/games/{game}/board", Scope::game_read, handler<get_board>, board_parameters),
    unhurried(look("/api/v1/games/{game}/record", Scope::game_read, handler<get_record>,
                   record_parameters)),
};

}  // namespace

std::span<const Route> game_routes() {
    return game_table;
}

}  // namespace tanbo::http
