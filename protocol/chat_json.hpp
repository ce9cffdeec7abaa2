#pragma once

#include "protocol/chat.hpp"
#include "protocol/json_writer.hpp"

// Chat inside larger documents. Private to this folder.
namespace tanbo::protocol {

// The line as GET and pushes show it, as one value.
void write_chat_line(JsonWriter& out, const ChatLine& line);

}  // namespace tanbo::protocol
