#include "server/account/accounts.hpp"
#include "server/account/deletions.hpp"
#include "server/account/profiles.hpp"
#include "server/http/account/handlers.hpp"

// A player's words about themselves, when they are away, and how they go.
namespace tanbo::http {
namespace {

net::Response vacations_response(const account::Vacations& view) {
    return unstored_response(200, protocol::encode_vacations(view.vacations, view.allowances));
}

}  // namespace

Awaitable<Reply> put_profile(RequestContext& context, account::Profiles& profiles,
                             account::Accounts& accounts) {
    auto request = protocol::decode_put_profile(context.request.body);
    if (!request) co_return request.error();
    auto done = co_await profiles.put(context.identity->account, std::move(*request));
    if (!done) co_return done.error();
    auto account = co_await accounts.find(context.identity->account);
    if (!account) co_return account.error();
    co_return unstored_response(200, protocol::encode_account(*account));
}

Awaitable<Reply> get_vacation(RequestContext& context, account::Profiles& profiles) {
    auto view = co_await profiles.vacations(context.identity->account);
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> put_vacation(RequestContext& context, account::Profiles& profiles) {
    auto request = protocol::decode_put_vacation(context.request.body);
    if (!request) co_return request.error();
    auto view = co_await profiles.plan(context.identity->account, std::move(*request));
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> delete_vacation(RequestContext& context, account::Profiles& profiles) {
    auto from = text_parameter(context.query, "from");
    auto view = co_await profiles.cancel(context.identity->account, std::move(from));
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> get_export(RequestContext& context, account::Deletions& deletions) {
    auto identity = *context.identity;
    auto archive = co_await deletions.export_all(std::move(identity));
    if (!archive) co_return archive.error();
    net::Response response = unstored_response(200, std::move(*archive));
    set_header(response, "Content-Disposition", "attachment; filename=\"tanbo-export.json\"");
    co_return response;
}

Awaitable<Reply> delete_me(RequestContext& context, account::Deletions& deletions) {
    auto request = protocol::decode_delete_me(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto source = source_of(context);
    auto removed = co_await deletions.remove(std::move(identity), std::move(request->password),
                                             std::move(source));
    if (!removed) co_return removed.error();
    co_return no_content();
}

}  // namespace tanbo::http
