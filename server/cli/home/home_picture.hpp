#pragma once

#include <optional>
#include <span>
#include <string>

#include "server/cli/home/home_model.hpp"
#include "server/cli/screen/screen.hpp"

namespace tanbo::cli {

struct HomeView {
    std::string title;
    std::span<const HomeRow> rows;
    std::size_t chosen = 0;  // of the rows
    std::string notice;
    bool has_colour = false;
};

// The home for a terminal: a title, the rows under their headings around the chosen one, a notice
// and a line that names the keys.
Picture draw_home(const HomeView& view, Size size);

// The row that stands on that line of the screen.
std::optional<std::size_t> home_row_at(const HomeView& view, Size size, int line);

}  // namespace tanbo::cli
