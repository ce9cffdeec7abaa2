#include "server/http/routes.hpp"

#include "server/http/route_tree.hpp"

namespace tanbo::http {
namespace {

using std::string_view;

std::vector<Route> gather() {
    std::vector<Route> all;
    for (const auto area :
         {account_routes(), admin_routes(), chat_routes(), club_routes(), game_routes(),
          lobby_routes(), mail_routes(), notice_routes(), page_routes(), rating_routes(),
          search_routes(), site_routes(), tournament_routes()}) {
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

// False if an escape is wrong.
bool decode(std::vector<std::string>& arguments) {
    for (std::string& argument : arguments) {
        auto decoded = net::percent_decode(argument);
        if (!decoded) return false;
        argument = std::move(*decoded);
    }
    return true;
}

std::string allowed(string_view path) {
    std::string allow;
    const auto add = [&](const Route& route) {
        allow += std::string(net::method_name(route.method)) + ", ";
        if (route.method == net::Method::get) allow += "HEAD, ";
        return false;
    };
    std::vector<std::string> arguments;
    tree().find(path, add, arguments);
    return allow.empty() ? allow : allow + "OPTIONS";
}

}  // namespace

std::span<const Route> routes() {
    return every_route();
}

std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, string_view path) {
    const net::Method wanted = method == net::Method::head ? net::Method::get : method;
    std::vector<std::string> arguments;
    const Route* const route =
        tree().find(path, [wanted](const Route& one) { return one.method == wanted; }, arguments);
    if (route != nullptr) {
        if (!decode(arguments)) return NoSuchPath{};
        return Found{route, std::move(arguments)};
    }
    std::string allow = allowed(path);
    if (allow.empty()) return NoSuchPath{};
    return WrongMethod{std::move(allow)};
}

Origins origins_of(string_view path) {
    const auto is_open = [](const Route& route) { return route.origins == Origins::configured; };
    std::vector<std::string> arguments;
    const bool has_one = tree().find(path, is_open, arguments) != nullptr;
    return has_one ? Origins::configured : Origins::own;
}

}  // namespace tanbo::http
