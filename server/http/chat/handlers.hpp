#pragma once

#include "server/http/request_context.hpp"

// What is said and noted beside games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- chat.cpp ---
Awaitable<Reply> get_chat(RequestContext& context);
Awaitable<Reply> post_chat(RequestContext& context);
Awaitable<Reply> post_chat_report(RequestContext& context);
Awaitable<Reply> get_mutes(RequestContext& context);
Awaitable<Reply> put_mute(RequestContext& context);
Awaitable<Reply> delete_mute(RequestContext& context);

// --- notes.cpp ---
Awaitable<Reply> get_note(RequestContext& context);
Awaitable<Reply> put_note(RequestContext& context);

}  // namespace tanbo::http
