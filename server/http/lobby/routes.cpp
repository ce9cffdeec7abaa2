#include <array>

#include "server/http/lobby/handlers.hpp"
#include "server/http/route_rows.hpp"

// Finding a game, and whom to play it with.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 13> game_list_parameters = {
    "order", "status",   "setup",   "player", "result", "from",   "until",
    "rated", "opponent", "to_move", "cursor", "limit",  "include"};
constexpr std::array<string_view, 12> player_games_parameters = {
    "order", "status",   "setup",   "result", "from",  "until",
    "rated", "opponent", "to_move", "cursor", "limit", "include"};
constexpr std::array<string_view, 7> challenge_list_parameters = {
    "setup", "rated", "mine", "for_me", "for", "cursor", "limit"};
constexpr std::array<string_view, 1> challenge_parameters = {"invitation"};
constexpr std::array<string_view, 4> player_list_parameters = {"q", "handles", "cursor", "limit"};

constexpr std::array lobby_table = {
    look("/api/v1/games", Scope::game_read, handler<get_games>, game_list_parameters),
    look("/api/v1/challenges", Scope::game_read, handler<get_challenges>,
         challenge_list_parameters),
    document(act("/api/v1/challenges", Scope::challenge_write, handler<post_challenge>)),
    look("/api/v1/challenges/{challenge}", Scope::game_read, handler<get_challenge>,
         challenge_parameters),
    remove("/api/v1/challenges/{challenge}", Scope::challenge_write, handler<delete_challenge>),
    act("/api/v1/challenges/{challenge}/accept", Scope::challenge_write, handler<post_accept>),
    writing(act("/api/v1/challenges/{challenge}/decline", Scope::challenge_write,
                handler<post_decline>)),
    brief(act("/api/v1/games/{game}/rematch", Scope::challenge_write, handler<post_rematch>)),
    read("/api/v1/bots", handler<get_bots>),
    look("/api/v1/players", Scope::game_read, handler<get_players>, player_list_parameters),
    look("/api/v1/players/{handle}", Scope::game_read, handler<get_player>),
    look("/api/v1/players/{handle}/games", Scope::game_read, handler<get_player_games>,
         player_games_parameters),
};

}  // namespace

std::span<const Route> lobby_routes() {
    return lobby_table;
}

}  // namespace tanbo::http
