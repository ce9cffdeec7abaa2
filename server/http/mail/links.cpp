#include <utility>

#include "server/http/mail/handlers.hpp"
#include "server/http/page.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::http {
namespace {

using notify::MailButton;
using notify::MailLink;
using notify::TokenPurpose;

std::string token_of(const RequestContext& context) {
    return text_parameter(context.query, "token").value_or("");
}

std::string game_of(const MailLink& link) {
    return link.game ? "game " + to_string(*link.game) : "your games";
}

// A page with a button that does what the link is for.
net::Response button_page(std::string title, std::string sentence, std::string path,
                          std::string token, std::string button) {
    return page(200, "button",
                {{{"title", std::move(title)},
                  {"sentence", std::move(sentence)},
                  {"path", std::move(path)},
                  {"token", std::move(token)},
                  {"button", std::move(button)}}});
}

std::string stopped(const MailLink& link) {
    if (link.purpose == TokenPurpose::unwatch) return "You get no more emails about this game.";
    if (link.game) {
        return "You get no more emails about " + game_of(link) +
               ". To resume them for all games, change your notification settings.";
    }
    return "You get no more emails about your games. To resume them, change your notification "
           "settings.";
}

}  // namespace

Awaitable<Reply> get_unsubscribe_page(RequestContext& context, notify::MailChoices& mail_choices) {
    const std::string token = token_of(context);
    const auto link = mail_choices.read(token, MailButton::unsubscribe);
    if (!link) co_return refused_page(context, link.error());
    co_return button_page("Unsubscribe", "Stop all emails about " + game_of(*link) + "?",
                          "/mail/unsubscribe", token, "Stop emails");
}

Awaitable<Reply> post_unsubscribe(RequestContext& context, notify::MailChoices& mail_choices) {
    std::string token = token_of(context);
    auto link = co_await mail_choices.unsubscribe(std::move(token));
    if (!link) co_return refused_page(context, link.error());
    co_return message_page(200, "Unsubscribed", stopped(*link));
}

Awaitable<Reply> get_mail_watch_page(RequestContext& context, notify::MailChoices& mail_choices) {
    const std::string token = token_of(context);
    const auto link = mail_choices.read(token, MailButton::confirm_watch);
    if (!link) co_return refused_page(context, link.error());
    co_return button_page("Follow a game by email",
                          "The server emails you the board of " + game_of(*link) +
                              " until it is over. Every email has a link to stop this.",
                          "/mail/watch", token, "Follow");
}

Awaitable<Reply> post_mail_watch(RequestContext& context, notify::MailChoices& mail_choices) {
    std::string token = token_of(context);
    auto link = co_await mail_choices.confirm_watch(std::move(token));
    if (!link) co_return refused_page(context, link.error());
    co_return message_page(200, "You follow " + game_of(*link),
                           "The server emails you its board. You can close this page.");
}

}  // namespace tanbo::http
