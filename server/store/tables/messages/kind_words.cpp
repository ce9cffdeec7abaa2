#include "server/store/tables/messages/kind_words.hpp"

#include <cstddef>

namespace tanbo::store {

bool has_kind(std::string_view words, std::string_view kind) {
    while (true) {
        const std::size_t comma = words.find(',');
        if (words.substr(0, comma) == kind) return true;
        if (comma == std::string_view::npos) return false;
        words.remove_prefix(comma + 1);
    }
}

}  // namespace tanbo::store
