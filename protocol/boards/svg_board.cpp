#include "protocol/boards/svg_board.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/boards/board_colours.hpp"
#include "protocol/boards/board_layout.hpp"
#include "protocol/boards/root_outline.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Seat;

// Sizes in units of the picture, of which a point has outline_unit. Frames are a little wider than
// the client's: in bitmaps every point lies on a whole pixel, which makes files small.
constexpr int labelled_margin = 100;  // from the outer lines to an edge of the frame with labels
constexpr int plain_margin = 75;      // and to one without
constexpr int heading_height = 25;    // more above a layer, for its name
constexpr int panel_gap = 25;         // between panels
constexpr int water_beyond = 7;       // of the water, around the outer lines
constexpr int panel_columns_max = 64;
// User units for a unit of the picture.
constexpr double user_scale = 0.24;

// Marks on every stone of a seat, which tell seats apart without colour; relative to its point.
constexpr std::string_view seat_marks[] = {
    "",
    "",
    "m0-19 19 19-19 19-19-19z",
    "m0-20 20 34h-40z",
    "m-22-7h44v14h-44z",
    "m-6-21h12v15h15v12h-15v15h-12v-15h-15v-12h15z",
    "m-15-15h30v30h-30z",
    "m-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0zm11 0a10 10 0 1 1 20 0a10 10 0 1 1-20 0z",
};
constexpr std::string_view grain = "m12-16c6 14-7.7 33.7-23 32.8c-6-14 7.7-33.7 23-32.8z";
constexpr std::string_view glint = "m-27-8a29 29 0 0 1 21-19";
constexpr std::string_view rice = "m-29 0a29 29 0 1 0 58 0a29 29 0 1 0-58 0z";
constexpr std::string_view half_above = "m-33-7a34 34 0 0 1 66 0";
constexpr std::string_view half_below = "m-33 7a34 34 0 0 0 66 0";
constexpr std::string_view ripples =
    "M18 64q12-9 24 0M156 30q10-8 22 0M54 172q10-7 20 0M126 128q12-9 24 0M66 20q8-6 16 0";

struct Spot {
    int x;
    int y;
};

std::string at(Spot spot) {
    return " x=\"" + std::to_string(spot.x) + "\" y=\"" + std::to_string(spot.y) + "\"";
}

std::string moved(Spot spot) {
    return "M" + std::to_string(spot.x) + " " + std::to_string(spot.y);
}

std::string sized(int width, int height) {
    return " width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height) + "\"";
}

// A length in user units, which has at most two decimals.
std::string user_units(int length) {
    const int hundredths = static_cast<int>(std::lround(length * user_scale * 100));
    std::string text = std::to_string(hundredths / 100);
    const int rest = hundredths % 100;
    if (rest == 0) return text;
    return text + "." + (rest < 10 ? "0" : "") + std::to_string(rest);
}

void append_path(std::string& out, std::string_view data, std::string_view attributes) {
    if (data.empty()) return;
    out.append("<path d=\"").append(data).append("\" ").append(attributes).append("/>\n");
}

std::string attribute(std::string_view name, std::string_view value) {
    return std::string(name) + "=\"" + std::string(value) + "\" ";
}

bool has_mark(Seat seat) {
    return seat != Seat::black && seat != Seat::white;
}

// Stones of one root, whether they stand or were just removed.
struct DrawnRoot {
    Seat seat;
    Point seed;
    std::vector<Point> stones;
};

class SvgDrawing {
public:
    SvgDrawing(const BoardView& board, SvgStyle style)
        : board_(board),
          style_(style),
          layout_(board.position.lattice(), panel_columns_max),
          has_headings_(layout_.panels().size() > 1) {
        const Panel& widest = layout_.panels().front();
        panel_width_ = left() + plain_margin + (widest.columns - 1) * outline_unit;
        panel_height_ = top() + labelled_margin + (layout_.rows() - 1) * outline_unit;
        const int count = static_cast<int>(layout_.panels().size());
        const int aim = static_cast<int>(style.width_aim / user_scale);
        const int fit = std::max(1, (aim + panel_gap) / (panel_width_ + panel_gap));
        const int rows = (count + fit - 1) / fit;
        side_by_side_ = (count + rows - 1) / rows;
        width_ = side_by_side_ * (panel_width_ + panel_gap) - panel_gap;
        height_ = rows * (panel_height_ + panel_gap) - panel_gap;
        collect();
    }

