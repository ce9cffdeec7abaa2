#include <utility>

#include "server/account/accounts.hpp"
#include "server/account/additions.hpp"
#include "server/account/addresses.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/page.hpp"

// The end of links in mails: a page, and a button on it. Programs that follow every link of a
// mail change nothing by that.
namespace tanbo::http {
namespace {

net::Response reset_page(int status, std::string token, std::string hint) {
    return page(status, "reset",
                {{{"title", "New password"},
                  {"token", std::move(token)},
                  {"hint", std::move(hint)},
                  {"label", "New password, at least 8 characters"}}});
}

bool is_ticked(const std::optional<net::Query>& form, std::string_view name) {
    return form_field(form, name) == "yes";
}

// The access that the form's ticks keep.
protocol::KeptAccess kept_of(const std::optional<net::Query>& form) {
    return {is_ticked(form, "keep_webhooks"), is_ticked(form, "keep_bots"),
            is_ticked(form, "keep_tokens")};
}

}  // namespace

Awaitable<Reply> get_verify_page(RequestContext& context) {
    std::string token = text_parameter(context.query, "token").value_or("");
    co_return page(200, "verify",
                   {{{"title", "Verify your address"}, {"token", std::move(token)}}});
}

Awaitable<Reply> post_verify_page(RequestContext& context, account::Addresses& addresses) {
    const auto form = net::Query::parse(context.request.body);
    std::string token = form_field(form, "token");
    auto network = net::client_network(context.request.peer);
    auto verified = co_await addresses.verify(std::move(token), std::move(network));
    if (!verified) co_return refused_page(context, verified.error());
    co_return message_page(200, "Address verified", "You can close this page.");
}

Awaitable<Reply> get_reset_page(RequestContext& context) {
    std::string token = text_parameter(context.query, "token").value_or("");
    co_return reset_page(200, std::move(token), {});
}

Awaitable<Reply> post_reset_page(RequestContext& context, account::Addresses& addresses,
                                 account::Accounts& accounts) {
    const auto form = net::Query::parse(context.request.body);
    std::string token = form_field(form, "token");
    if (const auto fault = password_fault(form)) co_return reset_page(422, token, *fault);
    std::string password = form_field(form, "password");
    auto network = net::client_network(context.request.peer);
    const protocol::KeptAccess keep = kept_of(form);
    auto reset =
        co_await addresses.reset(std::move(token), std::move(password), std::move(network), keep);
    if (!reset) co_return refused_page(context, reset.error());
    net::Response response = message_page(200, "Password set", "Sign in with your new password.");
    set_device(context, accounts, *reset, response);
    co_return response;
}

Awaitable<Reply> get_take_back_page(RequestContext& context) {
    std::string token = text_parameter(context.query, "token").value_or("");
    co_return page(200, "take_back", {{{"title", "Undo the change"}, {"token", std::move(token)}}});
}

Awaitable<Reply> post_take_back_page(RequestContext& context, account::Addresses& addresses) {
    const auto form = net::Query::parse(context.request.body);
    std::string token = form_field(form, "token");
    auto network = net::client_network(context.request.peer);
    auto done = co_await addresses.take_back(std::move(token), std::move(network));
    if (!done) co_return refused_page(context, done.error());
    co_return message_page(
        200, "Change undone",
        "Your account is as it was before the change. Sign in. If someone else might "
        "know your password, change it.");
}

Awaitable<Reply> get_end_access_page(RequestContext& context) {
    std::string token = text_parameter(context.query, "token").value_or("");
    co_return page(200, "end_access", {{{"title", "End all access"}, {"token", std::move(token)}}});
}

Awaitable<Reply> post_end_access_page(RequestContext& context, account::Additions& additions) {
    const auto form = net::Query::parse(context.request.body);
    std::string token = form_field(form, "token");
    auto network = net::client_network(context.request.peer);
    auto done = co_await additions.end_all(std::move(token), std::move(network));
    if (!done) co_return refused_page(context, done.error());
    co_return message_page(
        200, "Access ended",
        "All devices, programs, bots and webhooks of your account have lost access. "
        "Sign in and change your password now: someone else might know it.");
}

}  // namespace tanbo::http
