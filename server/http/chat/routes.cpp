#include <array>

#include "server/http/chat/handlers.hpp"
#include "server/http/route_rows.hpp"

// Chat, notes and studies beside games.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 3> page_parameters = {"room", "cursor", "limit"};
constexpr std::array<string_view, 1> room_parameters = {"room"};

constexpr Route say(string_view pattern, HandlerFunction handler) {
    Route route = act(pattern, Scope::game_play, handler);
    route.parameters = room_parameters;
    return route;
}

// The path says it all.
constexpr Route set(string_view pattern, Scope scope, HandlerFunction handler) {
    Route route = remove(pattern, scope, handler);
    route.method = net::Method::put;
    return route;
}

constexpr std::array chat_table = {
    look("/api/v1/games/{game}/chat", Scope::game_read, handler<get_chat>, page_parameters),
    writing(say("/api/v1/games/{game}/chat", handler<post_chat>)),
    writing(act("/api/v1/games/{game}/chat/{message}/report", Scope::game_play,
                handler<post_chat_report>)),
    mine("/api/v1/games/{game}/note", Scope::game_read, handler<get_note>),
    document(put("/api/v1/games/{game}/note", Scope::game_play, handler<put_note>)),
    mine("/api/v1/games/{game}/study", Scope::game_play, handler<get_study>),
    document(put("/api/v1/games/{game}/study", Scope::game_play, handler<put_study>)),
    remove("/api/v1/games/{game}/study", Scope::game_play, handler<delete_study>),
    mine("/api/v1/me/mutes", Scope::account_read, handler<get_mutes>),
    set("/api/v1/me/mutes/{handle}", Scope::account_write, handler<put_mute>),
    remove("/api/v1/me/mutes/{handle}", Scope::account_write, handler<delete_mute>),
};

}  // namespace

std::span<const Route> chat_routes() {
    return chat_table;
}

}  // namespace tanbo::http
