#pragma once

#include <span>
#include <string_view>

// The page at GET / and what it is made of, compiled in.
namespace tanbo::web {

struct Asset {
    std::string_view name;  // "index.html", "board.js"
    std::string_view content_type;
    std::string_view bytes;
};

// All of them.
std::span<const Asset> assets();

// Null where there is none of that name.
const Asset* find_asset(std::string_view name);

}  // namespace tanbo::web
