#pragma once

#include <string_view>

namespace tanbo::store {

// Whether words between commas name a kind of notification.
bool has_kind(std::string_view words, std::string_view kind);

}  // namespace tanbo::store