    std::string svg() const {
        std::string out = open_tag() + words() + definitions();
        for (std::size_t i = 0; i < layout_.panels().size(); ++i) append_panel(out, i);
        append_removed(out);
        append_roots(out);
        append_last(out);
        return out + "</svg>\n";
    }

private:
    std::string open_tag() const {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" +
               user_units(width_) + "\" height=\"" + user_units(height_) + "\" viewBox=\"0 0 " +
               std::to_string(width_) + ' ' + std::to_string(height_) + "\">\n";
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
        if (!style_.has_shading) return {};
        const auto stop = [](std::string_view offset, std::string_view colour) {
            return "<stop offset=\"" + std::string(offset) + "\" stop-color=\"" +
                   std::string(colour) + "\"/>";
        };
        return "<defs><linearGradient id=\"tanbo-water\" x2=\"1\" y2=\"1\">" +
               stop("0", board_colours::water_a) + stop(".55", board_colours::water_b) +
               stop("1", board_colours::water_c) +
               "</linearGradient><pattern id=\"tanbo-ripple\" width=\"200\" height=\"200\" "
               "patternUnits=\"userSpaceOnUse\"><path d=\"" +
               std::string(ripples) +
               "\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".42\" stroke-width=\"4.5\" "
               "stroke-linecap=\"round\"/></pattern></defs>\n";
    }

    int left() const { return layout_.row_name(0).empty() ? plain_margin : labelled_margin; }
    int top() const { return plain_margin + (has_headings_ ? heading_height : 0); }

    // The upper left corner of a panel.
    Spot corner(std::size_t index) const {
        const int i = static_cast<int>(index);
        return {i % side_by_side_ * (panel_width_ + panel_gap),
                i / side_by_side_ * (panel_height_ + panel_gap)};
    }

    Spot spot(std::size_t index, int column, int row) const {
        const Spot from = corner(index);
        return {from.x + left() + column * outline_unit,
                from.y + panel_height_ - labelled_margin - row * outline_unit};
    }

    // The place of a point in the picture.
    Spot spot_of(Point point) const {
        const BoardLayout::Place place = layout_.place(point);
        return spot(place.panel, place.column, place.row);
    }

    void append_panel(std::string& out, std::size_t index) const {
        const Panel& panel = layout_.panels()[index];
        const Spot from = corner(index);
        const int across = (panel.columns - 1) * outline_unit;
        const int down = (panel.rows - 1) * outline_unit;
        out += "<rect" + at({from.x + 3, from.y + 3}) +
               sized(left() + plain_margin + across - 6, panel_height_ - 6) + " rx=\"41\" " +
               attribute("fill", board_colours::ridge) +
               attribute("stroke", board_colours::ridge_edge) + "stroke-width=\"6\"/>\n";
        const Spot first = spot(index, 0, panel.rows - 1);
        const std::string field = "<rect" + at({first.x - water_beyond, first.y - water_beyond}) +
                                  sized(across + 2 * water_beyond, down + 2 * water_beyond) +
                                  " rx=\"16\" ";
        const bool has_water = style_.has_shading;
        out += field + attribute("fill", has_water ? "url(#tanbo-water)" : board_colours::water_b) +
               "/>\n";
        if (has_water) out += field + "fill=\"url(#tanbo-ripple)\"/>\n";
        append_lines(out, index, panel);
        append_labels(out, index, panel);
    }

    void append_lines(std::string& out, std::size_t index, const Panel& panel) const {
        std::string data;
        const int across = (panel.columns - 1) * outline_unit;
        const int down = (panel.rows - 1) * outline_unit;
        for (int row = 0; row < panel.rows && across > 0; ++row) {
            data += moved(spot(index, 0, row)) + "h" + std::to_string(across);
        }
        for (int column = 0; column < panel.columns && down > 0; ++column) {
            data += moved(spot(index, column, panel.rows - 1)) + "v" + std::to_string(down);
        }
        const std::string round = "fill=\"none\" stroke-linecap=\"round\" ";
        if (style_.has_shading) {
            append_path(out, data,
                        round + attribute("stroke", board_colours::ridge) + "stroke-width=\"13\"");
        }
        append_path(out, data,
                    round + attribute("stroke", board_colours::grid) + "stroke-width=\"2.6\"");
    }

