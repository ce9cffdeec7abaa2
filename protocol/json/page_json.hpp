#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/json_writer.hpp"

// Lists that go on where one page ends. Private to this folder.
namespace tanbo::protocol {

// The members NAME, an array of the items, each as write(out, item) writes it, and "next", the
// cursor of the following page or null.
template <class Items, class Write>
void write_page(JsonWriter& out, std::string_view name, const Items& items,
                const std::optional<std::string>& next_cursor, Write write) {
    out.key(name).begin_array();
    for (const auto& item : items) write(out, item);
    out.end_array().key("next").text_or_null(next_cursor);
}

// An object of these members alone; an item is expected to take about so many bytes.
template <class Items, class Write>
std::string encode_page(std::string_view name, const Items& items,
                        const std::optional<std::string>& next_cursor, Write write,
                        std::size_t item_bytes) {
    JsonWriter out(64 + items.size() * item_bytes);
    out.begin_object();
    write_page(out, name, items, next_cursor, write);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
