#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "protocol/client/list_page.hpp"
#include "protocol/json/json_reader.hpp"

// Parts of answers that all readers of a client share. Private to this folder.
namespace tanbo::protocol {

inline constexpr JsonCaps answer_caps{.bytes = 4'194'304, .depth = 16, .values = 262'144};
inline constexpr std::size_t told_text_bytes_max = 4096;

// A text of the server's, of at most told_text_bytes_max bytes.
inline std::string told_text(const JsonReader& in) {
    return std::string(in.text(0, told_text_bytes_max));
}

// The cursor of the next page; empty on the last.
inline std::string told_next(const JsonReader& page) {
    const auto next = page.nullable_field("next");
    return next ? std::string(next->text(0, cursor_bytes_max)) : std::string();
}

// All elements of a list, each read by `read`.
template <class Read>
auto told_list(const JsonReader& list, Read read, std::size_t elements_max = page_elements_max) {
    std::vector<std::invoke_result_t<Read, const JsonReader&>> all;
    const std::size_t count = list.elements(0, elements_max);
    all.reserve(count);
    for (std::size_t i = 0; i < count; ++i) all.push_back(read(list.element(i)));
    return all;
}

}  // namespace tanbo::protocol
