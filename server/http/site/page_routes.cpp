#include <array>

#include "server/http/route_rows.hpp"
#include "server/http/site/handlers.hpp"

// The addresses of the client's pages: each is answered with the shell, which then shows the page.
namespace tanbo::http {
namespace {

constexpr Route page(std::string_view pattern, HandlerFunction function = handler<get_page>) {
    Route route = own(pattern, function);
    route.is_page = true;
    return route;
}

// Private games are shown to their players only.
constexpr Route game_page(std::string_view pattern) {
    Route route = page(pattern, handler<get_game_page>);
    route.caller = Caller::may_sign_in;
    route.scope = account::Scope::game_read;
    return route;
}

// Not there for anybody but moderators and administrators.
constexpr Route staff_page(std::string_view pattern) {
    Route route = page(pattern, handler<get_staff_page>);
    route.caller = Caller::may_sign_in;
    route.scope = account::Scope::game_read;
    return route;
}

constexpr std::array page_table = {
    page("/"),
    page("/games"),
    game_page("/games/{game}"),
    page("/archive"),
    page("/play"),
    page("/watch"),
    page("/challenges"),
    page("/challenges/{challenge}"),
    page("/join/{invitation}"),
    page("/board"),
    page("/board/{setup}", handler<get_setup_page>),
    page("/tournaments"),
    page("/tournaments/new"),
    page("/tournaments/{tournament}", handler<get_tournament_page>),
    page("/tournaments/{tournament}/edit"),
    page("/clubs"),
    page("/clubs/new"),
    page("/clubs/{club}"),
    page("/players"),
    page("/players/{handle}"),
    page("/players/{handle}/against/{other}"),
    page("/standings"),
    page("/standings/{setup}", handler<get_setup_page>),
    page("/statistics"),
    page("/statistics/{setup}", handler<get_setup_page>),
    page("/learn"),
    page("/learn/{step}"),
    page("/rules", handler<get_rules>),
    page("/puzzles"),
    page("/puzzles/{puzzle}"),
    page("/sign-in"),
    page("/sign-up"),
    page("/forgotten"),
    page("/settings"),
    page("/settings/{section}"),
    page("/notifications"),
    page("/about"),
    page("/imprint", handler<get_site_text>),
    page("/privacy", handler<get_site_text>),
    page("/contact", handler<get_site_text>),
    page("/conduct", handler<get_site_text>),
    staff_page("/admin"),
    staff_page("/admin/{section}"),
};

constexpr Route missing = page("*", handler<get_missing_page>);

}  // namespace

std::span<const Route> page_routes() {
    return page_table;
}

const Route& missing_page_route() {
    return missing;
}

}  // namespace tanbo::http
