#pragma once

#include "protocol/json/json_writer.hpp"
#include "protocol/people/chat.hpp"

// Chat inside larger documents. Private to this folder.
namespace tanbo::protocol {

// The line as GET and pushes show it, as one value.
void write_chat_line(JsonWriter& out, const ChatLine& line);

}  // namespace tanbo::protocol
