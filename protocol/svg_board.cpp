#include "protocol/svg_board.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/notation.hpp"
#include "protocol/board_layout.hpp"
#include "protocol/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Seat;

// Sizes in user units.
constexpr int pitch = 24;   // from point to point
constexpr int margin = 34;  // from the outer lines to the edge of a panel, labels included
constexpr int heading_height = 16;
constexpr int panel_gap = 10;
constexpr int panel_columns_max = 64;

// One stone for each seat, 22 units across, around the origin. Hues after Okabe and Ito, which the
// colour-blind can tell apart, as in the client's light theme (`--seat-2` to `--seat-7` of
// tokens.css); each but black and white also bears a mark.
constexpr std::string_view stone_shapes[] = {
    R"svg(<circle r="11" fill="url(#tanbo-dark)"/>)svg",
    R"svg(<circle r="10.6" fill="url(#tanbo-light)" stroke="#4d4d4d" stroke-width=".8"/>)svg",
    R"svg(<circle r="10.6" fill="#d55e00" stroke="#6e3000"/><path d="M-4-4 4 4M4-4-4 4" stroke="#fff" stroke-width="2.2"/>)svg",
    R"svg(<circle r="10.6" fill="#009e73" stroke="#004d38"/><circle r="4.2" fill="none" stroke="#fff" stroke-width="2.2"/>)svg",
    R"svg(<circle r="10.6" fill="#0072b2" stroke="#00395a"/><path d="M-3.8-3.8h7.6v7.6h-7.6z" fill="none" stroke="#fff" stroke-width="2"/>)svg",
    R"svg(<circle r="10.6" fill="#cc79a7" stroke="#663a52"/><path d="M0-5.2 4.6 3h-9.2z" fill="none" stroke="#fff" stroke-width="1.8"/>)svg",
    R"svg(<circle r="10.6" fill="#e69f00" stroke="#735000"/><path d="M0-5.2v10.4M-5.2 0h10.4" stroke="#222" stroke-width="2.2"/>)svg",
    R"svg(<circle r="10.6" fill="#56b4e9" stroke="#275b79"/><path d="M-5-2.4h10M-5 2.4h10" stroke="#fff" stroke-width="2"/>)svg",
};

// The two that are shaded, if they are not.
constexpr std::string_view flat_shapes[] = {
    R"svg(<circle r="11" fill="#222"/>)svg",
    R"svg(<circle r="10.6" fill="#f6f4f0" stroke="#4d4d4d" stroke-width=".8"/>)svg",
};

constexpr std::string_view gradients =
    R"svg(<radialGradient id="tanbo-dark" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#6b6b6b"/><stop offset=".6" stop-color="#222"/><stop offset="1" stop-color="#111"/></radialGradient>)svg"
    R"svg(<radialGradient id="tanbo-light" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#f4f2ee"/><stop offset="1" stop-color="#cfcbc4"/></radialGradient>)svg";

constexpr std::string_view board_colour = "#edcf96";
constexpr std::string_view line_colour = "#6e5527";
constexpr std::string_view label_colour = "#5a4520";
constexpr std::string_view last_colour = "#0b5fd0";
constexpr std::string_view removed_colour = "#a3122a";

struct Spot {
    int x;
    int y;
};

std::string at(Spot spot) {
    return " x=\"" + std::to_string(spot.x) + "\" y=\"" + std::to_string(spot.y) + "\"";
}

class SvgDrawing {
public:
    SvgDrawing(const BoardView& board, SvgStyle style)
        : board_(board),
          style_(style),
          layout_(board.position.lattice(), panel_columns_max),
          has_headings_(layout_.panels().size() > 1) {
        const Panel& widest = layout_.panels().front();
        panel_width_ = 2 * margin + (widest.columns - 1) * pitch;
        panel_height_ =
            2 * margin + (layout_.rows() - 1) * pitch + (has_headings_ ? heading_height : 0);
        const int count = static_cast<int>(layout_.panels().size());
        const int fit = std::max(1, (style.width_aim + panel_gap) / (panel_width_ + panel_gap));
        const int rows = (count + fit - 1) / fit;
        side_by_side_ = (count + rows - 1) / rows;
        width_ = side_by_side_ * (panel_width_ + panel_gap) - panel_gap;
        height_ = rows * (panel_height_ + panel_gap) - panel_gap;
    }

