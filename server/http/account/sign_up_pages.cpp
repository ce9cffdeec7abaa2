#include <optional>

#include "server/account/accounts.hpp"
#include "server/account/refusals.hpp"
#include "server/account/sign_ups.hpp"
#include "server/api_common/status.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/page.hpp"
#include "server/notify/signed_tokens.hpp"

// The page on which somebody who has asked for an account by mail gets it.
namespace tanbo::http {
namespace {

using protocol::Code;
using protocol::Result;

// Which sign-up the token names. Errors: bad_link.
Result<protocol::SignUpId> sign_up_of(const notify::SignedTokens& tokens, const base::Clock& clock,
                                      std::string_view token) {
    const auto claim = tokens.read(token, clock());
    if (claim && claim->purpose == notify::TokenPurpose::sign_up)
        return protocol::SignUpId{claim->subject};
    if (!claim && claim.error() == notify::TokenFault::superseded) {
        return refusal(Code::bad_link, std::string(notify::superseded_link));
    }
    return account::bad_link();
}

struct SignUpForm {
    std::string token;
    std::string handle;
    std::string hint = {};  // what is wrong with what was filled in
};

net::Response form_page(int status, const SignUpForm& form) {
    return page(status, "register",
                {{{"title", "Create your account"},
                  {"token", form.token},
                  {"handle", form.handle},
                  {"hint", form.hint},
                  {"label", "Password, at least 8 characters"}}});
}

net::Response made_page(const std::string& handle) {
    return page(200, "registered", {{{"title", "Welcome"}, {"handle", handle}}});
}

}  // namespace

Awaitable<Reply> get_register_page(RequestContext& context, account::SignUps& sign_ups,
                                   const notify::SignedTokens& tokens, const base::Clock& clock) {
    SignUpForm form;
    form.token = text_parameter(context.query, "token").value_or("");
    const auto id = sign_up_of(tokens, clock, form.token);
    if (!id) co_return refused_page(context, id.error());
    auto sign_up = co_await sign_ups.find(*id);
    if (!sign_up) co_return refused_page(context, sign_up.error());
    form.handle = sign_up->handle;
    co_return form_page(200, form);
}

Awaitable<Reply> post_register_page(RequestContext& context, account::SignUps& sign_ups,
                                    const notify::SignedTokens& tokens, const base::Clock& clock) {
    const auto fields = net::Query::parse(context.request.body);
    SignUpForm form{form_field(fields, "token"), form_field(fields, "handle")};
    const auto id = sign_up_of(tokens, clock, form.token);
    if (!id) co_return refused_page(context, id.error());
    if (const std::string fault = protocol::handle_fault(form.handle); !fault.empty()) {
        form.hint = "The username " + fault + ". Got " + protocol::quotation(form.handle) + ".";
        co_return form_page(422, form);
    }
    if (auto fault = password_fault(fields)) {
        form.hint = std::move(*fault);
        co_return form_page(422, form);
    }
    std::string handle = form.handle;
    std::string password = form_field(fields, "password");
    auto network = net::client_network(context.request.peer);
    auto made =
        co_await sign_ups.finish(*id, std::move(handle), std::move(password), std::move(network));
    if (made) co_return made_page(form.handle);
    if (made.error().code != Code::handle_taken) co_return refused_page(context, made.error());
    form.hint = made.error().detail + " Choose another.";
    co_return form_page(api_common::status_of(made.error()), form);
}

}  // namespace tanbo::http
