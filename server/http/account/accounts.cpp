#include "server/account/accounts.hpp"

#include "server/account/access/sessions.hpp"
#include "server/api_common/credentials.hpp"
#include "server/base/secrets.hpp"
#include "server/http/account/handlers.hpp"

// Accounts and tokens. Answers hold secrets, so no cache may keep them.
namespace tanbo::http {
namespace {

account::ClientDetails applicant_of(const RequestContext& context) {
    return {net::client_network(context.request.peer), context.idempotency_key,
            api_common::device_cookie(context.request)};
}

// By what the client is known that asks for a guest under a key: the cookie that it was given with
// such a guest before, or a new one.
std::string asker_of(const net::Request& request) {
    return api_common::guest_cookie(request).value_or(
        base::random_token(api_common::guest_cookie_prefix));
}

net::Response token_response(const account::IssuedToken& issued) {
    const auto scopes = account::scope_names(issued.scopes);
    return unstored_response(
        201, protocol::encode_token(issued.handle, issued.token, issued.expires_at, scopes));
}

}  // namespace

account::SignInSource source_of(const RequestContext& context) {
    return {net::client_network(context.request.peer), api_common::device_cookie(context.request)};
}

// A program that keeps cookies is known from then on, as a browser is.
void set_device(const RequestContext& context, const account::Accounts& accounts,
                protocol::AccountId account, net::Response& response) {
    if (!api_common::can_have_session(context.request)) return;
    const auto present = api_common::device_cookie(context.request);
    set_header(
        response, "Set-Cookie",
        api_common::set_device_cookie(context.request, accounts.device_cookie(account, present)));
}

Awaitable<Reply> post_account(RequestContext& context, account::Accounts& accounts) {
    auto request = protocol::decode_create_account(context.request.body);
    if (!request) co_return request.error();
    auto client = applicant_of(context);
    auto issued = co_await accounts.create_account(std::move(*request), std::move(client));
    if (!issued) co_return issued.error();
    net::Response response = token_response(*issued);
    set_device(context, accounts, issued->account, response);
    co_return response;
}

Awaitable<Reply> post_guest(RequestContext& context, account::Accounts& accounts) {
    const auto request = protocol::decode_create_guest(context.request.body);
    if (!request) co_return request.error();
    auto client = applicant_of(context);
    if (client.idempotency_key) client.asker = asker_of(context.request);
    const auto asker = client.asker;
    auto issued = co_await accounts.create_guest(std::move(client));
    if (!issued) co_return issued.error();
    net::Response response = token_response(*issued);
    if (asker && api_common::can_have_session(context.request)) {
        set_header(response, "Set-Cookie", api_common::set_guest_cookie(context.request, *asker));
    }
    co_return response;
}

Awaitable<Reply> post_token(RequestContext& context, account::Accounts& accounts) {
    auto request = protocol::decode_create_token(context.request.body);
    if (!request) co_return request.error();
    auto client = applicant_of(context);
    auto issued = co_await accounts.create_token(std::move(*request), std::move(client));
    if (!issued) co_return issued.error();
    net::Response response = token_response(*issued);
    set_device(context, accounts, issued->account, response);
    co_return response;
}

Awaitable<Reply> delete_current_token(RequestContext& context, account::Accounts& accounts) {
    auto identity = *context.identity;
    auto revoked = co_await accounts.revoke_token(std::move(identity));
    if (!revoked) co_return revoked.error();
    co_return no_content();
}

Awaitable<Reply> get_me(RequestContext& context, account::Accounts& accounts) {
    auto account = co_await accounts.find(context.identity->account);
    if (!account) co_return account.error();
    co_return personal_response(protocol::encode_account(*account));
}

Awaitable<Reply> post_upgrade(RequestContext& context, account::Accounts& accounts) {
    auto request = protocol::decode_upgrade(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto network = net::client_network(context.request.peer);
    auto done =
        co_await accounts.upgrade(std::move(identity), std::move(*request), std::move(network));
    if (!done) co_return done.error();
    auto account = co_await accounts.find(context.identity->account);
    if (!account) co_return account.error();
    co_return unstored_response(200, protocol::encode_account(*account));
}

Awaitable<Reply> post_bot(RequestContext& context, account::Accounts& accounts) {
    auto request = protocol::decode_create_bot(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto source = source_of(context);
    auto issued =
        co_await accounts.create_bot(std::move(identity), std::move(*request), std::move(source));
    if (!issued) co_return issued.error();
    co_return token_response(*issued);
}

}  // namespace tanbo::http