    std::string svg() const {
        std::string out = open_tag() + words() + definitions();
        for (std::size_t i = 0; i < layout_.panels().size(); ++i) append_panel(out, i);
        append_removed(out);
        append_stones(out);
        append_last(out);
        return out + "</svg>\n";
    }

private:
    std::string open_tag() const {
        const std::string width = std::to_string(width_);
        const std::string height = std::to_string(height_);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + width +
               "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n";
    }

    std::string words() const {
        const engine::Position& position = board_.position;
        std::string words = "<title>Tanbo: " + situation(board_) + "</title>\n<desc>";
        for (int i = 0; i < position.opening().seats(); ++i) {
            const Seat seat = engine::seat_at(i);
            words += capital_name(seat) + " has " + counted(position.roots(seat), "root") + ". ";
        }
        if (board_.last_point) {
            words += "The last stone was placed on " +
                     engine::point_name(position.lattice(), *board_.last_point) + ". ";
        }
        words += removal(position.lattice(), board_.removed);
        words.erase(words.find_last_not_of(' ') + 1);
        return words + "</desc>\n";
    }

    std::string definitions() const {
        std::string definitions = "<defs>";
        if (style_.has_shading) definitions += gradients;
        for (int i = 0; i < board_.position.opening().seats(); ++i) {
            const bool is_shaded =
                style_.has_shading || i >= static_cast<int>(std::size(flat_shapes));
            definitions += "<g id=\"tanbo-" + std::string(engine::seat_name(engine::seat_at(i))) +
                           "\">" + std::string(is_shaded ? stone_shapes[i] : flat_shapes[i]) +
                           "</g>";
        }
        return definitions + "</defs>\n";
    }

    // The upper left corner of a panel.
    Spot corner(std::size_t index) const {
        const int i = static_cast<int>(index);
        return {i % side_by_side_ * (panel_width_ + panel_gap),
                i / side_by_side_ * (panel_height_ + panel_gap)};
    }

    Spot spot(std::size_t index, int column, int row) const {
        const Spot from = corner(index);
        return {from.x + margin + column * pitch, from.y + panel_height_ - margin - row * pitch};
    }

    void append_panel(std::string& out, std::size_t index) const {
        const Panel& panel = layout_.panels()[index];
        const int width = 2 * margin + (panel.columns - 1) * pitch;
        out += "<rect" + at(corner(index)) + " width=\"" + std::to_string(width) + "\" height=\"" +
               std::to_string(panel_height_) + "\" rx=\"6\" fill=\"";
        out.append(board_colour).append("\"/>\n");
        append_lines(out, index, panel);
        append_star_points(out, index, panel);
        append_labels(out, index, panel);
    }

    void append_lines(std::string& out, std::size_t index, const Panel& panel) const {
        out += "<path d=\"";
        const int across = (panel.columns - 1) * pitch;
        const int down = (panel.rows - 1) * pitch;
        for (int row = 0; row < panel.rows && across > 0; ++row) {
            const Spot from = spot(index, 0, row);
            out += "M" + std::to_string(from.x) + " " + std::to_string(from.y) + "h" +
                   std::to_string(across);
        }
        for (int column = 0; column < panel.columns && down > 0; ++column) {
            const Spot from = spot(index, column, panel.rows - 1);
            out += "M" + std::to_string(from.x) + " " + std::to_string(from.y) + "v" +
                   std::to_string(down);
        }
        out.append("\" fill=\"none\" stroke=\"").append(line_colour);
        out += "\" stroke-linecap=\"square\"/>\n";
    }

