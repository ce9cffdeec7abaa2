#include <array>

#include "server/http/admin/handlers.hpp"
#include "server/http/route_rows.hpp"

// Moderators and administrators. The scope says what the token is good for; what its owner may do
// is looked up when they do it.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 4> audit_parameters = {"account", "game", "cursor", "limit"};
constexpr std::array<string_view, 3> report_parameters = {"state", "cursor", "limit"};

// No foreign page does anything of this. Some of it concerns all that somebody has ever done.
constexpr Route ours(Route route) {
    route.origins = Origins::own;
    return unhurried(route);
}

constexpr Route order(string_view pattern, HandlerFunction handler) {
    return writing(ours(act(pattern, Scope::admin, handler)));
}

constexpr Route assign(string_view pattern, HandlerFunction handler) {
    return writing(ours(put(pattern, Scope::admin, handler)));
}

constexpr Route list(string_view pattern, HandlerFunction handler,
                     std::span<const string_view> parameters = no_parameters) {
    return ours(mine(pattern, Scope::admin, handler, parameters));
}

constexpr std::array admin_table = {
    list("/api/v1/admin/accounts/{handle}", handler<get_admin_account>),
    order("/api/v1/admin/accounts/{handle}/suspend", handler<post_admin_suspend>),
    order("/api/v1/admin/accounts/{handle}/unsuspend", handler<post_admin_unsuspend>),
    order("/api/v1/admin/accounts/{handle}/mute", handler<post_admin_mute>),
    order("/api/v1/admin/accounts/{handle}/unmute", handler<post_admin_unmute>),
    assign("/api/v1/admin/accounts/{handle}/role", handler<put_admin_role>),
    order("/api/v1/admin/games/{game}/remove", handler<post_admin_remove>),
    order("/api/v1/admin/games/{game}/adjudicate", handler<post_admin_adjudicate>),
    order("/api/v1/admin/games/{game}/abort", handler<post_admin_abort>),
    order("/api/v1/admin/games/{game}/void-rating", handler<post_admin_void_rating>),
    order("/api/v1/admin/games/{game}/chat/{message}/delete", handler<post_admin_delete_message>),
    list("/api/v1/admin/reports", handler<get_admin_reports>, report_parameters),
    order("/api/v1/admin/reports/{report}/resolve", handler<post_admin_resolve>),
    document(assign("/api/v1/admin/site", handler<put_admin_site>)),
    list("/api/v1/admin/audit", handler<get_admin_audit>, audit_parameters),
};

}  // namespace

std::span<const Route> admin_routes() {
    return admin_table;
}

}  // namespace tanbo::http