    void append_labels(std::string& out, std::size_t index, const Panel& panel) const {
        out +=
            "<g font-family=\"'Zen Maru Gothic', ui-rounded, sans-serif\" font-weight=\"700\" "
            "font-size=\"38\" text-anchor=\"middle\" " +
            attribute("fill", board_colours::label) + ">";
        for (int column = 0; column < panel.columns; ++column) {
            const Spot below = spot(index, column, 0);
            append_text(out, {below.x, below.y + 82},
                        layout_.column_name(panel.first_column + column));
        }
        for (int row = 0; row < panel.rows; ++row) {
            const std::string name = layout_.row_name(row);
            if (name.empty()) continue;
            const Spot beside = spot(index, 0, row);
            append_text(out, {beside.x - 68, beside.y + 13}, name);
        }
        if (has_headings_) {
            const Spot over = spot(index, 0, panel.rows - 1);
            append_text(out, {over.x + 50, over.y - 53}, panel.label);
        }
        out += "</g>\n";
    }

    static void append_text(std::string& out, Spot spot, std::string_view text) {
        out += "<text" + at(spot) + ">";
        out.append(text).append("</text>");
    }

    // Sorts the stones that stand by their roots, and those just removed by theirs.
    void collect() {
        const engine::Position& position = board_.position;
        std::map<engine::Root, std::size_t> known;
        for (int i = 0; i < position.lattice().points(); ++i) {
            const auto point = static_cast<Point>(i);
            const engine::Root root = position.root(point);
            if (root == 0) continue;
            const auto [found, is_new] = known.try_emplace(root, roots_.size());
            if (is_new) roots_.push_back({position.owner(root), position.seed(root), {}});
            roots_[found->second].stones.push_back(point);
        }
        for (const engine::RemovedStones& root : board_.removed) {
            removed_.push_back({root.seat, root.root, {root.points.begin(), root.points.end()}});
        }
    }

    // One closed path for each part of a root that lies in one panel.
    std::string outline_of(const DrawnRoot& root) const {
        std::vector<PlacedStone> left;
        for (const Point point : root.stones) {
            const Spot place = spot_of(point);
            left.push_back({point, place.x, place.y});
        }
        std::string data;
        Point first = root.seed;
        while (!left.empty()) {
            const auto wanted = std::ranges::find(left, first, &PlacedStone::point);
            const std::vector<PlacedStone> part =
                taken(left, wanted == left.end() ? left.begin() : wanted);
            const auto begin = std::ranges::find(part, first, &PlacedStone::point);
            const auto index = begin == part.end() ? 0 : begin - part.begin();
            data += root_outline(part, static_cast<std::size_t>(index));
            if (!left.empty()) first = left.front().point;
        }
        return data;
    }

