#include <array>

#include "server/http/account/handlers.hpp"
#include "server/http/route_rows.hpp"

// Who somebody is.
namespace tanbo::http {
namespace {

using account::Scope;

// Whoever holds a token may give it up.
constexpr Route give_up(std::string_view pattern, HandlerFunction handler) {
    Route route = remove(pattern, Scope::account_read, handler);
    route.scope.reset();
    route.is_for_suspended = true;
    return route;
}

constexpr std::array table = {
    enter("/api/v1/accounts", post_account),
    enter("/api/v1/guests", post_guest),
    enter("/api/v1/tokens", post_token),
    give_up("/api/v1/tokens/current", delete_current_token),
    mine("/api/v1/me", Scope::account_read, get_me),
};

}  // namespace

std::span<const Route> account_routes() {
    return table;
}

}  // namespace tanbo::http
