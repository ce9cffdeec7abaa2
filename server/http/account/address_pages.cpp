#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "protocol/events.hpp"
#include "protocol/markup.hpp"
#include "server/account/accounts.hpp"
#include "server/account/addresses.hpp"
#include "server/api/status.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/page.hpp"

// The page on which a member sees where his mails go, and why one address gets none.
namespace tanbo::http {
namespace {

using protocol::AddressView;
using protocol::escaped;
using protocol::Result;

constexpr std::size_t day_chars = 10;  // of an instant

std::string password_field(std::string_view button) {
    return "<p><label>Password<br>\n<input type=\"password\" name=\"password\" required "
           "maxlength=\"256\" autocomplete=\"current-password\"></label></p>\n"
           "<p><button class=\"primary\">" +
           std::string(button) + "</button></p>\n</form>\n";
}

net::Response form_page(int status, std::string_view handle, std::string_view hint) {
    std::string content;
    if (!hint.empty()) content += "<p class=\"notice\" role=\"alert\">" + escaped(hint) + "</p>\n";
    content +=
        "<p>Where the mails about your games go, and why an address gets none.</p>\n"
        "<form method=\"post\" action=\"/account/addresses\">\n"
        "<p><label>Handle<br>\n<input name=\"handle\" required maxlength=\"24\" "
        "autocomplete=\"username\" autocapitalize=\"off\" spellcheck=\"false\" value=\"" +
        escaped(handle) + "\"></label></p>\n" + password_field("Show my addresses");
    return page(status, "Your addresses", content);
}

std::string state_of(const AddressView& address) {
    if (address.stopped_at) {
        std::string text = "gets no mail since " +
                           protocol::format_instant(*address.stopped_at).substr(0, day_chars) +
                           ", because too many came back.";
        if (address.fault) text += " What came back last said: " + *address.fault;
        return text;
    }
    if (!address.is_verified) {
        return "is not verified: open the link in the mail that was sent there.";
    }
    return address.is_primary ? "gets your mails." : "is verified; your mails go elsewhere.";
}

bool is_stopped(const AddressView& address) {
    return address.stopped_at.has_value();
}

net::Response list_page(std::string_view handle, std::span<const AddressView> addresses) {
    std::string content;
    if (addresses.empty()) content += "<p>This account has no address.</p>\n";
    if (!addresses.empty()) content += "<ul>\n";
    for (const AddressView& address : addresses) {
        content +=
            "<li><b>" + escaped(address.address) + "</b> " + escaped(state_of(address)) + "</li>\n";
    }
    if (!addresses.empty()) content += "</ul>\n";
    if (std::ranges::any_of(addresses, is_stopped)) {
        content +=
            "<p>Is the mailbox in order again? Then mails can go there once more.</p>\n"
            "<form method=\"post\" action=\"/account/addresses\">\n"
            "<input type=\"hidden\" name=\"handle\" value=\"" +
            escaped(handle) + "\">\n<input type=\"hidden\" name=\"resume\" value=\"yes\">\n" +
            password_field("Send my mails there again");
    }
    return page(200, "Your addresses", content);
}

// Has mails go to all that are stopped again.
Awaitable<Result<void>> resume_all(account::Addresses& addresses, std::int64_t account) {
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

Awaitable<Reply> get_addresses_page(Exchange&) {
    co_return form_page(200, {}, {});
}

Awaitable<Reply> post_addresses_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    const std::string handle = form_field(form, "handle");
    std::string name = handle;
    std::string password = form_field(form, "password");
    auto place = place_of(exchange);
    auto identity = co_await exchange.services.accounts.identify(
        std::move(name), std::move(password), std::move(place));
    if (!identity && identity.error().code == protocol::Code::bad_credentials) {
        co_return form_page(422, handle, identity.error().detail);
    }
    if (!identity) co_return refused_page(exchange, identity.error());
    account::Addresses& addresses = exchange.services.accounts.addresses();
    if (form_field(form, "resume") == "yes") {
        auto resumed = co_await resume_all(addresses, identity->account);
        if (!resumed) co_return refused_page(exchange, resumed.error());
    }
    auto known = co_await addresses.list(identity->account);
    if (!known) co_return refused_page(exchange, known.error());
    co_return list_page(identity->handle, *known);
}

}  // namespace tanbo::http
