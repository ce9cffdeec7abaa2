#include "engine/notation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

namespace tanbo::engine {

namespace {

constexpr std::string_view letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

enum class Style { number, letter_and_row, digits, joined };

Style style_of(const Lattice& lattice) {
    const auto extents = lattice.extents();
    const auto is_digit = [](int extent) { return extent <= 9; };
    if (extents.size() == 1) return Style::number;
    if (extents.size() == 2 && extents[0] <= static_cast<int>(letters.size())) {
        return Style::letter_and_row;
    }
    if (extents.size() == 3 && std::all_of(extents.begin(), extents.end(), is_digit)) {
        return Style::digits;
    }
    return Style::joined;
}

// The coordinate behind a decimal number from 1: digits only, no leading zero; -1 if it is none.
int parse_number(std::string_view text) {
    if (text.empty() || text.front() < '1' || text.front() > '9') return -1;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return -1;
    return number - 1;
}

int parse_letter(char letter) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    const auto column = letters.find(letter);
    return column == std::string_view::npos ? -1 : static_cast<int>(column);
}

// One coordinate per dimension; -1 stands for whatever can't be read.
using Coordinates = std::array<int, dimensions_max>;

// Whether the name has as many parts as the board has dimensions.
bool split_joined(std::string_view name, std::span<int> coordinates) {
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
        const auto dash = name.find('-');
        const bool is_last = axis + 1 == coordinates.size();
        if (is_last != (dash == std::string_view::npos)) return false;
        coordinates[axis] = parse_number(name.substr(0, dash));
        if (!is_last) name.remove_prefix(dash + 1);
    }
    return true;
}

bool split_digits(std::string_view name, std::span<int> coordinates) {
    if (name.size() != coordinates.size()) return false;
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
        coordinates[axis] = parse_number(name.substr(axis, 1));
    }
    return true;
}

}  // namespace

std::string point_name(const Lattice& lattice, Point point) {
    assert(point < lattice.points());
    Coordinates buffer{};
    const std::span coordinates(buffer.data(), lattice.extents().size());
    lattice.coordinates(point, coordinates);
    const Style style = style_of(lattice);
    if (style == Style::letter_and_row) {
        return letters[static_cast<std::size_t>(coordinates[0])] +
               std::to_string(coordinates[1] + 1);
    }
    std::string name;
    for (const int coordinate : coordinates) {
        if (style == Style::joined && !name.empty()) name += '-';
        name += std::to_string(coordinate + 1);
    }
    return name;
}

std::optional<Point> parse_point(const Lattice& lattice, std::string_view name) {
    Coordinates buffer{};
    const std::span coordinates(buffer.data(), lattice.extents().size());
    switch (style_of(lattice)) {
        case Style::number:
            coordinates[0] = parse_number(name);
            break;
        case Style::letter_and_row:
            if (name.empty()) return std::nullopt;
            coordinates[0] = parse_letter(name.front());
            coordinates[1] = parse_number(name.substr(1));
            break;
        case Style::digits:
            if (!split_digits(name, coordinates)) return std::nullopt;
            break;
        case Style::joined:
            if (!split_joined(name, coordinates)) return std::nullopt;
            break;
    }
    return lattice.at(coordinates);
}

}  // namespace tanbo::engine
