#include "protocol/markup.hpp"
#include "server/account/accounts.hpp"
#include "server/account/addresses.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/page.hpp"

// What links in mails lead to: a page, and a button on it. Programs that follow every link of a
// mail change nothing by that.
namespace tanbo::http {
namespace {

using protocol::escaped;

net::Response reset_page(int status, std::string_view token, std::string_view hint) {
    std::string content;
    if (!hint.empty()) content += "<p>" + escaped(hint) + "</p>\n";
    content += "<form method=\"post\" action=\"/account/reset\">\n" + page_token(token);
    content += password_fields("New password, at least 8 characters");
    content +=
        "<p><button class=\"primary\">Set the password</button></p>\n</form>\n"
        "<p>Every device is signed out by this.</p>\n";
    return page(status, "A new password", content);
}

}  // namespace

Awaitable<Reply> get_verify_page(Exchange& exchange) {
    const std::string token = text_parameter(exchange.query, "token").value_or("");
    co_return page(
        200, "Your address",
        "<form method=\"post\" action=\"/account/verify\">\n" + page_token(token) +
            "<p><button class=\"primary\">Yes, this address is mine</button></p>\n</form>\n");
}

Awaitable<Reply> post_verify_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    std::string token = form_field(form, "token");
    auto network = net::client_network(exchange.request.peer);
    auto verified = co_await exchange.services.accounts.addresses().verify(std::move(token),
                                                                           std::move(network));
    if (!verified) co_return refused_page(exchange, verified.error());
    co_return message_page(200, "Thank you", "The address is verified. You may close this page.");
}

Awaitable<Reply> get_reset_page(Exchange& exchange) {
    const std::string token = text_parameter(exchange.query, "token").value_or("");
    co_return reset_page(200, token, {});
}

Awaitable<Reply> post_reset_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    std::string token = form_field(form, "token");
    if (const auto fault = password_fault(form)) co_return reset_page(422, token, *fault);
    std::string password = form_field(form, "password");
    auto network = net::client_network(exchange.request.peer);
    auto reset = co_await exchange.services.accounts.addresses().reset(
        std::move(token), std::move(password), std::move(network));
    if (!reset) co_return refused_page(exchange, reset.error());
    co_return message_page(200, "Done", "The password is set. Sign in with it.");
}

Awaitable<Reply> get_take_back_page(Exchange& exchange) {
    const std::string token = text_parameter(exchange.query, "token").value_or("");
    co_return page(
        200, "Take it back",
        "<p>The addresses and the password of your account become what they were before the change "
        "that the mail tells of. What was changed after it is undone, too, and every device and "
        "every program is signed out.</p>\n<form method=\"post\" action=\"/account/take-back\">\n" +
            page_token(token) +
            "<p><button class=\"primary\">Take the change back</button></p>\n</form>\n");
}

Awaitable<Reply> post_take_back_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    std::string token = form_field(form, "token");
    auto network = net::client_network(exchange.request.peer);
    auto done = co_await exchange.services.accounts.addresses().take_back(std::move(token),
                                                                          std::move(network));
    if (!done) co_return refused_page(exchange, done.error());
    co_return message_page(200, "Taken back",
                           "The account is as it was before the change. Sign in, and choose a new "
                           "password if somebody else may know yours.");
}

}  // namespace tanbo::http
