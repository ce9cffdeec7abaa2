#include "engine/analysis/analysis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tanbo::analysis {

namespace {

constexpr std::array<std::string_view, 4> grade_names = {"none", "inaccuracy", "mistake",
                                                         "blunder"};

bool is_decided(int chance_a, int chance_b) {
    const bool is_lost = chance_a < decided_low && chance_b < decided_low;
    const bool is_won = chance_a > decided_high && chance_b > decided_high;
    return is_lost || is_won;
}

// A share, if the number can be one; anything else counts as nothing.
double share_of(double value) {
    return std::isfinite(value) && value > 0 ? value : 0;
}

bool is_stone(const engine::PastTurn& turn) {
    return turn.point != engine::no_point;
}

}  // namespace

std::string_view grade_name(Grade grade) {
    return grade_names[static_cast<std::size_t>(grade)];
}

Chances round_chances(std::span<const double> shares) {
    Chances chances{};
    const std::size_t seats = std::min(shares.size(), chances.size());
    std::array<double, engine::seats_max> exact{};
    double sum = 0;
    for (std::size_t i = 0; i < seats; ++i) sum += share_of(shares[i]);
    int rest = certain;
    for (std::size_t i = 0; i < seats; ++i) {
        exact[i] =
            sum > 0 ? share_of(shares[i]) / sum * certain : certain / static_cast<double>(seats);
        chances[i] = static_cast<int>(exact[i]);
        rest -= chances[i];
    }
    for (; rest > 0 && seats > 0; --rest) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < seats; ++i) {
            if (exact[i] - chances[i] > exact[most] - chances[most]) most = i;
        }
        ++chances[most];
    }
    return chances;
}

Grade grade_of(const Verdict& verdict) {
    if (is_decided(verdict.best, verdict.played)) return Grade::none;
    const int loss = verdict.loss();
    if (loss > blunder_loss) return Grade::blunder;
    if (loss > inaccuracy_loss && verdict.gives_win_away) return Grade::blunder;
    if (loss > mistake_loss) return Grade::mistake;
    return loss > inaccuracy_loss ? Grade::inaccuracy : Grade::none;
}

std::array<GradeCounts, engine::seats_max> count_grades(const Analysis& analysis) {
    std::array<GradeCounts, engine::seats_max> counts{};
    for (const AnalysedTurn& turn : analysis.turns) {
        GradeCounts& of_seat = counts[static_cast<std::size_t>(turn.seat)];
        ++of_seat.by_grade[static_cast<std::size_t>(turn.grade())];
    }
    return counts;
}

std::size_t PlayedGame::stones() const {
    return static_cast<std::size_t>(std::ranges::count_if(turns, is_stone));
}

std::span<const engine::PastTurn> PlayedGame::turns_to_end() const {
    if (!winner) return turns;
    const auto last = std::find_if(turns.rbegin(), turns.rend(), is_stone);
    return {turns.begin(), last.base()};
}

engine::Position position_of(const PlayedGame& game) {
    engine::Position position(game.opening);
    for (const engine::PastTurn& turn : game.turns) {
        if (turn.point == engine::no_point) {
            position.leave(turn.seat);
        } else {
            position.play(turn.point);
        }
    }
    return position;
}

Point last_stone_of(const PlayedGame& game) {
    const auto last = std::find_if(game.turns.rbegin(), game.turns.rend(), is_stone);
    return last == game.turns.rend() ? engine::no_point : last->point;
}

PlayedGame game_of(const engine::Match& match) {
    return {match.setup(),
            match.shared_opening(),
            {match.turns().begin(), match.turns().end()},
            match.winner()};
}

bool has_analysable_turns(const engine::Match& match) {
    return match.ply() > 0 && match.ply() <= turns_max;
}

bool can_be_analysed(const engine::Match& match) {
    return match.status() == engine::Status::finished && has_analysable_turns(match);
}

}  // namespace tanbo::analysis
