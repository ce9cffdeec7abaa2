#include "server/account/addresses.hpp"

#include "server/account/accounts.hpp"
#include "server/http/account/handlers.hpp"

// Addresses for mail.
namespace tanbo::http {
namespace {

protocol::Result<protocol::AddressId> address_argument(const RequestContext& context) {
    return id_argument<protocol::AddressId>(context, 0, protocol::Code::no_such_address, "address");
}

// One that the password is asked for again.
using Change = Awaitable<protocol::Result<void>> (account::Addresses::*)(account::Identity,
                                                                         protocol::AddressId,
                                                                         std::string, std::string);

Awaitable<Reply> change_address(RequestContext& context, account::Addresses& addresses,
                                Change change) {
    const auto id = address_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_confirmation(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto network = net::client_network(context.request.peer);
    auto done = co_await (addresses.*change)(std::move(identity), *id, std::move(request->password),
                                             std::move(network));
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace

Awaitable<Reply> get_addresses(RequestContext& context, account::Addresses& addresses) {
    auto found = co_await addresses.list(context.identity->account);
    if (!found) co_return found.error();
    co_return unstored_response(200, protocol::encode_addresses(*found));
}

Awaitable<Reply> post_address(RequestContext& context, account::Addresses& addresses) {
    auto request = protocol::decode_add_address(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto network = net::client_network(context.request.peer);
    auto address =
        co_await addresses.add(std::move(identity), std::move(*request), std::move(network));
    if (!address) co_return address.error();
    co_return unstored_response(201, protocol::encode_address(*address));
}

Awaitable<Reply> delete_address(RequestContext& context, account::Addresses& addresses) {
    return change_address(context, addresses, &account::Addresses::remove);
}

Awaitable<Reply> post_primary_address(RequestContext& context, account::Addresses& addresses) {
    return change_address(context, addresses, &account::Addresses::make_primary);
}

Awaitable<Reply> post_resume_address(RequestContext& context, account::Addresses& addresses) {
    const auto id = address_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto resumed = co_await addresses.resume(context.identity->account, *id);
    if (!resumed) co_return resumed.error();
    co_return no_content();
}

Awaitable<Reply> post_password_reset(RequestContext& context, account::Addresses& addresses) {
    auto request = protocol::decode_request_reset(context.request.body);
    if (!request) co_return request.error();
    auto network = net::client_network(context.request.peer);
    const auto begun = co_await addresses.request_reset(std::move(*request), std::move(network));
    if (!begun) co_return begun.error();
    net::Response response = no_content();
    response.status = 202;
    co_return response;
}

}  // namespace tanbo::http
