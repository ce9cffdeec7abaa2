#include "engine/analysis/analyst.hpp"

#include <utility>

namespace tanbo::analysis {

using engine::Position;

namespace {

int chance_of(const Judgement& judgement, Seat seat) {
    return judgement.chances[static_cast<std::size_t>(seat)];
}

}  // namespace

Chances chances_of_winner(Seat winner) {
    Chances chances{};
    chances[static_cast<std::size_t>(winner)] = certain;
    return chances;
}

Analyst::Analyst(PlayedGame game, Judge judge, Budget budget)
    : judge_(std::move(judge)),
      game_(std::move(game)),
      total_(game_.stones() + 1),
      position_(game_.opening) {
    analysis_.simulations = budget.simulations;
    analysis_.seed = budget.seed;
    analysis_.turns.reserve(total_);
}

bool Analyst::step() {
    if (done_ == total_) return false;
    apply_leavings();
    if (++done_ == total_) {
        judge_end();
        return false;
    }
    judge_turn(game_.turns[next_turn_]);
    return true;
}

// Of those who left before the next stone, or the end.
void Analyst::apply_leavings() {
    const auto turns = game_.turns_to_end();
    while (next_turn_ < turns.size() && turns[next_turn_].point == engine::no_point) {
        position_.leave(turns[next_turn_].seat);
        present_.reset();
        ++next_turn_;
    }
}

void Analyst::judge_turn(const engine::PastTurn& turn) {
    const Judgement before = present_ ? *present_ : look_at(position_, last_, Look::first);
    const Judgement after = look_after(turn.point, Look::first);
    const Verdict verdict = compare(before, after, turn.seat, turn.point);
    analysis_.turns.push_back({position_.ply(), turn.seat, turn.point, before, verdict});
    position_.play(turn.point);
    last_ = turn.point;
    present_ = after;
    ++next_turn_;
}

void Analyst::judge_end() {
    analysis_.end = present_ ? present_->chances : look_at(position_, last_, Look::first).chances;
}

// A position that is over is certain, and so is one with a proven winner.
Judgement Analyst::look_at(const Position& position, Point last, Look look) const {
    Judgement judgement;
    if (!position.is_over()) judgement = judge_(position, last, look);
    const auto winner = position.is_over() ? position.winner() : judgement.proven;
    if (winner) {
        judgement.proven = winner;
        judgement.chances = chances_of_winner(*winner);
    }
    return judgement;
}

Judgement Analyst::look_after(Point point, Look look) const {
    Position next = position_;
    next.play(point);
    return look_at(next, point, look);
}

Verdict Analyst::compare(const Judgement& before, const Judgement& after, Seat mover,
                         Point played) const {
    const Point best = before.line.front();
    const int after_played = chance_of(after, mover);
    if (best == played) return {after_played, after_played, false};
    const auto wins = [mover](const Judgement& judgement) { return judgement.proven == mover; };
    const Verdict first{chance_of(before, mover), after_played, wins(before) && !wins(after)};
    if (grade_of(first) == Grade::none) return first;
    const Judgement best_again = look_after(best, Look::second);
    const Judgement played_again = look_after(played, Look::second);
    const Verdict second{chance_of(best_again, mover), chance_of(played_again, mover),
                         first.gives_win_away && !wins(played_again)};
    return second.loss() < first.loss() ? second
                                        : Verdict{first.best, first.played, second.gives_win_away};
}

Analysis analyse(const PlayedGame& game, const Judge& judge, Analyst::Budget budget) {
    Analyst analyst(game, judge, budget);
    while (analyst.step()) {
    }
    return analyst.take();
}

}  // namespace tanbo::analysis
