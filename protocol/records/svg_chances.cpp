#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/analysis/turning_point.hpp"
#include "engine/notation.hpp"
#include "protocol/json/words.hpp"
#include "protocol/records/analysis.hpp"

namespace tanbo::protocol {

using analysis::AnalysedTurn;
using analysis::Analysis;
using analysis::Chances;
using analysis::Grade;
using engine::Seat;

namespace {

// Sizes in user units.
constexpr int chart_width = 640;
constexpr int chart_height = 220;
constexpr int chart_left = 44;
constexpr int chart_right = 12;
constexpr int chart_top = 12;
constexpr int chart_bottom = 28;
constexpr int plot_width = chart_width - chart_left - chart_right;
constexpr int plot_height = chart_height - chart_top - chart_bottom;

// As curves have them in the client's light theme (`--curve-0` to `--curve-7` of tokens.css); a
// dash tells seats apart without colours.
struct Stroke {
    std::string_view colour;
    std::string_view dash;
};
constexpr std::array<Stroke, engine::seats_max> strokes = {{{"#20231c", ""},
                                                            {"#857f63", "6 3"},
                                                            {"#d55e00", "2 2"},
                                                            {"#009e73", "9 3 2 3"},
                                                            {"#0072b2", "1 3"},
                                                            {"#b8609a", "12 4"},
                                                            {"#b07800", "4 4"},
                                                            {"#2b8cc4", "8 2 2 2 2 2"}}};

// Of inaccuracies, mistakes and blunders: larger and redder the more they cost.
struct GradeMark {
    int radius;
    std::string_view colour;
};
constexpr std::array<GradeMark, 4> grade_marks = {
    {{0, ""}, {3, "#e0a800"}, {4, "#d9690b"}, {5, "#b3202a"}}};

class Curve {
public:
    Curve(const analysis::PlayedGame& game, const Analysis& analysis)
        : game_(game), analysis_(analysis) {}

    std::string svg() const {
        const std::string size = std::to_string(chart_width);
        const std::string tall = std::to_string(chart_height);
        std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + size +
                          "\" height=\"" + tall + "\" viewBox=\"0 0 " + size + ' ' + tall + "\">\n";
        out += words();
        out += "<rect width=\"" + size + "\" height=\"" + tall + "\" rx=\"6\" fill=\"#faf6ee\"/>\n";
        append_grid(out);
        for (int i = 0; i < game_.opening->seats(); ++i) append_seat(out, engine::seat_at(i));
        for (std::size_t i = 0; i < analysis_.turns.size(); ++i) append_mark(out, i);
        return out + "</svg>\n";
    }

private:
    std::string words() const {
        std::string out = "<title>Tanbo: the chances of the players over the game</title>\n<desc>";
        out += turning_sentence(game_, analysis_);
        const auto counts = analysis::count_grades(analysis_);
        for (int i = 0; i < game_.opening->seats(); ++i) {
            const auto& of_seat = counts[static_cast<std::size_t>(i)];
            out += " Of ";
            out += engine::seat_name(engine::seat_at(i));
            out += ": inaccuracies " + std::to_string(of_seat.of(Grade::inaccuracy)) +
                   ", mistakes " + std::to_string(of_seat.of(Grade::mistake)) + ", blunders " +
                   std::to_string(of_seat.of(Grade::blunder)) + ".";
        }
        return out + "</desc>\n";
    }

    // `after` stones.
    int x(std::size_t after) const {
        const auto stones = static_cast<int>(std::max<std::size_t>(analysis_.turns.size(), 1));
        return chart_left + static_cast<int>(after) * plot_width / stones;
    }
    static int y(int thousandths) {
        return chart_top + (analysis::certain - thousandths) * plot_height / analysis::certain;
    }

    const Chances& chances(std::size_t after) const {
        return after < analysis_.turns.size() ? analysis_.turns[after].before.chances
                                              : analysis_.end;
    }

    static void append_text(std::string& out, int x, int y, std::string_view anchor,
                            const std::string& text) {
        out +=
            "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"";
        out.append(anchor).append("\">").append(text).append("</text>");
    }

    void append_grid(std::string& out) const {
        out += "<g font-family=\"sans-serif\" font-size=\"11\" fill=\"#5a4520\">";
        for (const int share : {0, 250, 500, 750, 1000}) {
            append_text(out, chart_left - 6, y(share) + 4, "end",
                        std::to_string(share / 10) + " %");
        }
        append_text(out, chart_left, chart_height - 10, "start", "0");
        append_text(out, chart_width - chart_right, chart_height - 10, "end",
                    counted(analysis_.turns.size(), "stone"));
        out += "</g>\n<path d=\"";
        for (const int share : {0, 250, 500, 750, 1000}) {
            out += "M" + std::to_string(chart_left) + ' ' + std::to_string(y(share)) + "h" +
                   std::to_string(plot_width);
        }
        out += "\" stroke=\"#d8cbb0\" fill=\"none\"/>\n";
    }

    void append_seat(std::string& out, Seat seat) const {
        const Stroke& stroke = strokes[static_cast<std::size_t>(seat)];
        out += "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"";
        out.append(stroke.colour).append("\"");
        if (!stroke.dash.empty()) out.append(" stroke-dasharray=\"").append(stroke.dash) += '"';
        out += " points=\"";
        for (std::size_t i = 0; i <= analysis_.turns.size(); ++i) {
            if (i > 0) out += ' ';
            out += std::to_string(x(i)) + ',' +
                   std::to_string(y(chances(i)[static_cast<std::size_t>(seat)]));
        }
        out += "\"><title>";
        out.append(engine::seat_name(seat)).append("</title></polyline>\n");
    }

    void append_mark(std::string& out, std::size_t index) const {
        const AnalysedTurn& turn = analysis_.turns[index];
        if (turn.grade() == Grade::none) return;
        const GradeMark& mark = grade_marks[static_cast<std::size_t>(turn.grade())];
        const int after = chances(index + 1)[static_cast<std::size_t>(turn.seat)];
        out += "<circle cx=\"" + std::to_string(x(index + 1)) + "\" cy=\"" +
               std::to_string(y(after)) + "\" r=\"" + std::to_string(mark.radius) + "\" fill=\"";
        out.append(mark.colour).append("\"><title>Move ") += std::to_string(turn.ply + 1);
        out += ", " + engine::point_name(game_.opening->lattice(), turn.played) + ": ";
        out.append(analysis::grade_name(turn.grade())).append("</title></circle>\n");
    }

    const analysis::PlayedGame& game_;
    const Analysis& analysis_;
};

}  // namespace

std::string svg_chances(const analysis::PlayedGame& game, const Analysis& analysis) {
    return Curve(game, analysis).svg();
}

}  // namespace tanbo::protocol
