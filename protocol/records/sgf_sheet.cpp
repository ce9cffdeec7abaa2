#include "protocol/records/sgf_sheet.hpp"

#include <algorithm>

#include "protocol/records/sgf.hpp"

namespace tanbo::protocol {

namespace {

char letter(int index) {
    return static_cast<char>(index < 26 ? 'a' + index : 'A' + index - 26);
}

std::string name_at(int across, int down) {
    return {letter(across), letter(down)};
}

}  // namespace

SgfSheet::SgfSheet(const engine::Lattice& lattice)
    : layout_(lattice, engine::points_max), panel_columns_(layout_.panels().front().columns) {
    const int count = static_cast<int>(layout_.panels().size());
    side_by_side_ = std::clamp((sgf_side_max + 1) / (panel_columns_ + 1), 1, count);
    const int bands = (count + side_by_side_ - 1) / side_by_side_;
    columns_ = side_by_side_ * (panel_columns_ + 1) - 1;
    rows_ = bands * (layout_.rows() + 1) - 1;
}

bool SgfSheet::fits() const {
    return columns_ <= sgf_side_max && rows_ <= sgf_side_max;
}

std::string SgfSheet::name(engine::Point point) const {
    const BoardLayout::Place place = layout_.place(point);
    const int panel = static_cast<int>(place.panel);
    const int across = panel % side_by_side_ * (panel_columns_ + 1) + place.column;
    const int down = panel / side_by_side_ * (layout_.rows() + 1) + layout_.rows() - 1 - place.row;
    return name_at(across, down);
}

std::vector<std::string> SgfSheet::gaps(const engine::Lattice& lattice) const {
    std::vector<std::string> on_board;
    on_board.reserve(static_cast<std::size_t>(lattice.points()));
    for (int i = 0; i < lattice.points(); ++i) {
        on_board.push_back(name(static_cast<engine::Point>(i)));
    }
    std::ranges::sort(on_board);
    std::vector<std::string> gaps;
    for (int down = 0; down < rows_; ++down) {
        for (int across = 0; across < columns_; ++across) {
            std::string point = name_at(across, down);
            if (!std::ranges::binary_search(on_board, point)) gaps.push_back(std::move(point));
        }
    }
    return gaps;
}

}  // namespace tanbo::protocol
