#include "server/store/tables/accounts/handle_key.hpp"

#include "protocol/json/words.hpp"

namespace tanbo::store {

std::string handle_key(std::string_view handle) {
    return protocol::lower(handle);
}

}  // namespace tanbo::store
