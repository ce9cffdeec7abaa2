#include "server/http/routes.hpp"

#include <algorithm>
#include <array>

#include "server/http/handlers.hpp"

namespace tanbo::http {
namespace {

using std::string_view;

constexpr std::span<const string_view> no_parameters;
constexpr std::array<string_view, 5> list_parameters = {"status", "setup", "player", "cursor",
                                                        "limit"};
constexpr std::array<string_view, 3> event_parameters = {"after", "limit", "follow"};
constexpr std::array<string_view, 2> board_parameters = {"ply", "format"};
constexpr std::array<string_view, 1> record_parameters = {"format"};

// One row of the table, with the columns most rows share filled in.
constexpr Route get(string_view pattern, Caller caller, HandlerFunction handler,
                    std::span<const string_view> parameters = no_parameters) {
    return {net::Method::get, pattern,    caller, Origins::configured, Body::none, Rate::free,
            Repeat::plain,    parameters, handler};
}
constexpr Route post(string_view pattern, Caller caller, Rate rate, Repeat repeat,
                     HandlerFunction handler) {
    return {net::Method::post, pattern, caller, Origins::configured, Body::json, rate, repeat,
            no_parameters,     handler};
}
// For our own page and for operators: no foreign page reads it.
constexpr Route own(string_view pattern, HandlerFunction handler) {
    Route route = get(pattern, Caller::anyone, handler);
    route.origins = Origins::own;
    return route;
}
constexpr Route remove(string_view pattern, Caller caller, HandlerFunction handler) {
    Route route = get(pattern, caller, handler);
    route.method = net::Method::delete_;
    return route;
}

constexpr std::array table = {
    // who
    post("/api/v1/accounts", Caller::anyone, Rate::sign_up, Repeat::keyed, post_account),
    post("/api/v1/guests", Caller::anyone, Rate::sign_up, Repeat::keyed, post_guest),
    post("/api/v1/tokens", Caller::anyone, Rate::sign_up, Repeat::keyed, post_token),
    remove("/api/v1/tokens/current", Caller::account, delete_current_token),
    get("/api/v1/me", Caller::account, get_me),
    // what can be played
    get("/api/v1/setups", Caller::anyone, get_setups),
    get("/api/v1/setups/{setup}", Caller::anyone, get_setup),
    // games
    get("/api/v1/games", Caller::may_sign_in, get_games, list_parameters),
    post("/api/v1/games", Caller::account, Rate::command, Repeat::keyed, post_game),
    get("/api/v1/games/{game}", Caller::may_sign_in, get_game),
    post("/api/v1/games/{game}/join", Caller::account, Rate::command, Repeat::keyed, post_join),
    post("/api/v1/games/{game}/start", Caller::account, Rate::command, Repeat::keyed, post_start),
    post("/api/v1/games/{game}/moves", Caller::account, Rate::command, Repeat::plain, post_move),
    post("/api/v1/games/{game}/leave", Caller::account, Rate::command, Repeat::keyed, post_leave),
    post("/api/v1/games/{game}/preview", Caller::may_sign_in, Rate::free, Repeat::plain,
         post_preview),
    get("/api/v1/games/{game}/legal-moves", Caller::may_sign_in, get_legal_moves),
    get("/api/v1/games/{game}/events", Caller::may_sign_in, get_events, event_parameters),
    get("/api/v1/games/{game}/board", Caller::may_sign_in, get_board, board_parameters),
    get("/api/v1/games/{game}/record", Caller::may_sign_in, get_record, record_parameters),
    // the contract
    get("/api/v1/openapi.json", Caller::anyone, get_openapi),
    get("/api/v1/asyncapi.json", Caller::anyone, get_asyncapi),
    // the page and operations
    own("/", get_page),
    own("/assets/{asset}", get_asset),
    own("/healthz", get_health),
    own("/readyz", get_readiness),
    own("/metrics", get_metrics),
};

// Whether the path has the pattern's shape; the argument is still percent-encoded.
bool has_shape(string_view pattern, string_view path, string_view& argument) {
    const std::size_t brace = pattern.find('{');
    if (brace == string_view::npos) return path == pattern;
    const string_view before = pattern.substr(0, brace);
    const string_view after = pattern.substr(pattern.find('}') + 1);
    if (path.size() <= before.size() + after.size()) return false;
    if (!path.starts_with(before) || !path.ends_with(after)) return false;
    argument = path.substr(before.size(), path.size() - before.size() - after.size());
    return argument.find('/') == string_view::npos;
}

std::string allowed(string_view path) {
    std::string allow;
    string_view argument;
    for (const Route& route : table) {
        if (!has_shape(route.pattern, path, argument)) continue;
        allow += std::string(net::method_name(route.method)) + ", ";
        if (route.method == net::Method::get) allow += "HEAD, ";
    }
    return allow.empty() ? allow : allow + "OPTIONS";
}

}  // namespace

std::span<const Route> routes() {
    return table;
}

std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, string_view path) {
    const net::Method wanted = method == net::Method::head ? net::Method::get : method;
    string_view argument;
    for (const Route& route : table) {
        if (route.method != wanted || !has_shape(route.pattern, path, argument)) continue;
        auto decoded = net::percent_decode(argument);
        if (!decoded) return NoSuchPath{};
        return Found{&route, std::move(*decoded)};
    }
    std::string allow = allowed(path);
    if (allow.empty()) return NoSuchPath{};
    return WrongMethod{std::move(allow)};
}

Origins origins_of(string_view path) {
    string_view argument;
    const bool is_open = std::ranges::any_of(table, [&](const Route& route) {
        return route.origins == Origins::configured && has_shape(route.pattern, path, argument);
    });
    return is_open ? Origins::configured : Origins::own;
}

}  // namespace tanbo::http
