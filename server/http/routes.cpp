#include "server/http/routes.hpp"

#include "server/http/route_tree.hpp"

namespace tanbo::http {
namespace {

using std::string_view;

std::vector<Route> gather() {
    std::vector<Route> all;
    for (const auto area : {account_routes(), admin_routes(), chat_routes(), game_routes(),
                            lobby_routes(), mail_routes(), notice_routes(), page_routes(),
                            rating_routes(), search_routes(), site_routes()}) {
        all.insert(all.end(), area.begin(), area.end());
    }
    return all;
}

const std::vector<Route>& every_route() {
    static const std::vector<Route> all = gather();
    return all;
}

const RouteTree& tree() {
    static const RouteTree of_table(every_route());
    return of_table;
}

// The parts that stand for the pattern's names; nothing if an escape is wrong. Requires: the path
// has the pattern's shape.
std::optional<std::vector<std::string>> arguments_of(string_view pattern, string_view path) {
    std::vector<std::string> arguments;
    while (!pattern.empty()) {
        const string_view wanted = take_segment(pattern);
        const string_view given = take_segment(path);
        if (!is_name(wanted)) continue;
        auto decoded = net::percent_decode(given.substr(1));
        if (!decoded) return std::nullopt;
        arguments.push_back(std::move(*decoded));
    }
    return arguments;
}

std::string allowed(string_view path) {
    std::string allow;
    tree().find(path, [&](const Route& route) {
        allow += std::string(net::method_name(route.method)) + ", ";
        if (route.method == net::Method::get) allow += "HEAD, ";
        return false;
    });
    return allow.empty() ? allow : allow + "OPTIONS";
}

}  // namespace

std::span<const Route> routes() {
    return every_route();
}

std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, string_view path) {
    const net::Method wanted = method == net::Method::head ? net::Method::get : method;
    const Route* const route =
        tree().find(path, [wanted](const Route& one) { return one.method == wanted; });
    if (route != nullptr) {
        auto arguments = arguments_of(route->pattern, path);
        if (!arguments) return NoSuchPath{};
        return Found{route, std::move(*arguments)};
    }
    std::string allow = allowed(path);
    if (allow.empty()) return NoSuchPath{};
    return WrongMethod{std::move(allow)};
}

Origins origins_of(string_view path) {
    const bool is_open = tree().find(path, [](const Route& route) {
        return route.origins == Origins::configured;
    }) != nullptr;
    return is_open ? Origins::configured : Origins::own;
}

}  // namespace tanbo::http
