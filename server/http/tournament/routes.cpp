#include <array>

#include "server/http/route_rows.hpp"
#include "server/http/tournament/handlers.hpp"

// Tournaments.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 6> list_parameters = {"state", "format", "setup",
                                                        "club",  "cursor", "limit"};
constexpr std::array<string_view, 3> mine_parameters = {"state", "cursor", "limit"};
constexpr std::array<string_view, 1> league_parameters = {"season"};
constexpr std::array<string_view, 1> standings_parameters = {"explain"};
constexpr std::array<string_view, 5> games_parameters = {"round", "status", "cursor", "limit",
                                                         "include"};
constexpr std::array<string_view, 4> events_parameters = {"after", "limit", "follow", "epoch"};
constexpr std::array<string_view, 1> export_parameters = {"format"};

constexpr Scope write = Scope::tournament_write;

constexpr Route change(string_view pattern, HandlerFunction handler) {
    Route route = act(pattern, write, handler);
    route.method = net::Method::patch;
    return route;
}

constexpr Route organise(string_view pattern, HandlerFunction handler) {
    Route route = put(pattern, write, handler);
    route.body = Body::none;
    return route;
}

constexpr std::array tournament_table = {
    look("/api/v1/tournaments", Scope::game_read, handler<get_tournaments>, list_parameters),
    document(act("/api/v1/tournaments", write, handler<post_tournament>)),
    mine("/api/v1/me/tournaments", Scope::game_read, handler<get_my_tournaments>, mine_parameters),
    look("/api/v1/tournaments/{tournament}", Scope::game_read, handler<get_tournament>),
    document(change("/api/v1/tournaments/{tournament}", handler<patch_tournament>)),
    remove("/api/v1/tournaments/{tournament}", write, handler<delete_tournament>),
    act("/api/v1/tournaments/{tournament}/join", write, handler<post_tournament_join>),
    act("/api/v1/tournaments/{tournament}/withdraw", write, handler<post_tournament_withdraw>),
    act("/api/v1/tournaments/{tournament}/rest", write, handler<post_tournament_rest>),
    act("/api/v1/tournaments/{tournament}/start", write, handler<post_tournament_start>),
    writing(act("/api/v1/tournaments/{tournament}/cancel", write, handler<post_tournament_cancel>)),
    look("/api/v1/tournaments/{tournament}/players", Scope::game_read,
         handler<get_tournament_players>),
    look("/api/v1/tournaments/{tournament}/rounds", Scope::game_read,
         handler<get_tournament_rounds>),
    look("/api/v1/tournaments/{tournament}/rounds/{round}", Scope::game_read,
         handler<get_tournament_round>),
    look("/api/v1/tournaments/{tournament}/standings", Scope::game_read,
         handler<get_tournament_standings>, standings_parameters),
    look("/api/v1/tournaments/{tournament}/bracket", Scope::game_read,
         handler<get_tournament_bracket>),
    look("/api/v1/tournaments/{tournament}/groups", Scope::game_read,
         handler<get_tournament_groups>),
    mine("/api/v1/tournaments/{tournament}/fairness", write, handler<get_tournament_fairness>),
    look("/api/v1/tournaments/{tournament}/ladder", Scope::game_read,
         handler<get_tournament_ladder>),
    look("/api/v1/tournaments/{tournament}/league", Scope::game_read,
         handler<get_tournament_league>, league_parameters),
    act("/api/v1/tournaments/{tournament}/challenges", write, handler<post_ladder_challenge>),
    act("/api/v1/tournaments/{tournament}/challenges/{number}/accept", write,
        handler<post_ladder_accept>),
    act("/api/v1/tournaments/{tournament}/challenges/{number}/decline", write,
        handler<post_ladder_decline>),
    act("/api/v1/tournaments/{tournament}/challenges/{number}/cancel", write,
        handler<post_ladder_cancel>),
    look("/api/v1/tournaments/{tournament}/games", Scope::game_read, handler<get_tournament_games>,
         games_parameters),
    look("/api/v1/tournaments/{tournament}/events", Scope::game_read,
         handler<get_tournament_events>, events_parameters),
    read("/api/v1/tournaments/{tournament}/feed.atom", handler<get_tournament_feed>),
    look("/api/v1/tournaments/{tournament}/export", Scope::game_read,
         handler<get_tournament_export>, export_parameters),
    organise("/api/v1/tournaments/{tournament}/organisers/{handle}", handler<put_organiser>),
    remove("/api/v1/tournaments/{tournament}/organisers/{handle}", write,
           handler<delete_organiser>),
    writing(
        act("/api/v1/tournaments/{tournament}/games/{game}/forfeit", write, handler<post_forfeit>)),
    writing(act("/api/v1/tournaments/{tournament}/games/{game}/adjudicate", write,
                handler<post_tournament_verdict>)),
    writing(
        act("/api/v1/tournaments/{tournament}/games/{game}/annul", write, handler<post_annulment>)),
};

}  // namespace

std::span<const Route> tournament_routes() {
    return tournament_table;
}

}  // namespace tanbo::http
