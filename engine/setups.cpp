#include <cassert>
#include <optional>

#include "engine/notation.hpp"
#include "engine/opening.hpp"

namespace tanbo::engine {

namespace {

// One stone per row of text for each seat: the names of its points, split by spaces.
struct SetupData {
    std::string_view id;
    std::string_view title;
    std::string_view description;
    int seats_to_start;
    std::vector<int> extents;
    std::vector<std::string_view> stones;  // by seat
};

const std::vector<SetupData>& named_setups() {
    static const std::vector<SetupData> data = {
        {"19x19",
         "19x19",
         "The tournament board: eight roots each.",
         2,
         {19, 19},
         {"A19 N19 G13 T13 A7 N7 G1 T1", "G19 T19 A13 N13 G7 T7 A1 N1"}},
        {"19x19-1995",
         "19x19 of 1995",
         "The start from the 1995 rule sheet: the tournament board with colours swapped.",
         2,
         {19, 19},
         {"G19 T19 A13 N13 G7 T7 A1 N1", "A19 N19 G13 T13 A7 N7 G1 T1"}},
        {"13x13",
         "13x13",
         "The medium board: eight roots each, close together. Faster and more tactical.",
         2,
         {13, 13},
         {"A13 J13 E9 N9 A5 J5 E1 N1", "E13 N13 A9 J9 E5 N5 A1 J1"}},
        {"9x9",
         "9x9",
         "For beginners: two roots each on a small board.",
         2,
         {9, 9},
         {"H8 B2", "B8 H2"}},
        {"19x19-4p",
         "19x19 for four",
         "Four players with four roots each. The last player with stones wins.",
         2,
         {19, 19},
         {"A19 N19 A7 N7", "G19 T19 G7 T7", "G13 T13 G1 T1", "A13 N13 A1 N1"}},
        {"5x5x5",
         "5x5x5",
         "Three dimensions: four roots each, one in every corner.",
         2,
         {5, 5, 5},
         {"115 151 511 555", "111 155 515 551"}},
        {"line31",
         "Line of 31",
         "One dimension: three roots each on a line of 31 points.",
         2,
         {31},
         {"1 13 25", "7 19 31"}},
    };
    return data;
}

struct DenseSetupData {
    std::string_view id;
    std::string_view title;
    std::string_view description;
    int side;
};

constexpr DenseSetupData dense_setups[] = {
    {"7x7-dense", "7x7 dense", "The quickest game, from the author's newer, denser start.", 7},
    {"11x11-dense", "11x11 dense", "A short game from the author's newer, denser start.", 11},
    {"15x15-dense", "15x15 dense", "A longer game from the author's newer, denser start.", 15},
    {"19x19-dense", "19x19 dense", "The full board with the author's newer, denser start.", 19},
};

std::shared_ptr<const Opening> open(const Lattice& lattice,
                                    const std::vector<std::vector<Point>>& stones) {
    auto created = Opening::create(lattice, stones);
    assert(std::holds_alternative<std::shared_ptr<const Opening>>(created));
    return std::get<std::shared_ptr<const Opening>>(std::move(created));
}

std::vector<Point> parse_points(const Lattice& lattice, std::string_view names) {
    std::vector<Point> points;
    while (!names.empty()) {
        const auto name = names.substr(0, names.find(' '));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        points.push_back(parse_point(lattice, name).value());
    }
    return points;
}

Setup make_setup(const SetupData& data) {
    const Lattice lattice = Lattice::create(data.extents).value();
    std::vector<std::vector<Point>> stones;
    stones.reserve(data.stones.size());
    for (const auto names : data.stones) stones.push_back(parse_points(lattice, names));
    return {data.id,
            data.title,
            data.description,
            static_cast<int>(stones.size()),
            data.seats_to_start,
            open(lattice, stones)};
}

// Black has the top left corner.
Setup make_setup(const DenseSetupData& data) {
    const int extents[] = {data.side, data.side};
    const Lattice lattice = Lattice::create(extents).value();
    std::vector<std::vector<Point>> stones(2);
    for (int row = 0; row < data.side; row += 2) {
        for (int column = 0; column < data.side; column += 2) {
            const int steps = (column + data.side - 1 - row) / 2;
            const int at[] = {column, row};
            stones[steps % 2 == 0 ? 0 : 1].push_back(lattice.at(at).value());
        }
    }
    return {data.id, data.title, data.description, 2, 2, open(lattice, stones)};
}

std::vector<Setup> make_setups() {
    std::vector<Setup> all;
    for (const auto& data : named_setups()) all.push_back(make_setup(data));
    for (const auto& data : dense_setups) all.push_back(make_setup(data));
    return all;
}

}  // namespace

std::span<const Setup> setups() {
    static const std::vector<Setup> all = make_setups();
    return all;
}

const Setup* find_setup(std::string_view id) {
    for (const auto& setup : setups()) {
        if (setup.id == id) return &setup;
    }
    return nullptr;
}

}  // namespace tanbo::engine
