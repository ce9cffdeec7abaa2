#include "server/store/tables/accounts/handle_key.hpp"

#include <algorithm>

namespace tanbo::store {

std::string handle_key(std::string_view handle) {
    std::string key(handle);
    std::ranges::transform(key, key.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return key;
}

}  // namespace tanbo::store
