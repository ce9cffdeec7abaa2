#include "server/account/accounts.hpp"
#include "server/account/deletions.hpp"
#include "server/account/profiles.hpp"
#include "server/http/account/handlers.hpp"

// What somebody says of himself, when he is away, and how he goes.
namespace tanbo::http {
namespace {

net::Response vacations_response(const account::Vacations& view) {
    return unstored_response(200, protocol::encode_vacations(view.vacations, view.allowances));
}

}  // namespace

Awaitable<Reply> put_profile(Exchange& exchange) {
    auto request = protocol::decode_put_profile(exchange.request.body);
    if (!request) co_return request.error();
    auto done = co_await exchange.services.accounts.profiles().put(exchange.identity->account,
                                                                   std::move(*request));
    if (!done) co_return done.error();
    auto account = co_await exchange.services.accounts.find(exchange.identity->account);
    if (!account) co_return account.error();
    co_return unstored_response(200, protocol::encode_account(*account));
}

Awaitable<Reply> get_vacation(Exchange& exchange) {
    auto view =
        co_await exchange.services.accounts.profiles().vacations(exchange.identity->account);
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> put_vacation(Exchange& exchange) {
    auto request = protocol::decode_put_vacation(exchange.request.body);
    if (!request) co_return request.error();
    auto view = co_await exchange.services.accounts.profiles().plan(exchange.identity->account,
                                                                    std::move(*request));
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> delete_vacation(Exchange& exchange) {
    auto from = text_parameter(exchange.query, "from");
    auto view = co_await exchange.services.accounts.profiles().cancel(exchange.identity->account,
                                                                      std::move(from));
    if (!view) co_return view.error();
    co_return vacations_response(*view);
}

Awaitable<Reply> get_export(Exchange& exchange) {
    auto identity = *exchange.identity;
    auto archive = co_await exchange.services.accounts.deletions().export_all(std::move(identity));
    if (!archive) co_return archive.error();
    net::Response response = unstored_response(200, std::move(*archive));
    set_header(response, "Content-Disposition", "attachment; filename=\"tanbo-export.json\"");
    co_return response;
}

Awaitable<Reply> delete_me(Exchange& exchange) {
    auto request = protocol::decode_delete_me(exchange.request.body);
    if (!request) co_return request.error();
    auto identity = *exchange.identity;
    auto place = place_of(exchange);
    auto removed = co_await exchange.services.accounts.deletions().remove(
        std::move(identity), std::move(request->password), std::move(place));
    if (!removed) co_return removed.error();
    co_return no_content();
}

}  // namespace tanbo::http
