#include "server/http/routes.hpp"

#include <algorithm>

namespace tanbo::http {
namespace {

using std::string_view;

std::vector<Route> gather() {
    std::vector<Route> all;
    for (const auto table :
         {account_routes(), admin_routes(), chat_routes(), game_routes(), lobby_routes(),
          mail_routes(), notice_routes(), page_routes(), rating_routes(), site_routes()}) {
        all.insert(all.end(), table.begin(), table.end());
    }
    return all;
}

const std::vector<Route>& table() {
    static const std::vector<Route> all = gather();
    return all;
}

// The first segment of a path, which begins with '/', is taken off it.
string_view take_segment(string_view& path) {
    const std::size_t end = path.find('/', 1);
    const string_view segment = path.substr(0, end);
    path.remove_prefix(segment.size());
    return segment;
}

// Whether the path has the pattern's shape.
bool has_shape(string_view pattern, string_view path) {
    while (!pattern.empty() && !path.empty()) {
        const string_view wanted = take_segment(pattern);
        const string_view given = take_segment(path);
        const bool is_name = wanted.starts_with("/{");
        if (is_name ? given.size() < 2 : wanted != given) return false;
    }
    return pattern.empty() && path.empty();
}

// What stands where the pattern has names; nothing where an escape is wrong. Requires: has_shape.
std::optional<std::vector<std::string>> arguments_of(string_view pattern, string_view path) {
    std::vector<std::string> arguments;
    while (!pattern.empty()) {
        const string_view wanted = take_segment(pattern);
        const string_view given = take_segment(path);
        if (!wanted.starts_with("/{")) continue;
        auto decoded = net::percent_decode(given.substr(1));
        if (!decoded) return std::nullopt;
        arguments.push_back(std::move(*decoded));
    }
    return arguments;
}

std::string allowed(string_view path) {
    std::string allow;
    for (const Route& route : table()) {
        if (!has_shape(route.pattern, path)) continue;
        allow += std::string(net::method_name(route.method)) + ", ";
        if (route.method == net::Method::get) allow += "HEAD, ";
    }
    return allow.empty() ? allow : allow + "OPTIONS";
}

}  // namespace

std::span<const Route> routes() {
    return table();
}

std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, string_view path) {
    const net::Method wanted = method == net::Method::head ? net::Method::get : method;
    for (const Route& route : table()) {
        if (route.method != wanted || !has_shape(route.pattern, path)) continue;
        auto arguments = arguments_of(route.pattern, path);
        if (!arguments) return NoSuchPath{};
        return Found{&route, std::move(*arguments)};
    }
    std::string allow = allowed(path);
    if (allow.empty()) return NoSuchPath{};
    return WrongMethod{std::move(allow)};
}

Origins origins_of(string_view path) {
    const bool is_open = std::ranges::any_of(table(), [&](const Route& route) {
        return route.origins == Origins::configured && has_shape(route.pattern, path);
    });
    return is_open ? Origins::configured : Origins::own;
}

}  // namespace tanbo::http
