#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"

// A search's report on every position of a game, and what follows from it: grades of moves, and
// where the game turned. Nothing here searches; a Judge does (analyst.hpp).
//
// Chances are whole thousandths: their bytes and sums are the same everywhere.
namespace tanbo::analysis {

using engine::Point;
using engine::Seat;

inline constexpr int certain = 1000;            // the chance of what is sure
inline constexpr std::size_t line_max = 8;      // points of a line
inline constexpr std::size_t risks_max = 4;     // roots at risk of a position
inline constexpr std::size_t turns_max = 1000;  // of a game: longer ones are not analysed

// By seat in turn order; they sum to `certain`, and seats past those of the opening have 0.
using Chances = std::array<int, engine::seats_max>;

// Rounds shares to thousandths that sum to 1000: each down, and the rest to those that lost most,
// the first of equals first. Shares that are no numbers, or sum to nothing, are taken for equal.
Chances round_chances(std::span<const double> shares);

// A root that stands and may not for long.
struct RootRisk {
    Point seed = engine::no_point;
    int falls = 0;  // in thousandths: how often it was gone at the end of a playout

    bool operator==(const RootRisk&) const = default;
};

// A search's report on a position that is not over.
struct Judgement {
    Chances chances{};
    std::vector<Point> line;      // the best move, and what would follow; legal one after the other
    std::vector<RootRisk> risks;  // the most endangered first; at most risks_max
    std::optional<Seat> proven;   // wins whatever the others do

    bool operator==(const Judgement&) const = default;
};

// How much worse a move was than the best. Source: measured with 2,000 simulations a position; a
// search that is given less sees losses that are none.
enum class Grade : std::uint8_t { none, inaccuracy, mistake, blunder };

std::string_view grade_name(Grade grade);  // "none", "inaccuracy", "mistake", "blunder"

// In thousandths of the mover's chance. A move that loses more than these is of the grade.
inline constexpr int inaccuracy_loss = 100;
inline constexpr int mistake_loss = 200;
inline constexpr int blunder_loss = 300;
// There is no verdict if both chances are beyond: the game was decided.
inline constexpr int decided_low = 50;
inline constexpr int decided_high = 950;

// The cost of a move to its player.
struct Verdict {
    int best = 0;                 // the mover's chance with the best move, in thousandths
    int played = 0;               // with the move played
    bool gives_win_away = false;  // it was proven that the mover wins, and no more

    int loss() const { return best > played ? best - played : 0; }
    bool operator==(const Verdict&) const = default;
};

// A proven win given away is a blunder, if it costs at least what an inaccuracy does.
Grade grade_of(const Verdict& verdict);

// A stone of the game, and the position that it was placed in.
struct AnalysedTurn {
    std::uint32_t ply = 0;  // stones placed before
    Seat seat = Seat::black;
    Point played = engine::no_point;
    Judgement before;
    Verdict verdict;

    // The best move, as the search saw it.
    Point best() const { return before.line.front(); }
    Grade grade() const { return grade_of(verdict); }
    bool operator==(const AnalysedTurn&) const = default;
};

struct Analysis {
    std::uint64_t simulations = 0;  // of each search
    std::uint64_t seed = 0;
    std::vector<AnalysedTurn> turns;
    Chances end{};  // in the position after PlayedGame::turns_to_end

    bool operator==(const Analysis&) const = default;
};

// How many moves of each seat have each grade.
struct GradeCounts {
    std::array<int, 4> by_grade{};  // Grade is the index
    int of(Grade grade) const { return by_grade[static_cast<std::size_t>(grade)]; }
};
std::array<GradeCounts, engine::seats_max> count_grades(const Analysis& analysis);

// A game as far as an analysis needs it: nothing of who has played it.
struct PlayedGame {
    std::string setup;  // empty for a custom board
    std::shared_ptr<const engine::Opening> opening;
    std::vector<engine::PastTurn> turns;  // stones and leavings, as they can follow
    std::optional<Seat> winner;

    std::size_t stones() const;
    // All turns, or of a game that somebody has won those up to the last stone: how they stood on
    // the board before others left it. Without a winner it may go on, from where all turns lead.
    std::span<const engine::PastTurn> turns_to_end() const;
};

// After all its turns.
engine::Position position_of(const PlayedGame& game);
// The point of the last stone; no_point before the first.
Point last_stone_of(const PlayedGame& game);

// The rest of it, after all that was taken back.
PlayedGame game_of(const engine::Match& match);

// Whether what was played so far can be: it has 1 to turns_max stones.
bool has_analysable_turns(const engine::Match& match);
// Whether the game can be: it is finished, and its turns can.
bool can_be_analysed(const engine::Match& match);

}  // namespace tanbo::analysis
