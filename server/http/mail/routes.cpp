#include <array>

#include "server/http/mail/handlers.hpp"
#include "server/http/route_rows.hpp"

// Links of mails about games.
namespace tanbo::http {
namespace {

constexpr std::array<std::string_view, 1> link_parameters = {"token"};

constexpr Route mail_page(std::string_view pattern, HandlerFunction handler) {
    Route route = own(pattern, handler);
    route.parameters = link_parameters;
    return route;
}

// The token in the address is all that it takes: programs that read mails send nothing else, in a
// form of either kind.
// Source: RFC 8058.
constexpr Route press(std::string_view pattern, HandlerFunction handler) {
    Route route = mail_page(pattern, handler);
    route.method = net::Method::post;
    route.body = Body::any;
    route.rate = Rate::sign_up;
    return route;
}

constexpr std::array mail_table = {
    mail_page("/mail/unsubscribe", handler<get_unsubscribe_page>),
    press("/mail/unsubscribe", handler<post_unsubscribe>),
    mail_page("/mail/watch", handler<get_mail_watch_page>),
    press("/mail/watch", handler<post_mail_watch>),
};

}  // namespace

std::span<const Route> mail_routes() {
    return mail_table;
}

}  // namespace tanbo::http
