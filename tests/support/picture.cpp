#include "tests/support/picture.hpp"

#include <array>
#include <string_view>

namespace tanbo::tests {

using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Seat;

namespace {

constexpr std::string_view marks = "BWRG";

}  // namespace

Lattice lattice_of(const Picture& picture) {
    const std::array extents = {static_cast<int>(picture.at(0).size()),
                                static_cast<int>(picture.size())};
    return Lattice::create(extents).value();
}

Board board_of(const Picture& picture) {
    Board board;
    for (auto row = picture.rbegin(); row != picture.rend(); ++row) {
        for (const char mark : *row) {
            const auto index = marks.find(mark);
            const bool is_empty = index == std::string_view::npos;
            board.push_back(is_empty ? std::nullopt
                                     : std::optional(engine::seat_at(static_cast<int>(index))));
        }
    }
    return board;
}

Picture picture_of(const engine::Position& position) {
    const auto extents = position.lattice().extents();
    Picture picture(static_cast<std::size_t>(extents[1]));
    Point point = 0;
    for (auto row = picture.rbegin(); row != picture.rend(); ++row) {
        for (int column = 0; column < extents[0]; ++column) {
            const auto seat = position.stone(point++);
            *row += seat ? marks.at(static_cast<std::size_t>(*seat)) : '.';
        }
    }
    return picture;
}

std::shared_ptr<const Opening> opening_of(const Picture& picture, int seats, Seat to_move) {
    std::vector<std::vector<Point>> stones(static_cast<std::size_t>(seats));
    const Board board = board_of(picture);
    for (std::size_t point = 0; point < board.size(); ++point) {
        if (board[point]) {
            stones.at(static_cast<std::size_t>(*board[point])).push_back(static_cast<Point>(point));
        }
    }
    return std::get<std::shared_ptr<const Opening>>(
        Opening::create(lattice_of(picture), stones, to_move));
}

}  // namespace tanbo::tests
