#pragma once

#include <string>
#include <string_view>

namespace tanbo::store {

// The key of a handle: two handles that differ in case only are one. Handles are ASCII.
std::string handle_key(std::string_view handle);

}  // namespace tanbo::store
