#pragma once

#include "server/http/exchange.hpp"

// What is said and noted beside games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- chat.cpp ---
Awaitable<Reply> get_chat(Exchange& exchange);
Awaitable<Reply> post_chat(Exchange& exchange);
Awaitable<Reply> post_chat_report(Exchange& exchange);
Awaitable<Reply> get_mutes(Exchange& exchange);
Awaitable<Reply> put_mute(Exchange& exchange);
Awaitable<Reply> delete_mute(Exchange& exchange);

// --- notes.cpp ---
Awaitable<Reply> get_note(Exchange& exchange);
Awaitable<Reply> put_note(Exchange& exchange);

}  // namespace tanbo::http
