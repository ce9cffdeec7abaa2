#include <array>

#include "protocol/records/analysis.hpp"
#include "server/http/route_rows.hpp"
#include "server/http/search/handlers.hpp"

// Analyses, and the searches that programs do.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 1> analysis_parameters = {"format"};

// A whole analysis comes at once.
constexpr Route act_large(string_view pattern, Scope scope, HandlerFunction handler) {
    return unhurried(
        sized(protocol::analysis_bytes_max, act(pattern, scope, handler, Repeat::plain)));
}

constexpr std::array<string_view, 4> puzzle_parameters = {"after", "setup", "difficulty", "theme"};

// An answer that changes nothing, of anybody.
constexpr Route judge(string_view pattern, HandlerFunction handler) {
    Route route = read(pattern, handler);
    route.method = net::Method::post;
    route.body = Body::json;
    return route;
}

constexpr std::array search_table = {
    act("/api/v1/games/{game}/analysis", Scope::game_read, handler<post_analysis>, Repeat::plain),
    look("/api/v1/games/{game}/analysis", Scope::game_read, handler<get_analysis>,
         analysis_parameters),
    mine("/api/v1/games/{game}/hint", Scope::game_play, handler<get_hint>),
    read("/api/v1/puzzles", handler<get_puzzles>),
    read("/api/v1/puzzles/next", handler<get_next_puzzle>, puzzle_parameters),
    read("/api/v1/puzzles/{puzzle}", handler<get_puzzle>),
    judge("/api/v1/puzzles/{puzzle}", handler<post_puzzle>),
    // It waits until there is something to search.
    unhurried(act("/api/v1/searches", Scope::search, handler<post_search>, Repeat::plain)),
    act("/api/v1/searches/{search}/extend", Scope::search, handler<post_search_extend>,
        Repeat::plain),
    act_large("/api/v1/searches/{search}/result", Scope::search, handler<post_search_result>),
};

}  // namespace

std::span<const Route> search_routes() {
    return search_table;
}

}  // namespace tanbo::http