    void append_star_points(std::string& out, std::size_t index, const Panel& panel) const {
        std::string points;
        for (int row = 0; row < panel.rows; ++row) {
            for (int column = 0; column < panel.columns; ++column) {
                if (!layout_.is_star(panel, column, row)) continue;
                const Spot at = spot(index, column, row);
                points += "M" + std::to_string(at.x) + " " + std::to_string(at.y) + "h0";
            }
        }
        if (points.empty()) return;
        out += "<path d=\"" + points + "\" stroke=\"" + std::string(line_colour) +
               "\" stroke-width=\"6\" stroke-linecap=\"round\"/>\n";
    }

    void append_labels(std::string& out, std::size_t index, const Panel& panel) const {
        out += "<g font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"" +
               std::string(label_colour) + "\">";
        for (int column = 0; column < panel.columns; ++column) {
            const std::string name = layout_.column_name(panel.first_column + column);
            const Spot below = spot(index, column, 0);
            const Spot above = spot(index, column, panel.rows - 1);
            append_text(out, {below.x, below.y + 26}, name);
            append_text(out, {above.x, above.y - 18}, name);
        }
        for (int row = 0; row < panel.rows; ++row) {
            const std::string name = layout_.row_name(row);
            if (name.empty()) continue;
            const Spot left = spot(index, 0, row);
            const Spot right = spot(index, panel.columns - 1, row);
            append_text(out, {left.x - 23, left.y + 4}, name);
            append_text(out, {right.x + 23, right.y + 4}, name);
        }
        out += "</g>\n";
        if (!has_headings_) return;
        const Spot top = corner(index);
        out += "<text x=\"" + std::to_string(top.x + 10) + "\" y=\"" + std::to_string(top.y + 15) +
               "\" font-family=\"sans-serif\" font-size=\"12\" font-weight=\"bold\" fill=\"" +
               std::string(label_colour) + "\">" + panel.label + "</text>\n";
    }

    static void append_text(std::string& out, Spot spot, std::string_view text) {
        out += "<text" + at(spot) + ">";
        out.append(text).append("</text>");
    }

    // The place of a point in the picture.
    Spot spot_of(Point point) const {
        const BoardLayout::Place place = layout_.place(point);
        return spot(place.panel, place.column, place.row);
    }

    void append_removed(std::string& out) const {
        if (board_.removed.empty()) return;
        std::string crosses;
        out += "<g opacity=\".38\">";
        for (const engine::RemovedStones& root : board_.removed) {
            for (const Point point : root.points) {
                const Spot at = spot_of(point);
                append_stone(out, root.seat, at);
                crosses += "M" + std::to_string(at.x - 4) + " " + std::to_string(at.y - 4) +
                           "l8 8m0-8-8 8";
            }
        }
        out += "</g>\n<path d=\"" + crosses + "\" fill=\"none\" stroke=\"" +
               std::string(removed_colour) + "\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n";
    }

    void append_stones(std::string& out) const {
        for (int i = 0; i < board_.position.lattice().points(); ++i) {
            const auto point = static_cast<Point>(i);
            if (const auto seat = board_.position.stone(point)) {
                append_stone(out, *seat, spot_of(point));
            }
        }
        out += '\n';
    }

    static void append_stone(std::string& out, Seat seat, Spot spot) {
        out.append("<use href=\"#tanbo-").append(engine::seat_name(seat));
        out += "\"" + at(spot) + "/>";
    }

    void append_last(std::string& out) const {
        if (!board_.last_point) return;
        const Spot at = spot_of(*board_.last_point);
        const std::string ring = "<circle cx=\"" + std::to_string(at.x) + "\" cy=\"" +
                                 std::to_string(at.y) + "\" r=\"11\" fill=\"none\" stroke=\"";
        out += ring + "#fff\" stroke-width=\"5\"/>";
        out += ring + std::string(last_colour) + "\" stroke-width=\"3\"/>\n";
    }

    const BoardView& board_;
    SvgStyle style_;
    BoardLayout layout_;
    bool has_headings_;
    int panel_width_ = 0;
    int panel_height_ = 0;
    int side_by_side_ = 1;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace

std::string svg_board(const BoardView& board, SvgStyle style) {
    return SvgDrawing(board, style).svg();
}

}  // namespace tanbo::protocol
