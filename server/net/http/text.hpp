#pragma once

#include <optional>
#include <string_view>
#include <vector>

// The small grammar that HTTP fields share. Source: RFC 9110, 5.6.
namespace tanbo::net {

namespace detail {
// Requires: they are equally long.
bool equal_characters(std::string_view a, std::string_view b);
}  // namespace detail

// ASCII letters without regard to case.
inline bool equal_names(std::string_view a, std::string_view b) {
    return a.size() == b.size() && detail::equal_characters(a, b);
}

// Whether text is one or more token characters.
bool is_token(std::string_view text);

// No controls but the tab.
bool is_field_value(std::string_view text);

// The elements of a comma-separated list, trimmed, appended to out; empty ones left out.
void split_list(std::string_view text, std::vector<std::string_view>& out);

}  // namespace tanbo::net
