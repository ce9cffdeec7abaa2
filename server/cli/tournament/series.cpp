#include "server/cli/tournament/series.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tanbo::cli {

namespace {

using engine::Seat;

// splitmix64: the same everywhere, unlike the standard library's distributions.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t bound) {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return static_cast<std::size_t>((mixed ^ (mixed >> 31U)) % bound);
    }

private:
    std::uint64_t state_;
};

bool is_firsts(Seat seat, Seat first_seat) {
    return (engine::index_of(seat) + engine::index_of(first_seat)) % 2 == 0;
}

// A level has a seed of its own in each game, so games that begin alike differ.
Limits limits_for(const Side& side, const SeriesOptions& options, std::uint64_t seed) {
    Limits limits = options.limits;
    limits.level = side.level;
    if (side.level) limits.seed = seed;
    return limits;
}

}  // namespace

GameLine random_opening(const GameLine& empty, int plies, std::uint64_t seed) {
    Draw draw(seed);
    const int seats = empty.opening().seats();
    for (int attempt = 0; attempt < 100; ++attempt) {
        GameLine line = empty;
        for (int ply = 0; ply < plies && line.position().seats_in() == seats; ++ply) {
            const auto legal = line.position().legal_points(*line.position().to_move());
            std::vector<engine::Point> points(legal.begin(), legal.end());
            std::ranges::sort(points);
            line.play(points[draw.below(points.size())]);
        }
        if (line.position().seats_in() == seats) return line;
    }
    return empty;
}

PlayedGame play_game(GameLine line, Player& first, Player& second, Seat first_seat,
                     const Limits& first_limits, const Limits& second_limits) {
    PlayedGame game{.line = std::move(line), .first_seat = first_seat};
    while (const auto to_move = game.line.position().to_move()) {
        const bool is_first = is_firsts(*to_move, first_seat);
        Player& mover = is_first ? first : second;
        const Choice choice = mover.choose(game.line, is_first ? first_limits : second_limits);
        if (choice.kind == Choice::Kind::move) {
            game.line.play(choice.point);
            continue;
        }
        game.fault = choice.kind == Choice::Kind::resigns ? "resigns" : choice.fault;
        game.first_won = !is_first;
        game.line.leave(*to_move);
        return game;
    }
    game.first_won = is_firsts(*game.line.position().winner(), first_seat);
    return game;
}

Score play_series(const GameLine& empty, const Side& first, const Side& second,
                  const SeriesOptions& options,
                  const std::function<void(const PlayedGame&, const Score&)>& on_game) {
    Score score;
    for (int number = 1; number <= options.games; ++number) {
        const int pair = (number - 1) / 2;
        const Seat seat = number % 2 == 1 ? Seat::black : Seat::white;
        const auto seed = options.seed * 1'000'003U + static_cast<std::uint64_t>(pair);
        const auto drawn = 2 * (options.seed * 1'000'003U + static_cast<std::uint64_t>(number));
        PlayedGame game = play_game(
            random_opening(empty, options.opening_plies, seed), *first.player, *second.player, seat,
            limits_for(first, options, drawn), limits_for(second, options, drawn + 1));
        game.number = number;
        ++(game.first_won ? score.won : score.lost);
        on_game(game, score);
        const bool is_pair = number % 2 == 0;
        if (is_pair && options.sprt && verdict_of(*options.sprt, score) != Verdict::open) break;
    }
    return score;
}

}  // namespace tanbo::cli
