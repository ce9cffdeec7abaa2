#pragma once

#include "server/http/handler.hpp"

// The end of links in mails about games: a page with a button, and what the button does. One
// function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- links.cpp ---
Awaitable<Reply> get_unsubscribe_page(RequestContext& context, notify::MailChoices& mail_choices);
Awaitable<Reply> post_unsubscribe(RequestContext& context, notify::MailChoices& mail_choices);
Awaitable<Reply> get_mail_watch_page(RequestContext& context, notify::MailChoices& mail_choices);
Awaitable<Reply> post_mail_watch(RequestContext& context, notify::MailChoices& mail_choices);

}  // namespace tanbo::http
