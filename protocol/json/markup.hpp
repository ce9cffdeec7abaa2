#pragma once

#include <string>
#include <string_view>

namespace tanbo::protocol {

// Text as it stands in HTML and XML: between tags, and in attributes in double quotes.
std::string escaped(std::string_view text);

// A backslash before each of the marks, and `feed` instead of each line feed.
std::string backslashed(std::string_view text, std::string_view marks,
                        std::string_view feed = "\n");

}  // namespace tanbo::protocol
