#include "server/web/assets.hpp"

#include <algorithm>

namespace tanbo::web {

const Asset* find_asset(std::string_view name) {
    const auto all = assets();
    const auto found = std::ranges::find(all, name, &Asset::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tanbo::web
