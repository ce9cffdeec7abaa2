#include "server/account/access/sessions.hpp"

#include "server/account/accounts.hpp"
#include "server/api_common/credentials.hpp"
#include "server/api_common/limiter.hpp"
#include "server/http/account/handlers.hpp"

// The places at which an account is signed in.
namespace tanbo::http {
namespace {

void forget_cookie(const RequestContext& context, net::Response& response) {
    if (!api_common::session_cookie(context.request)) return;
    set_header(response, "Set-Cookie",
               api_common::set_session_cookie(context.request, {}, std::chrono::seconds(0)));
}

// A browser in which a password was given right has a rate of its own for passwords, but none for
// guests: they count by address. Errors: rate_limited.
Awaitable<protocol::Result<void>> admit_guest(const RequestContext& context,
                                              account::Accounts& accounts, const base::Clock& clock,
                                              const SignUpLimit& sign_up_limit) {
    const net::Request& request = context.request;
    const auto device = api_common::device_cookie(request);
    const bool is_counted = !device || !accounts.read_device(*device);
    if (request.is_local || is_counted) co_return protocol::Result<void>();
    std::string client = net::client_network(request.peer);
    const auto admitted = sign_up_limit.limiter.take(client, clock());
    if (!admitted || !sign_up_limit.shared) co_return admitted;
    co_return co_await sign_up_limit.shared(std::move(client));
}

Awaitable<Reply> open_guest_session(RequestContext& context, account::Accounts& accounts,
                                    const base::Clock& clock, const SignUpLimit& sign_up_limit,
                                    std::string label) {
    const auto admitted = co_await admit_guest(context, accounts, clock, sign_up_limit);
    if (!admitted) co_return admitted.error();
    account::ClientDetails client{net::client_network(context.request.peer), std::nullopt};
    auto issued = co_await accounts.create_guest_session(std::move(label), std::move(client));
    if (!issued) co_return issued.error();
    net::Response response = unstored_response(
        201, protocol::encode_session_opened(issued->handle, *issued->expires_at));
    set_header(
        response, "Set-Cookie",
        api_common::set_session_cookie(context.request, issued->token, account::session_life));
    co_return response;
}

}  // namespace

Awaitable<Reply> post_session(RequestContext& context, account::Accounts& accounts,
                              const base::Clock& clock, const SignUpLimit& sign_up_limit) {
    if (!api_common::can_have_session(context.request)) {
        co_return refusal(protocol::Code::tls_required,
                          "Sessions need HTTPS, except from localhost. Behind a proxy, send "
                          "X-Forwarded-Proto: https.");
    }
    auto request = protocol::decode_create_session(context.request.body);
    if (!request) co_return request.error();
    if (request->is_guest) {
        std::string label = std::move(request->label);
        co_return co_await open_guest_session(context, accounts, clock, sign_up_limit,
                                              std::move(label));
    }
    const auto device = api_common::device_cookie(context.request);
    account::ClientDetails client{net::client_network(context.request.peer), std::nullopt, device};
    auto issued = co_await accounts.create_session(std::move(*request), std::move(client));
    if (!issued) co_return issued.error();
    net::Response response = unstored_response(
        201, protocol::encode_session_opened(issued->handle, *issued->expires_at));
    set_device(context, accounts, issued->account, response);
    set_header(
        response, "Set-Cookie",
        api_common::set_session_cookie(context.request, issued->token, account::session_life));
    co_return response;
}

// No refusal for strangers: browsers would write it into their console on every page.
Awaitable<Reply> get_current_session(RequestContext& context, account::Accounts& accounts) {
    if (!context.identity) co_return personal_response(protocol::encode_current_session({}));
    auto account = co_await accounts.find(context.identity->account);
    if (!account) co_return account.error();
    co_return personal_response(protocol::encode_current_session(*account));
}

Awaitable<Reply> delete_current_session(RequestContext& context, account::Accounts& accounts) {
    auto identity = *context.identity;
    auto revoked = co_await accounts.revoke_token(std::move(identity));
    if (!revoked) co_return revoked.error();
    net::Response response = no_content();
    forget_cookie(context, response);
    // Answers that were for the account. Its other data keeps the theme and the language.
    set_header(response, "Clear-Site-Data", R"("cache")");
    co_return response;
}

Awaitable<Reply> get_sessions(RequestContext& context, account::Sessions& sessions) {
    auto identity = *context.identity;
    auto found = co_await sessions.list(std::move(identity));
    if (!found) co_return found.error();
    co_return unstored_response(200, protocol::encode_sessions(*found));
}

Awaitable<Reply> delete_session(RequestContext& context, account::Sessions& sessions) {
    std::string id = context.argument();
    auto revoked = co_await sessions.revoke(context.identity->account, std::move(id));
    if (!revoked) co_return revoked.error();
    co_return no_content();
}

Awaitable<Reply> post_password(RequestContext& context, account::Sessions& sessions) {
    auto request = protocol::decode_change_password(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto source = source_of(context);
    auto changed = co_await sessions.change_password(std::move(identity), std::move(*request),
                                                     std::move(source));
    if (!changed) co_return changed.error();
    co_return no_content();
}

}  // namespace tanbo::http
