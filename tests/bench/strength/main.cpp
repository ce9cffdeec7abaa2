// How strong, how fast and how true the search is. Usage:
//   tanbo_strength speed SETUP [SECONDS]          simulations a second of processor time
//   tanbo_strength match SETUP GAMES A B [SEED]   A against B (player.hpp says what they may be)
//   tanbo_strength among SETUP GAMES A B [SEED]   A alone among players B
//   tanbo_strength levels SETUP GAMES [SEED]      each level against the one below, 1 a random one
//   tanbo_strength calibrate SETUP GAMES N        shown chances against results
//   tanbo_strength proofs GAMES                   the solver against exhaustive search
//   tanbo_strength tiny [EACH]                    the same in each EACH-th position of tiny boards
//   tanbo_strength legal [POSITIONS]              moves of random games on all setups, legal or not
//   tanbo_strength stop                           the longest time between two looks at the end
// The seed of openings is 1000 if none is given; training uses those below.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/strength/calibration.hpp"
#include "tests/bench/strength/games.hpp"
#include "tests/bench/strength/proofs.hpp"

namespace tanbo::bench {
namespace {

using Arguments = std::vector<std::string>;

std::uint64_t number_at(const Arguments& arguments, std::size_t index, std::uint64_t absent) {
    return index < arguments.size() ? std::strtoull(arguments[index].c_str(), nullptr, 10) : absent;
}

// Positions after some random moves, each searched for the same number of simulations.
int speed(const Arguments& arguments) {
    const auto opening = opening_named(arguments.at(1));
    const double seconds = static_cast<double>(number_at(arguments, 2, 3));
    search::Random random(77);
    search::Searcher searcher(opening, search::weights_for(*opening));
    std::uint64_t simulations = 0;
    std::chrono::duration<double> taken{0};
    while (taken.count() < seconds) {
        const cli::GameLine start = random_start(opening, 10, random);
        searcher.set(start.position(), start.last_stone());
        searcher.forget();
        const auto before = cpu_time();
        searcher.run({.simulations = 2'000});
        taken += cpu_time() - before;
        simulations += searcher.report().simulations;
    }
    std::printf("%s: %.0f simulations a second\n", arguments[1].c_str(),
                static_cast<double>(simulations) / taken.count());
    return 0;
}

int match(const Arguments& arguments) {
    const auto opening = opening_named(arguments.at(1));
    const int games = static_cast<int>(number_at(arguments, 2, 0));
    const auto seed = number_at(arguments, 5, 1000);
    const bool is_among = arguments[0] == "among";
    const Score score = (is_among ? play_among : play_match)(opening, arguments.at(3),
                                                             arguments.at(4), games, seed);
    std::printf("%s: %s %s %s: %s\n", arguments[1].c_str(), arguments[3].c_str(),
                is_among ? "among" : "against", arguments[4].c_str(), describe(score).c_str());
    return 0;
}

int levels(const Arguments& arguments) {
    const auto opening = opening_named(arguments.at(1));
    const int games = static_cast<int>(number_at(arguments, 2, 0));
    const auto seed = number_at(arguments, 3, 1000);
    std::string below = "random";
    for (int number = search::level_min; number <= search::level_max; ++number) {
        const std::string level = "level=" + std::to_string(number);
        const Score score = play_match(opening, level, below, games, seed);
        std::printf("%s: %s against %s: %s\n", arguments[1].c_str(), level.c_str(), below.c_str(),
                    describe(score).c_str());
        std::fflush(stdout);
        below = level;
    }
    return 0;
}

int calibrate(const Arguments& arguments) {
    const auto opening = opening_named(arguments.at(1));
    print_calibration(opening, static_cast<int>(number_at(arguments, 2, 0)),
                      number_at(arguments, 3, 200));
    return 0;
}

int proofs(const Arguments& arguments) {
    const ProofCount count = check_proofs(static_cast<int>(number_at(arguments, 1, 100)), 1000);
    std::printf("%d positions, %d proven, %d wrong\n", count.positions, count.proven, count.wrong);
    return count.wrong == 0 ? 0 : 1;
}

int tiny(const Arguments& arguments) {
    ProofCount sum;
    for (const auto& opening : tiny_openings()) {
        const ProofCount count =
            check_all_positions(opening, number_at(arguments, 1, 1), 2'000'000);
        std::printf("%d points, %zu seeds: %d positions, %d proven, %d wrong\n",
                    opening->lattice().points(), opening->seeds().size(), count.positions,
                    count.proven, count.wrong);
        std::fflush(stdout);
        sum.wrong += count.wrong;
    }
    return sum.wrong == 0 ? 0 : 1;
}

// Positions of random games on all setups in turn; each is searched a little, and every move that
// is reported or chosen has to be legal.
int legal(const Arguments& arguments) {
    const auto wanted = number_at(arguments, 1, 10'000);
    search::Random random(1000);
    std::uint64_t positions = 0;
    std::uint64_t illegal = 0;
    while (positions < wanted) {
        for (const auto& setup : engine::setups()) {
            search::Searcher searcher(setup.opening, search::weights_for(*setup.opening));
            engine::Position position(setup.opening);
            while (position.to_move() && positions < wanted) {
                const auto points = position.legal_points(*position.to_move());
                if (random.below(4) == 0) {
                    searcher.set(position);
                    searcher.run({.simulations = 1 + random.below(60)});
                    const auto& moves = searcher.report().moves;
                    illegal += moves.size() != points.size() ? 1 : 0;
                    for (const auto& move : moves) {
                        illegal += position.legality(move.point) != engine::Illegal::none ? 1 : 0;
                    }
                    for (const auto& level : search::levels()) {
                        const auto point = searcher.choose(level);
                        illegal += position.legality(point) != engine::Illegal::none ? 1 : 0;
                    }
                    ++positions;
                }
                position.play(points[random.below(static_cast<std::uint32_t>(points.size()))]);
            }
        }
    }
    std::printf("%llu positions, %llu illegal moves\n", static_cast<unsigned long long>(positions),
                static_cast<unsigned long long>(illegal));
    return illegal == 0 ? 0 : 1;
}

// The longest time between two looks at whether to stop, on the largest boards.
int stop(const Arguments& /*arguments*/) {
    for (const auto& extents : {std::vector<int>{64, 64}, std::vector<int>{16, 16, 16},
                                std::vector<int>(11, 2), std::vector<int>(6, 4)}) {
        const auto opening = corners(extents, 8);
        search::Searcher searcher(opening, search::weights_for(*opening));
        std::chrono::nanoseconds longest{0};
        auto before = cpu_time();
        const auto look = [&] {
            const auto now = cpu_time();
            longest = std::max(longest, now - before);
            before = now;
            return false;
        };
        searcher.run({.simulations = 2'000}, {.stop = look, .clock = {}});
        std::printf("%d points, %zu dimensions: %.2f ms\n", opening->lattice().points(),
                    extents.size(), std::chrono::duration<double, std::milli>(longest).count());
    }
    return 0;
}

int run(const Arguments& arguments) {
    const std::string_view command = arguments.empty() ? "" : std::string_view(arguments[0]);
    if (command == "speed") return speed(arguments);
    if (command == "match" || command == "among") return match(arguments);
    if (command == "levels") return levels(arguments);
    if (command == "calibrate") return calibrate(arguments);
    if (command == "proofs") return proofs(arguments);
    if (command == "tiny") return tiny(arguments);
    if (command == "stop") return stop(arguments);
    if (command == "legal") return legal(arguments);
    std::fprintf(stderr, "usage: see the head of tests/bench/strength/main.cpp\n");
    return 2;
}

}  // namespace
}  // namespace tanbo::bench

int main(int count, char** values) {
    return tanbo::bench::run({values + 1, values + count});
}
