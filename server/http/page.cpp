#include "server/http/page.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/games/requests.hpp"
#include "server/account/access/common_passwords.hpp"
#include "server/api_common/status.hpp"
#include "server/http/negotiate.hpp"
#include "server/web/assets.hpp"

namespace tanbo::http {

namespace {

// The style of our own page, which is the same for everybody, and nothing else is loaded; the form
// goes nowhere else. (no-referrer would make browsers hide the form's origin.)
constexpr std::string_view policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

}  // namespace

net::Response page(int status, std::string_view name, const TemplateData& data) {
    net::Response response;
    response.status = status;
    response.content_type = "text/html; charset=utf-8";
    TemplateData all = data;
    const bool is_named =
        std::ranges::any_of(all.texts, [](const auto& text) { return text.first == "site_name"; });
    if (!is_named) all.texts.emplace_back("site_name", "Tanbo");
    all.texts.emplace_back("icon", web::plain().icon);
    all.texts.emplace_back("style", web::plain().style);
    response.body = rendered(name, all);
    set_header(response, "Cache-Control", "no-store");
    set_header(response, "Content-Security-Policy", std::string(policy));
    set_header(response, "Referrer-Policy", "same-origin");
    return response;
}

net::Response message_page(int status, std::string title, std::string sentence) {
    return page(status, "message",
                {{{"title", std::move(title)}, {"sentence", std::move(sentence)}}});
}

Reply refused_page(const RequestContext& context, const protocol::Error& error) {
    constexpr std::array<std::string_view, 2> offered = {"text/html", "application/json"};
    if (choose_type(context.request, offered) == 1U) return error;
    std::string sentence = error.detail;
    if (error.retry_after_s) {
        sentence += " Try again in " + std::to_string(*error.retry_after_s) + " s.";
    }
    net::Response response =
        message_page(api_common::status_of(error), "Request failed", std::move(sentence));
    if (error.retry_after_s) {
        set_header(response, "Retry-After", std::to_string(*error.retry_after_s));
    }
    return response;
}

std::optional<std::string> password_fault(const std::optional<net::Query>& form) {
    const std::string password = form_field(form, "password");
    if (password.size() < protocol::password_bytes_min ||
        password.size() > protocol::password_bytes_max) {
        return "The password must have 8 to 256 bytes.";
    }
    if (password != form_field(form, "again")) return "The two passwords differ.";
    if (account::CommonPasswords::compiled_in().has(password)) {
        return account::common_password().detail;
    }
    return std::nullopt;
}

std::string form_field(const std::optional<net::Query>& form, std::string_view name) {
    if (!form || form->count(name) != 1) return {};
    return std::string(*form->find(name));
}

}  // namespace tanbo::http
