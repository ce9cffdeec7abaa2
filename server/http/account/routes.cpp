#include <array>

#include "server/http/account/handlers.hpp"
#include "server/http/route_rows.hpp"

// Who somebody is.
namespace tanbo::http {
namespace {

using account::Scope;

constexpr std::array<std::string_view, 1> link_parameters = {"token"};
constexpr std::array<std::string_view, 1> vacation_parameters = {"from"};

// Also for who is suspended: to look after what is theirs.
constexpr Route always(Route route) {
    route.is_for_suspended = true;
    return route;
}

// A route open to any token: its holder may give it up.
constexpr Route give_up(std::string_view pattern, HandlerFunction handler) {
    Route route = always(read(pattern, handler));
    route.method = net::Method::delete_;
    route.caller = Caller::account;
    route.rate = Rate::command;
    return route;
}

// Foreign pages never: it sets a cookie, or mails somebody.
constexpr Route enter_here(std::string_view pattern, HandlerFunction handler) {
    Route route = enter(pattern, handler);
    route.origins = Origins::own;
    route.repeat = Repeat::plain;
    return route;
}

// With a password that there is.
constexpr Route sign_in(Route route) {
    route.rate = Rate::sign_in;
    return route;
}

constexpr Route form_page(std::string_view pattern, HandlerFunction handler) {
    Route route = own(pattern, handler);
    route.parameters = link_parameters;
    return route;
}

constexpr Route submit(std::string_view pattern, HandlerFunction handler) {
    Route route = enter_here(pattern, handler);
    route.body = Body::form;
    return route;
}

constexpr Route leave_for_good(std::string_view pattern, HandlerFunction handler) {
    Route route = always(remove(pattern, Scope::account_write, handler));
    route.body = Body::json;
    return unhurried(route);
}

// With the password in a body.
constexpr Route drop_address(std::string_view pattern, HandlerFunction handler) {
    Route route = remove(pattern, Scope::account_write, handler);
    route.body = Body::json;
    return route;
}

constexpr Route drop(std::string_view pattern, HandlerFunction handler) {
    Route route = remove(pattern, Scope::account_write, handler);
    route.parameters = vacation_parameters;
    return route;
}

constexpr Route change(std::string_view pattern, HandlerFunction handler) {
    return act(pattern, Scope::account_write, handler, Repeat::plain);
}

// A token that it makes is good for these scopes, too.
constexpr Route change_with(std::string_view pattern, HandlerFunction handler,
                            account::Scopes also) {
    Route route = change(pattern, handler);
    route.also = also;
    return route;
}

constexpr Route change_always(std::string_view pattern, HandlerFunction handler) {
    return always(change(pattern, handler));
}

constexpr Route revoke(std::string_view pattern, HandlerFunction handler) {
    return always(remove(pattern, Scope::account_write, handler));
}

constexpr account::Scopes guests_scopes =
    account::scopes_for(account::AccountKind::guest, account::Role::player);

constexpr std::array account_table = {
    enter("/api/v1/accounts", handler<post_account>),
    enter("/api/v1/guests", handler<post_guest>),
    sign_in(enter("/api/v1/tokens", handler<post_token>)),
    give_up("/api/v1/tokens/current", handler<delete_current_token>),
    sign_in(enter_here("/api/v1/sessions", handler<post_session>)),
    look("/api/v1/sessions/current", Scope::account_read, handler<get_current_session>),
    give_up("/api/v1/sessions/current", handler<delete_current_session>),
    enter_here("/api/v1/password-resets", handler<post_password_reset>),
    mine("/api/v1/me", Scope::account_read, handler<get_me>),
    leave_for_good("/api/v1/me", handler<delete_me>),
    change_with("/api/v1/me/upgrade", handler<post_upgrade>, guests_scopes),
    change("/api/v1/me/bots", handler<post_bot>),
    change_always("/api/v1/me/password", handler<post_password>),
    mine("/api/v1/me/sessions", Scope::account_read, handler<get_sessions>),
    revoke("/api/v1/me/sessions/{session}", handler<delete_session>),
    mine("/api/v1/me/addresses", Scope::account_read, handler<get_addresses>),
    change("/api/v1/me/addresses", handler<post_address>),
    drop_address("/api/v1/me/addresses/{address}", handler<delete_address>),
    change("/api/v1/me/addresses/{address}/primary", handler<post_primary_address>),
    change("/api/v1/me/addresses/{address}/resume", handler<post_resume_address>),
    writing(put("/api/v1/me/profile", Scope::account_write, handler<put_profile>)),
    mine("/api/v1/me/vacation", Scope::account_read, handler<get_vacation>),
    put("/api/v1/me/vacation", Scope::account_write, handler<put_vacation>),
    drop("/api/v1/me/vacation", handler<delete_vacation>),
    unhurried(mine_with("/api/v1/me/export", Scope::account_read, handler<get_export>,
                        account::Scopes().with(Scope::game_read))),
    form_page("/account/verify", handler<get_verify_page>),
    submit("/account/verify", handler<post_verify_page>),
    form_page("/account/reset", handler<get_reset_page>),
    submit("/account/reset", handler<post_reset_page>),
    form_page("/account/take-back", handler<get_take_back_page>),
    submit("/account/take-back", handler<post_take_back_page>),
    form_page("/account/end-access", handler<get_end_access_page>),
    submit("/account/end-access", handler<post_end_access_page>),
    form_page("/account/register", handler<get_register_page>),
    submit("/account/register", handler<post_register_page>),
    own("/account/addresses", handler<get_addresses_page>),
    submit("/account/addresses", handler<post_addresses_page>),
};

}  // namespace

std::span<const Route> account_routes() {
    return account_table;
}

}  // namespace tanbo::http
