#pragma once

#include <string>
#include <string_view>

namespace tanbo::store {

// What a handle is found by: two handles that differ in case only are one. Handles are ASCII.
std::string handle_key(std::string_view handle);

}  // namespace tanbo::store
