#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/lattice.hpp"

namespace tanbo::protocol {

// The names of a board's points, each in quotes and with a comma: "K10",. Copied by a fixed number
// of bytes, which costs a quarter of a copy of the exact length.
class PointNames {
public:
    static constexpr std::size_t stride = 32;

    void use(const engine::Lattice& lattice);

    std::size_t points() const { return names_.size(); }
    std::size_t longest() const { return longest_; }

    // Yields the end. Requires: room for `stride` bytes.
    char* copy(char* to, engine::Point point) const {
        const Name& name = names_[point];
        std::memcpy(to, name.text.data(), longest_ <= short_name ? short_name : stride);
        return to + name.bytes;
    }

private:
    static constexpr std::size_t short_name = 8;

    struct Name {
        std::array<char, stride> text;
        std::uint8_t bytes;
    };

    std::optional<engine::Lattice> lattice_;
    std::vector<Name> names_;
    std::size_t longest_ = 0;
};

// Points of any board, sixteen of them a row.
class PointSet {
public:
    static constexpr unsigned row_points = 16;

    void insert(engine::Point point) { rows_[point / row_points] |= bit(point); }
    void erase(engine::Point point) { rows_[point / row_points] &= static_cast<Row>(~bit(point)); }
    void clear() { rows_.fill(0); }

    // A bit for each point, the lowest for the first.
    std::uint16_t row(std::size_t index) const { return rows_[index]; }

private:
    using Row = std::uint16_t;

    static Row bit(engine::Point point) { return static_cast<Row>(1U << (point % row_points)); }

    std::array<Row, engine::points_max / row_points> rows_{};
};

// The names of a set of points in board order, kept from one set to the next: only the rows that
// differ are written again.
class PointListText {
public:
    // Starts again with the empty set. The names must outlive the text.
    void begin(const PointNames& names);

    // Brings the text level with the set, and yields it: "A1","B7", with a comma behind each. It
    // holds until the next call.
    std::string_view update(const PointSet& points);

private:
    void rewrite(std::size_t row, std::uint16_t bits);

    const PointNames* names_ = nullptr;
    PointSet shown_;
    std::vector<std::size_t> ends_;  // of each row in the text
    std::vector<char> text_;
    std::vector<char> row_;  // if one is written
};

}  // namespace tanbo::protocol
