#include "engine/analysis/turning_point.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "engine/notation.hpp"

namespace tanbo::analysis {

namespace {

constexpr std::array<std::string_view, 7> kind_names = {"none",  "never",   "own-move", "error",
                                                        "drift", "gradual", "leaving"};

int chance_of(const Chances& chances, Seat seat) {
    return chances[static_cast<std::size_t>(seat)];
}

// By how much a seat's chance is better than everybody else's; less than 0 if one's is better.
int lead_of(const Chances& chances, Seat seat) {
    int best = 0;
    for (int i = 0; i < engine::seats_max; ++i) {
        const Seat other = engine::seat_at(i);
        if (other != seat) best = std::max(best, chance_of(chances, other));
    }
    return chance_of(chances, seat) - best;
}

bool is_ahead(const Chances& chances, Seat seat) {
    return lead_of(chances, seat) > 0;
}

// Chances before that turn, or in the end; past the end they stay as they are.
const Chances& chances_at(const Analysis& analysis, std::size_t position) {
    return position < analysis.turns.size() ? analysis.turns[position].before.chances
                                            : analysis.end;
}

// By stone: whether somebody left after it, before the chances that come next.
std::vector<bool> followed_by_leaving(const PlayedGame& game) {
    std::vector<bool> followed;
    for (const engine::PastTurn& turn : game.turns_to_end()) {
        if (turn.point != engine::no_point) {
            followed.push_back(false);
        } else if (!followed.empty()) {
            followed.back() = true;
        }
    }
    return followed;
}

int rise_of(const Analysis& analysis, std::size_t turn, Seat seat) {
    return chance_of(chances_at(analysis, turn + 1), seat) -
           chance_of(analysis.turns[turn].before.chances, seat);
}

// Not ahead before that turn, nor in most positions around it: no spike of the curve.
bool is_behind_for_long(const Analysis& analysis, std::size_t turn, Seat winner) {
    if (is_ahead(chances_at(analysis, turn), winner)) return false;
    std::size_t behind = 0;
    for (std::size_t i = 0; i <= 2 * spike_stones; ++i) {
        const std::size_t position = turn + i < spike_stones ? 0 : turn + i - spike_stones;
        if (!is_ahead(chances_at(analysis, position), winner)) ++behind;
    }
    return behind > spike_stones;
}

// The turn's rise isn't half lost again within a few stones.
bool lasts(const Analysis& analysis, std::size_t turn, Seat winner) {
    const int from = chance_of(chances_at(analysis, turn), winner);
    const int to = chance_of(chances_at(analysis, turn + 1), winner);
    for (std::size_t i = 1; i <= spike_stones; ++i) {
        const int later = chance_of(chances_at(analysis, turn + 1 + i), winner);
        if (2 * later < from + to) return false;
    }
    return true;
}

// From that turn to the one that brings the winner clearly ahead for long: the one that raises
// their chance most and lastingly, the first of equals; nothing if none does by as much as turns a
// game. A stone is not given the rise that a leaving after it has a part in.
std::optional<std::size_t> greatest_rise(const Analysis& analysis, const PlayedGame& game,
                                         std::size_t first, Seat winner) {
    const std::vector<bool> followed = followed_by_leaving(game);
    std::optional<std::size_t> greatest;
    int most = turn_rise - 1;
    for (std::size_t i = first; i < analysis.turns.size(); ++i) {
        const int rise = followed[i] ? 0 : rise_of(analysis, i, winner);
        if (!lasts(analysis, i, winner)) continue;
        if (rise > most) {
            most = rise;
            greatest = i;
        }
        if (lead_of(chances_at(analysis, i + 1), winner) >= clear_lead) break;
    }
    return greatest;
}

TurnKind kind_of(const AnalysedTurn& turn, Seat winner) {
    if (turn.seat == winner) return TurnKind::own_move;
    return turn.grade() == Grade::none ? TurnKind::drift : TurnKind::error;
}

std::string capital(std::string_view word) {
    std::string text(word);
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// Certainty is not claimed by rounding.
std::string percent(int thousandths) {
    if (thousandths > 0 && thousandths < 10) return "less than 1 %";
    if (thousandths > 990 && thousandths < certain) return "more than 99 %";
    return std::to_string((thousandths + 5) / 10) + " %";
}

std::string from_to(const TurningPoint& point) {
    return " from " + percent(point.from) + " to " + percent(point.to);
}

std::string article(Grade grade) {
    return (grade == Grade::inaccuracy ? "an " : "a ") + std::string(grade_name(grade));
}

std::string describe_turn(const TurningPoint& point, const Analysis& analysis,
                          const engine::Lattice& lattice) {
    const AnalysedTurn& turn = analysis.turns[point.turn];
    const std::string winner(engine::seat_name(point.winner));
    const std::string mover(engine::seat_name(turn.seat));
    const std::string move = engine::point_name(lattice, turn.played);
    const std::string head = "The game turned at move " + std::to_string(turn.ply + 1) + ": ";
    if (point.kind == TurnKind::own_move) {
        return head + "with " + move + " " + winner + " took the lead, their chance rising" +
               from_to(point) + ".";
    }
    const std::string rise = winner + "'s chance rose" + from_to(point);
    if (point.kind == TurnKind::drift) {
        return head + "after " + mover + "'s " + move + " " + rise + ".";
    }
    return head + mover + "'s " + move + " was " + article(turn.grade()) + ", after which " + rise +
           "; " + engine::point_name(lattice, turn.best()) + " was better.";
}

std::string describe_leaving(const TurningPoint& point, const Analysis& analysis) {
    const std::string winner(engine::seat_name(point.winner));
    return capital(winner) + " won as the last player in the game: on the board " + winner +
           (is_ahead(analysis.end, point.winner) ? " was barely ahead" : " was not ahead") +
           ", with a chance of " + percent(point.to) + ".";
}

}  // namespace

std::string_view turn_kind_name(TurnKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

TurningPoint turning_point(const Analysis& analysis, const PlayedGame& game) {
    TurningPoint point;
    if (!game.winner) return point;
    point.winner = *game.winner;
    if (lead_of(analysis.end, point.winner) < clear_lead) {
        point.kind = TurnKind::leaving;
        point.to = chance_of(analysis.end, point.winner);
        return point;
    }
    if (std::ranges::all_of(analysis.turns, [&](const auto& turn) {
            return is_ahead(turn.before.chances, point.winner);
        })) {
        point.kind = TurnKind::never;
        return point;
    }
    std::size_t first = analysis.turns.size() - 1;
    while (first > 0 && !is_behind_for_long(analysis, first, point.winner)) --first;
    const auto turn = greatest_rise(analysis, game, first, point.winner);
    if (!turn) {
        point.kind = TurnKind::gradual;
        return point;
    }
    point.kind = kind_of(analysis.turns[*turn], point.winner);
    point.turn = *turn;
    point.from = chance_of(analysis.turns[*turn].before.chances, point.winner);
    point.to = chance_of(chances_at(analysis, *turn + 1), point.winner);
    return point;
}

std::string describe(const TurningPoint& point, const Analysis& analysis,
                     const engine::Lattice& lattice) {
    const std::string winner = capital(engine::seat_name(point.winner));
    switch (point.kind) {
        case TurnKind::none:
            return "The game has no winner and no turning point.";
        case TurnKind::never:
            return winner + " was ahead from the first move to the last.";
        case TurnKind::gradual:
            return winner + " pulled ahead gradually; no single move turned the game.";
        case TurnKind::leaving:
            return describe_leaving(point, analysis);
        case TurnKind::own_move:
        case TurnKind::error:
        case TurnKind::drift:
            return describe_turn(point, analysis, lattice);
    }
    return {};
}

}  // namespace tanbo::analysis
