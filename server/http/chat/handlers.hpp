#pragma once

#include "server/http/handler.hpp"

// Chat and notes beside games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- chat.cpp ---
Awaitable<Reply> get_chat(RequestContext& context, chat::Chat& chat, game::Views& views);
Awaitable<Reply> post_chat(RequestContext& context, chat::Chat& chat, const base::Clock& clock,
                           const MessageLimit& message_limit);
Awaitable<Reply> post_chat_report(RequestContext& context, chat::Chat& chat);
Awaitable<Reply> get_mutes(RequestContext& context, chat::Chat& chat);
Awaitable<Reply> put_mute(RequestContext& context, chat::Chat& chat);
Awaitable<Reply> delete_mute(RequestContext& context, chat::Chat& chat);

// --- notes.cpp ---
Awaitable<Reply> get_note(RequestContext& context, chat::Notes& notes, game::Views& views);
Awaitable<Reply> put_note(RequestContext& context, chat::Notes& notes);

// --- studies.cpp ---
Awaitable<Reply> get_study(RequestContext& context, chat::Notes& notes, game::Views& views);
Awaitable<Reply> put_study(RequestContext& context, chat::Notes& notes);
Awaitable<Reply> delete_study(RequestContext& context, chat::Notes& notes);

}  // namespace tanbo::http
