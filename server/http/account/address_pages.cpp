#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/games/events.hpp"
#include "server/account/accounts.hpp"
#include "server/account/addresses.hpp"
#include "server/api_common/status.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/page.hpp"

// The page on which a member sees where their mails go, and why one address gets none.
namespace tanbo::http {
namespace {

using protocol::AddressView;
using protocol::Result;

constexpr std::size_t day_chars = 10;  // of an instant

constexpr const char* title = "Your addresses";

net::Response form_page(int status, std::string handle, std::string hint) {
    return page(status, "addresses_form",
                {{{"title", title},
                  {"handle", std::move(handle)},
                  {"hint", std::move(hint)},
                  {"button", "Show my addresses"}}});
}

std::string state_of(const AddressView& address) {
    if (address.stopped_at) {
        std::string text = "gets no emails since " +
                           protocol::format_instant(*address.stopped_at).substr(0, day_chars) +
                           ", because too many bounced.";
        if (address.fault) text += " The last bounce said: " + *address.fault;
        return text;
    }
    if (!address.is_verified) {
        return "is not verified. Open the link in the email sent there.";
    }
    return address.is_primary ? "gets your emails."
                              : "is verified, but your emails go to another address.";
}

bool is_stopped(const AddressView& address) {
    return address.stopped_at.has_value();
}

net::Response list_page(const std::string& handle, std::span<const AddressView> addresses) {
    std::vector<TemplateData> rows;
    rows.reserve(addresses.size());
    for (const AddressView& address : addresses) {
        rows.push_back({{{"address", address.address}, {"state", state_of(address)}}});
    }
    // The way back to mails, if an address gets none.
    std::vector<TemplateData> stopped;
    if (std::ranges::any_of(addresses, is_stopped)) {
        stopped.push_back({{{"handle", handle}, {"button", "Resume emails to this address"}}});
    }
    return page(200, "addresses",
                {{{"title", title}, {"any", addresses.empty() ? "" : "yes"}},
                 {{"addresses", std::move(rows)}, {"stopped", std::move(stopped)}}});
}

// Has mails go to all that are stopped again.
Awaitable<Result<void>> resume_all(account::Addresses& addresses, protocol::AccountId account) {
    auto known = co_await addresses.list(account);
    if (!known) co_return known.error();
    for (const AddressView& address : *known) {
        if (!is_stopped(address)) continue;
        auto resumed = co_await addresses.resume(account, address.id);
        if (!resumed) co_return resumed.error();
    }
    co_return Result<void>();
}

}  // namespace

Awaitable<Reply> get_addresses_page(RequestContext&) {
    co_return form_page(200, {}, {});
}

Awaitable<Reply> post_addresses_page(RequestContext& context, account::Addresses& addresses,
                                     account::Accounts& accounts) {
    const auto form = net::Query::parse(context.request.body);
    const std::string handle = form_field(form, "handle");
    std::string name = handle;
    std::string password = form_field(form, "password");
    auto source = source_of(context);
    auto identity =
        co_await accounts.identify(std::move(name), std::move(password), std::move(source));
    if (!identity && identity.error().code == protocol::Code::bad_credentials) {
        co_return form_page(422, handle, identity.error().detail);
    }
    if (!identity) co_return refused_page(context, identity.error());
    if (form_field(form, "resume") == "yes") {
        auto resumed = co_await resume_all(addresses, identity->account);
        if (!resumed) co_return refused_page(context, resumed.error());
    }
    auto known = co_await addresses.list(identity->account);
    if (!known) co_return refused_page(context, known.error());
    co_return list_page(identity->handle, *known);
}

}  // namespace tanbo::http
