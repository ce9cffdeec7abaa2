#include "server/cli/analysis/table.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/analysis/turning_point.hpp"
#include "engine/notation.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using analysis::AnalysedTurn;
using analysis::Analysis;
using analysis::Grade;
using analysis::PlayedGame;

constexpr int curve_columns = 30;
constexpr std::array<std::string_view, 4> grade_colours = {"", "33", "35", "1;31"};

std::string right(std::string text, std::size_t columns) {
    if (text.size() < columns) text.insert(0, columns - text.size(), ' ');
    return text;
}

std::string percent(int thousandths) {
    return right(std::to_string((thousandths + 5) / 10), 3) + "%";
}

// "#########|" up to the chance, with the middle marked.
std::string curve(int thousandths) {
    const int filled = (thousandths * curve_columns + analysis::certain / 2) / analysis::certain;
    std::string line;
    for (int i = 0; i < curve_columns; ++i) {
        line += i < filled ? '#' : i == curve_columns / 2 ? '|' : '.';
    }
    return line;
}

std::string chances(const analysis::Chances& chances, int seats) {
    if (seats == 2) return percent(chances[0]) + " " + curve(chances[0]);
    std::string text;
    for (int i = 0; i < seats; ++i) text += percent(chances[static_cast<std::size_t>(i)]) + " ";
    return text;
}

std::string remark(const AnalysedTurn& turn, bool is_coloured) {
    if (turn.grade() == Grade::none) return {};
    std::string text(analysis::grade_name(turn.grade()));
    text += " -" + std::to_string((turn.verdict.loss() + 5) / 10) + "%";
    if (!is_coloured) return text;
    return coloured(text, grade_colours[static_cast<std::size_t>(turn.grade())]);
}

std::string heading(int seats) {
    std::string line = " move seat  played best   ";
    if (seats == 2) return line + "black's chance before it\n";
    for (int i = 0; i < seats; ++i) {
        line += padded(engine::seat_name(engine::seat_at(i)), 5);
    }
    return line + "\n";
}

std::string count_line(std::string_view seat, const analysis::GradeCounts& counts) {
    return padded(seat, 6) + " inaccuracies " + std::to_string(counts.of(Grade::inaccuracy)) +
           ", mistakes " + std::to_string(counts.of(Grade::mistake)) + ", blunders " +
           std::to_string(counts.of(Grade::blunder)) + "\n";
}

}  // namespace

std::string analysis_table(const PlayedGame& game, const Analysis& analysis, bool is_coloured) {
    const engine::Lattice& lattice = game.opening->lattice();
    const int seats = game.opening->seats();
    std::string out = heading(seats);
    for (const AnalysedTurn& turn : analysis.turns) {
        std::string line = right(std::to_string(turn.ply + 1), 5) + " " +
                           padded(engine::seat_name(turn.seat), 6) +
                           padded(engine::point_name(lattice, turn.played), 7) +
                           padded(engine::point_name(lattice, turn.best()), 7) +
                           chances(turn.before.chances, seats) + " " + remark(turn, is_coloured);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    out += padded("  end", 26) + chances(analysis.end, seats) + "\n\n";
    const auto counts = analysis::count_grades(analysis);
    for (int i = 0; i < seats; ++i) {
        out +=
            count_line(engine::seat_name(engine::seat_at(i)), counts[static_cast<std::size_t>(i)]);
    }
    const auto turned = analysis::turning_point(analysis, game);
    for (const std::string& line : wrapped(describe(turned, analysis, lattice), 80)) {
        out += line + "\n";
    }
    return out;
}

}  // namespace tanbo::cli
