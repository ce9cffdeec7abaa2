// Plays games of level 10 with itself and counts who wins: server/rating/self_play.txt, a line a
// setup. Takes its time: about an hour for 200 games of each setup on one core.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine/search/searcher.hpp"

namespace {

using namespace tanbo;

struct Counts {
    std::vector<int> wins;    // by seat
    std::vector<int> places;  // their sums, by seat
    std::uint64_t plies = 0;
};

void play(const engine::Setup& setup, std::uint64_t seed, Counts& counts) {
    search::Settings settings;
    settings.seed = seed;
    settings.memory.nodes_max = std::size_t{1} << 16U;
    const search::Level& level = search::level(search::level_max);
    search::Searcher searcher(setup.opening, search::weights_for(*setup.opening), settings);
    engine::Position position(setup.opening);
    engine::Point last = engine::no_point;
    while (!position.is_over()) {
        searcher.set(position, last);
        searcher.run(search::budget_of(level));
        last = searcher.choose(level);
        position.play(last);
    }
    counts.plies += position.ply();
    ++counts.wins[static_cast<std::size_t>(*position.winner())];
    for (int seat = 0; seat < setup.seats; ++seat) {
        counts.places[static_cast<std::size_t>(seat)] += position.place(engine::seat_at(seat));
    }
}

void measure(const engine::Setup& setup, int games, std::uint64_t seed) {
    const auto seats = static_cast<std::size_t>(setup.seats);
    Counts counts{std::vector<int>(seats), std::vector<int>(seats), 0};
    for (int game = 0; game < games; ++game) {
        play(setup, seed + static_cast<std::uint64_t>(game), counts);
    }
    std::cout << setup.id << ' ' << games << ' ' << counts.plies;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        std::cout << ' ' << counts.wins[seat] << ' ' << counts.places[seat];
    }
    std::cout << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "usage: tanbo_bench_balance GAMES SEED [SETUP ...]\n";
        return EXIT_FAILURE;
    }
    const std::vector<std::string> chosen(argv + 3, argv + argc);
    for (const engine::Setup& setup : engine::setups()) {
        bool is_chosen = chosen.empty();
        for (const std::string& id : chosen) is_chosen = is_chosen || id == setup.id;
        if (is_chosen) measure(setup, std::atoi(argv[1]), std::strtoull(argv[2], nullptr, 10));
    }
}
