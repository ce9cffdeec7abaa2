#pragma once

#include <string>
#include <string_view>

namespace tanbo::protocol {

// Text as it stands in HTML and XML: between tags, and in attributes in double quotes.
std::string escaped(std::string_view text);

}  // namespace tanbo::protocol
