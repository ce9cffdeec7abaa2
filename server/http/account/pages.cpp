#include <array>

#include "server/account/accounts.hpp"
#include "server/account/addresses.hpp"
#include "server/http/account/handlers.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/status.hpp"
#include "server/net/query.hpp"

// What links in mails lead to: a page, and a button on it. Programs that follow every link of a
// mail change nothing by that.
namespace tanbo::http {
namespace {

// The style of our own page, which is the same for everybody, and nothing else is loaded; the form
// goes nowhere else. (no-referrer would make browsers hide the form's origin.)
constexpr std::string_view policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

net::Response page(int status, std::string_view title, std::string_view content) {
    std::string html = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n";
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    html += "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
    html += title;
    html +=
        " - Tanbo</title>\n<link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\n"
        "<link rel=\"stylesheet\" href=\"/assets/style.css\">\n"
        "<header><h1><a href=\"/\">Tanbo</a></h1>\n"
        "<p class=\"byline\">a game by Mark Steere</p></header>\n<main>\n<h2>";
    html += title;
    html += "</h2>\n";
    html += content;
    html += "</main>\n</html>\n";
    net::Response response;
    response.status = status;
    response.content_type = "text/html; charset=utf-8";
    response.body = std::move(html);
    set_header(response, "Cache-Control", "no-store");
    set_header(response, "Content-Security-Policy", std::string(policy));
    set_header(response, "Referrer-Policy", "same-origin");
    return response;
}

net::Response message(int status, std::string_view title, std::string_view sentence) {
    return page(status, title, "<p>" + escaped(sentence) + "</p>\n");
}

// People are shown a page, programs that ask for JSON the problem itself.
Reply refused(const Exchange& exchange, const protocol::Error& error) {
    constexpr std::array<std::string_view, 2> offered = {"text/html", "application/json"};
    if (choose_type(exchange.request, offered) == 1U) return error;
    net::Response response = message(status_of(error), "That did not work", error.detail);
    if (error.retry_after_s) {
        set_header(response, "Retry-After", std::to_string(*error.retry_after_s));
    }
    return response;
}

std::string token_field(std::string_view token) {
    return "<input type=\"hidden\" name=\"token\" value=\"" + escaped(token) + "\">\n";
}

net::Response reset_page(int status, std::string_view token, std::string_view hint) {
    std::string content;
    if (!hint.empty()) content += "<p>" + escaped(hint) + "</p>\n";
    content += "<form method=\"post\" action=\"/account/reset\">\n" + token_field(token);
    content +=
        "<p><label>New password, at least 8 characters<br>\n"
        "<input type=\"password\" name=\"password\" minlength=\"8\" maxlength=\"256\" required "
        "autocomplete=\"new-password\"></label></p>\n"
        "<p><label>Once more<br>\n"
        "<input type=\"password\" name=\"again\" minlength=\"8\" maxlength=\"256\" required "
        "autocomplete=\"new-password\"></label></p>\n"
        "<p><button class=\"primary\">Set the password</button></p>\n</form>\n"
        "<p>Every device is signed out by this.</p>\n";
    return page(status, "A new password", content);
}

// A field of the form, once; empty where it is missing.
std::string field(const std::optional<net::Query>& form, std::string_view name) {
    if (!form || form->count(name) != 1) return {};
    return std::string(*form->find(name));
}

}  // namespace

Awaitable<Reply> get_verify_page(Exchange& exchange) {
    const std::string token = text_parameter(exchange.query, "token").value_or("");
    co_return page(
        200, "Your address",
        "<form method=\"post\" action=\"/account/verify\">\n" + token_field(token) +
            "<p><button class=\"primary\">Yes, this address is mine</button></p>\n</form>\n");
}

Awaitable<Reply> post_verify_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    std::string token = field(form, "token");
    auto network = net::client_network(exchange.request.peer);
    auto verified = co_await exchange.services.accounts.addresses().verify(std::move(token),
                                                                           std::move(network));
    if (!verified) co_return refused(exchange, verified.error());
    co_return message(200, "Thank you", "The address is verified. You may close this page.");
}

Awaitable<Reply> get_reset_page(Exchange& exchange) {
    const std::string token = text_parameter(exchange.query, "token").value_or("");
    co_return reset_page(200, token, {});
}

Awaitable<Reply> post_reset_page(Exchange& exchange) {
    const auto form = net::Query::parse(exchange.request.body);
    std::string token = field(form, "token");
    std::string password = field(form, "password");
    if (password.size() < protocol::password_bytes_min ||
        password.size() > protocol::password_bytes_max) {
        co_return reset_page(422, token, "The password must have 8 to 256 bytes.");
    }
    if (password != field(form, "again")) {
        co_return reset_page(422, token, "The two passwords differ.");
    }
    auto network = net::client_network(exchange.request.peer);
    auto reset = co_await exchange.services.accounts.addresses().reset(
        std::move(token), std::move(password), std::move(network));
    if (!reset) co_return refused(exchange, reset.error());
    co_return message(200, "Done", "The password is set. Sign in with it.");
}

}  // namespace tanbo::http
