// Makes puzzles: positions of games that the search plays with itself in which exactly one move
// wins, proved by trying everything. Prints a line each, as protocol/records/puzzles reads them, of
// none that is like one before. `alike` names the shipped ones that are like an earlier one.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/search/searcher.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/records/puzzles.hpp"
#include "tests/support/prover.hpp"
#include "tests/support/puzzle_likeness.hpp"

namespace {

using namespace tanbo;
using engine::Point;
using engine::Position;

constexpr std::size_t positions_max = 10'000;         // of each proof
constexpr std::size_t positions_of_all_max = 20'000;  // of all moves
constexpr std::size_t moves_min = 3;
constexpr std::size_t moves_max = 20;
// Stronger levels decide their games long before what can be proved.
constexpr int level_played = 2;
constexpr int failures_max = 1;  // positions of a game that can't be proved, then it is left

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

// As it is tested: from its stones alone, by a proof of its own.
bool is_sound(const protocol::Puzzle& puzzle) {
    tests::Prover prover(positions_max);
    const Found found = only_win(prover, puzzle.position);
    return found.move == puzzle.solution && prover.positions_known() <= positions_of_all_max;
}

std::vector<tests::PuzzleLook> looks_of_shipped() {
    std::vector<tests::PuzzleLook> looks;
    for (const protocol::Puzzle& puzzle : protocol::puzzles()) {
        looks.emplace_back(puzzle.position, puzzle.solution);
    }
    return looks;
}

int print_alike() {
    const auto looks = looks_of_shipped();
    const auto puzzles = protocol::puzzles();
    for (std::size_t i = 0; i < looks.size(); ++i) {
        for (std::size_t before = 0; before < i; ++before) {
            if (!looks[i].is_like(looks[before])) continue;
            std::cout << puzzles[i].number << " as " << puzzles[before].number << '\n';
            break;
        }
    }
    return EXIT_SUCCESS;
}

// The puzzle of a game that is hardest to see, if one is sound and like none of `looks`.
std::optional<std::string> puzzle_of_game(const engine::Setup& setup, std::uint64_t seed,
                                          int number, std::vector<tests::PuzzleLook>& looks) {
    for (const auto& [position, move] : candidates(play(setup, seed))) {
        std::string line = std::to_string(number) + ' ' + std::string(setup.id) + ' ' +
                           protocol::position_text(position) + ' ' +
                           std::string(engine::seat_name(*position.to_move())) + ' ' +
                           engine::point_name(position.lattice(), move) + ' ' +
                           std::to_string(prior_of(position, move));
        const auto puzzle = protocol::read_puzzle(line);
        if (!puzzle || !is_sound(*puzzle)) continue;
        const tests::PuzzleLook look(puzzle->position, move);
        const auto is_known = [&](const tests::PuzzleLook& other) { return look.is_like(other); };
        if (std::ranges::any_of(looks, is_known)) continue;
        looks.push_back(look);
        return line;
    }
    return std::nullopt;
}

int make(const engine::Setup& setup, int count, std::uint64_t seed, int number) {
    auto looks = looks_of_shipped();
    for (int made = 0; made < count; ++seed) {
        const auto line = puzzle_of_game(setup, seed, number + made, looks);
        if (!line) continue;
        ++made;
        std::cout << *line << std::endl;
    }
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string(argv[1]) == "alike") return print_alike();
    if (argc != 5) {
        std::cerr << "usage: tanbo_bench_puzzles SETUP COUNT SEED NUMBER\n"
                     "       tanbo_bench_puzzles alike\n";
        return EXIT_FAILURE;
    }
    const engine::Setup* const setup = engine::find_setup(argv[1]);
    if (setup == nullptr || setup->seats != 2) {
        std::cerr << argv[1] << " is no setup for two\n";
        return EXIT_FAILURE;
    }
    return make(*setup, std::atoi(argv[2]), std::strtoull(argv[3], nullptr, 10),
                std::atoi(argv[4]));
}
