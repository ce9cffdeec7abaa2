#pragma once

#include <span>
#include <string>

#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {

// An array of the texts.
inline JsonWriter& write_texts(JsonWriter& out, std::span<const std::string> texts) {
    out.begin_array();
    for (const std::string& text : texts) out.text(text);
    return out.end_array();
}

}  // namespace tanbo::protocol