    // Takes the stones out that hang together with one of them.
    static std::vector<PlacedStone> taken(std::vector<PlacedStone>& left,
                                          std::vector<PlacedStone>::iterator from) {
        std::vector<PlacedStone> part{*from};
        left.erase(from);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const PlacedStone one = part[i];
            const auto is_beside = [&one](const PlacedStone& other) {
                return std::abs(one.x - other.x) + std::abs(one.y - other.y) == outline_unit;
            };
            for (auto it = left.begin(); it != left.end();) {
                if (!is_beside(*it)) {
                    ++it;
                    continue;
                }
                part.push_back(*it);
                it = left.erase(it);
            }
        }
        std::ranges::sort(part, {}, &PlacedStone::point);
        return part;
    }

    void append_removed(std::string& out) const {
        for (const DrawnRoot& root : removed_) {
            append_path(
                out, outline_of(root),
                attribute("fill", board_colours::stones.at(static_cast<std::size_t>(root.seat))) +
                    attribute("fill-opacity", root.seat == Seat::white ? ".42" : ".2") +
                    attribute("stroke", board_colours::removed) +
                    "stroke-width=\"7\" stroke-dasharray=\"20 17\" "
                    "stroke-linecap=\"round\"");
        }
    }

    void append_roots(std::string& out) const {
        std::vector<std::string> outlines(engine::seats_max);
        for (const DrawnRoot& root : roots_) {
            outlines[static_cast<std::size_t>(root.seat)] += outline_of(root);
        }
        if (style_.has_shading) {
            std::string all;
            for (const std::string& outline : outlines) all += outline;
            append_path(out, all,
                        attribute("fill", board_colours::cast) +
                            "fill-opacity=\".26\" transform=\"translate(3 9)\"");
        }
        for (int i = 0; i < board_.position.opening().seats(); ++i) {
            append_seat(out, engine::seat_at(i), outlines[static_cast<std::size_t>(i)]);
        }
    }

    void append_seat(std::string& out, Seat seat, std::string_view outline) const {
        const auto index = static_cast<std::size_t>(seat);
        append_path(out, outline,
                    attribute("fill", board_colours::stones.at(index)) +
                        attribute("stroke", board_colours::edge_of(seat)) +
                        "stroke-width=\"6.5\" stroke-linejoin=\"round\"");
        std::string seeds;
        std::string stones;
        std::string joints;
        const std::string_view on_stone = has_mark(seat) ? seat_marks[index] : glint;
        const std::string_view on_seed = has_mark(seat) ? rice : grain;
        for (const DrawnRoot& root : roots_) {
            if (root.seat != seat) continue;
            seeds.append(moved(spot_of(root.seed))).append(on_seed);
            for (const Point point : root.stones) {
                stones.append(moved(spot_of(point))).append(on_stone);
            }
            joints += joints_of(root);
        }
        const bool is_black = seat == Seat::black;
        if (has_mark(seat)) {
            append_path(out, seeds,
                        attribute("fill", board_colours::rice) +
                            attribute("stroke", board_colours::edge) + "stroke-width=\"5\"");
            append_path(out, stones,
                        attribute("fill", seat == Seat::seat5 ? "#ffffff" : board_colours::edge));
        } else {
            if (style_.has_shading) append_glints(out, stones, is_black);
            append_path(out, seeds,
                        attribute("fill", is_black ? board_colours::seed_on_dark
                                                   : board_colours::seed_on_light));
        }
        append_path(out, joints,
                    "fill=\"none\" " +
                        attribute("stroke", is_black ? board_colours::seed_on_dark
                                                     : board_colours::seed_on_light) +
                        "stroke-width=\"13\" stroke-linecap=\"round\"");
    }

    static void append_glints(std::string& out, std::string_view data, bool is_black) {
        append_path(out, data,
                    "fill=\"none\" " +
                        attribute("stroke", is_black ? board_colours::glint_of_black
                                                     : board_colours::glint_of_white) +
                        "stroke-width=\"7\" stroke-linecap=\"round\"");
    }

    // Half rings where a root goes on in the layer above or below.
    std::string joints_of(const DrawnRoot& root) const {
        const engine::Lattice& lattice = board_.position.lattice();
        if (lattice.dimensions() != 3) return {};
        const int area = lattice.extents()[0] * lattice.extents()[1];
        std::string data;
        for (const Point point : root.stones) {
            const auto has = [&root, point](int step) {
                return std::ranges::binary_search(root.stones, static_cast<int>(point) + step, {},
                                                  [](Point one) { return static_cast<int>(one); });
            };
            if (has(area)) data.append(moved(spot_of(point))).append(half_above);
            if (has(-area)) data.append(moved(spot_of(point))).append(half_below);
        }
        return data;
    }

    void append_last(std::string& out) const {
        if (!board_.last_point) return;
        const Spot at = spot_of(*board_.last_point);
        const bool is_on_light = board_.position.stone(*board_.last_point) == Seat::white;
        out += "<circle class=\"last\" cx=\"" + std::to_string(at.x) + "\" cy=\"" +
               std::to_string(at.y) + "\" r=\"19\" fill=\"none\" " +
               attribute("stroke",
                         is_on_light ? board_colours::last_on_light : board_colours::last_on_dark) +
               "stroke-width=\"11\"/>\n";
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
    std::vector<DrawnRoot> roots_;
    std::vector<DrawnRoot> removed_;
};

}  // namespace

std::string svg_board(const BoardView& board, SvgStyle style) {
    return SvgDrawing(board, style).svg();
}

}  // namespace tanbo::protocol
