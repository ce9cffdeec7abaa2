#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/analysis.hpp"

namespace tanbo::analysis {

// A first look, or a second by other random numbers.
enum class Look : std::uint8_t { first, second };

// Searches a position that is not over; `last` is where the last stone was placed, no_point before
// the first. Equal positions, last stones and looks have to yield equal judgements.
using Judge = std::function<Judgement(const engine::Position&, Point last, Look)>;

// Analyses a game one search at a time; the caller may do other things in between.
//
// A move's loss is the difference of the mover's chances after the best move and after the one
// played. A loss that would be graded is confirmed by a second look at both; what only one of them
// sees does not count.
class Analyst {
public:
    // Requires: the game has stones; `budget` says what the judge does.
    struct Budget {
        std::uint64_t simulations = 0;
        std::uint64_t seed = 0;
    };
    Analyst(PlayedGame game, Judge judge, Budget budget);

    // One stone, or the end: at most four searches. False once the analysis is complete.
    bool step();

    std::size_t done() const { return done_; }
    std::size_t total() const { return total_; }

    // Requires: step() has yielded false.
    Analysis take() { return std::move(analysis_); }

private:
    void judge_turn(const engine::PastTurn& turn);
    void judge_end();
    void apply_leavings();
    Judgement look_at(const engine::Position& position, Point last, Look look) const;
    Judgement look_after(Point point, Look look) const;
    Verdict compare(const Judgement& before, const Judgement& after, Seat mover,
                    Point played) const;

    Judge judge_;
    PlayedGame game_;
    std::size_t next_turn_ = 0;  // of the game
    std::size_t total_;
    std::size_t done_ = 0;
    engine::Position position_;
    Point last_ = engine::no_point;     // the last stone of position_
    std::optional<Judgement> present_;  // of position_, if it is known
    Analysis analysis_;
};

// The whole of it at once.
Analysis analyse(const PlayedGame& game, const Judge& judge, Analyst::Budget budget);

// The certain outcome of a position that is over.
Chances chances_of_winner(Seat winner);

}  // namespace tanbo::analysis
