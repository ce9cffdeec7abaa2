#include "protocol/boards/point_list_text.hpp"

#include <bit>
#include <string>

#include "engine/notation.hpp"

namespace tanbo::protocol {

using engine::Lattice;
using engine::Point;

void PointNames::use(const Lattice& lattice) {
    if (lattice_ && *lattice_ == lattice) return;
    lattice_ = lattice;
    longest_ = 0;
    names_.assign(static_cast<std::size_t>(lattice.points()), {});
    for (std::size_t i = 0; i < names_.size(); ++i) {
        std::string name = "\"";
        name += engine::point_name(lattice, static_cast<Point>(i));
        name += "\",";
        std::memcpy(names_[i].text.data(), name.data(), name.size());
        names_[i].bytes = static_cast<std::uint8_t>(name.size());
        longest_ = std::max(longest_, name.size());
    }
}

void PointListText::begin(const PointNames& names) {
    names_ = &names;
    shown_.clear();
    ends_.assign((names.points() + PointSet::row_points - 1) / PointSet::row_points, 0);
    row_.resize((PointSet::row_points + 1) * PointNames::stride);
    const std::size_t bytes = names.points() * names.longest();
    if (text_.size() < bytes) text_.resize(bytes);
}

std::string_view PointListText::update(const PointSet& points) {
    for (std::size_t row = 0; row < ends_.size(); ++row) {
        if (points.row(row) != shown_.row(row)) rewrite(row, points.row(row));
    }
    shown_ = points;
    return {text_.data(), ends_.back()};
}

void PointListText::rewrite(std::size_t row, std::uint16_t bits) {
    char* end = row_.data();
    for (unsigned rest = bits; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(rest));
        end = names_->copy(end, static_cast<Point>(row * PointSet::row_points + bit));
    }
    const auto bytes = static_cast<std::size_t>(end - row_.data());
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    const std::size_t before = ends_[row] - begin;
    if (bytes != before) {
        char* const behind = text_.data() + ends_[row];
        std::memmove(behind - before + bytes, behind, ends_.back() - ends_[row]);
        for (std::size_t i = row; i < ends_.size(); ++i) ends_[i] += bytes - before;
    }
    std::memcpy(text_.data() + begin, row_.data(), bytes);
}

}  // namespace tanbo::protocol
