// Makes puzzles: positions of games that the search plays with itself in which exactly one move
// wins, proved by trying everything. Prints a line each, as protocol/records/puzzles reads them.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/search/searcher.hpp"
#include "tests/support/prover.hpp"

namespace {

using namespace tanbo;
using engine::Point;
using engine::Position;

constexpr std::size_t positions_max = 10'000;  // of each proof
constexpr std::size_t moves_min = 3;
constexpr std::size_t moves_max = 20;
// Stronger levels decide their games long before what can be proved.
constexpr int level_played = 2;
constexpr int failures_max = 1;  // positions of a game that can't be proved, then it is left
constexpr int puzzles_of_game = 3;

// All positions of one game.
std::vector<Position> play(const engine::Setup& setup, std::uint64_t seed) {
    search::Settings settings;
    settings.seed = seed;
    settings.memory.nodes_max = std::size_t{1} << 14U;
    search::Searcher searcher(setup.opening, search::weights_for(*setup.opening), settings);
    std::vector<Position> positions{Position(setup.opening)};
    while (!positions.back().is_over()) {
        Position next = positions.back();
        searcher.set(next);
        next.play(searcher.choose(search::level(level_played)));
        positions.push_back(next);
    }
    return positions;
}

struct Found {
    std::optional<Point> move;
    bool is_proved = false;
};

// The one move that wins and does not end the game at once; none if there is none or more.
Found only_win(tests::Prover& prover, const Position& position) {
    const auto moves = tests::Prover::sorted_moves(position);
    if (moves.size() < moves_min || moves.size() > moves_max) return {std::nullopt, true};
    std::optional<Point> win;
    for (const Point move : moves) {
        const auto wins = prover.wins_by(position, move);
        if (!wins) return {};
        if (*wins && win) return {std::nullopt, true};
        if (*wins) win = move;
    }
    if (!win) return {std::nullopt, true};
    Position next = position;
    next.play(*win);
    return {next.is_over() ? std::nullopt : win, true};
}

struct Candidate {
    Position position;
    Point move;
};

// From the end of a game back, as far as it can be proved: the earlier, the harder to see. What is
// known of later positions helps with those before.
std::vector<Candidate> candidates(const std::vector<Position>& positions) {
    std::vector<Candidate> found;
    tests::Prover prover(positions_max);
    int failures = 0;
    for (std::size_t i = positions.size() - 1; i-- > 0 && failures < failures_max;) {
        const Found one = only_win(prover, positions[i]);
        if (!one.is_proved) ++failures;
        if (one.move) found.push_back({positions[i], *one.move});
    }
    return {found.rbegin(), found.rend()};
}

// How likely the policy takes the move to be before any search, in thousandths: less is harder.
int prior_of(const Position& position, Point move) {
    search::Settings settings;
    settings.memory.nodes_max = std::size_t{1} << 12U;
    search::Searcher searcher({std::shared_ptr<void>(), &position.opening()},
                              search::weights_for(position.opening()), settings);
    searcher.set(position);
    for (const search::MoveReport& report : searcher.report().moves) {
        if (report.point == move) return static_cast<int>(report.prior * 1000);
    }
    return 0;
}

std::string picture(const Position& position) {
    std::string text;
    for (int i = 0; i < position.lattice().points(); ++i) {
        const auto stone = position.stone(static_cast<Point>(i));
        text += !stone ? '.' : *stone == engine::Seat::black ? 'b' : 'w';
    }
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: tanbo_bench_puzzles SETUP COUNT SEED\n";
        return EXIT_FAILURE;
    }
    const engine::Setup* const setup = engine::find_setup(argv[1]);
    if (setup == nullptr || setup->seats != 2) {
        std::cerr << argv[1] << " is no setup for two\n";
        return EXIT_FAILURE;
    }
    const int wanted = std::atoi(argv[2]);
    std::set<std::uint64_t> seen;
    int made = 0;
    for (std::uint64_t seed = std::strtoull(argv[3], nullptr, 10); made < wanted; ++seed) {
        int of_game = 0;
        for (const auto& [position, move] : candidates(play(*setup, seed))) {
            if (of_game == puzzles_of_game || made == wanted) break;
            // By itself too, as it is tested.
            tests::Prover prover(positions_max);
            if (only_win(prover, position).move != move) continue;
            if (!seen.insert(position.hash()).second) continue;
            ++of_game;
            ++made;
            std::cout << setup->id << ' ' << picture(position) << ' '
                      << engine::seat_name(*position.to_move()) << ' '
                      << engine::point_name(position.lattice(), move) << ' '
                      << prior_of(position, move) << std::endl;
        }
    }
}
