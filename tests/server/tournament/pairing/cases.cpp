// Reads cases and prints what the pairings are, for judges in Python. A line "." ends an answer.

#include <cstdint>
#include <iostream>
#include <string>

#include "server/tournament/pairing/matching.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"

namespace tanbo::pairing {
namespace {

int number() {
    int value = 0;
    std::cin >> value;
    return value;
}

// nodes, bits, edges; of each edge both nodes, its weight, and by how many bits it is shifted.
void matching() {
    const int nodes = number();
    WeightedGraph graph(nodes, number());
    for (int left = number(); left > 0; --left) {
        const int a = number();
        const int b = number();
        std::uint64_t weight = 0;
        std::cin >> weight;
        graph.add_edge(a, b);
        graph.add_weight(number(), weight);
    }
    const std::vector<int> partners = maximum_weight_matching(graph);
    for (int node = 0; node < nodes; ++node) {
        const int partner = partners[static_cast<std::size_t>(node)];
        if (partner > node) std::cout << node << ' ' << partner << '\n';
    }
}

std::vector<std::pair<int, int>> pairs() {
    std::vector<std::pair<int, int>> result;
    for (int left = number(); left > 0; --left) {
        const int a = number();
        result.emplace_back(a, number());
    }
    return result;
}

Outcome outcome() {
    Outcome result;
    result.kind = static_cast<Kind>(number());
    result.opponent = number();
    result.side = static_cast<Side>(number());
    result.halves = number();
    return result;
}

SwissEvent event() {
    SwissEvent result;
    result.players.resize(static_cast<std::size_t>(number()));
    result.rounds = number();
    const int played = number();
    result.initial_side = static_cast<Side>(number());
    result.apart = pairs();
    for (SwissPlayer& player : result.players) {
        player.is_present = number() != 0;
        player.initial_halves = number();
        for (int round = 0; round < played; ++round) player.outcomes.push_back(outcome());
    }
    return result;
}

// Reads if floats count, the number of players below for the shortcut, and the event.
void swiss() {
    SwissRules rules;
    rules.minds_floats = number() != 0;
    rules.players_below_for_shortcut = number();
    const auto round = pair_swiss(event(), rules);
    if (!round) {
        std::cout << "none\n";
        return;
    }
    for (const auto& [first, second] : round->pairs) std::cout << first << ' ' << second << '\n';
    if (round->bye) std::cout << "bye " << *round->bye << '\n';
}

// The event, how many tie-breaks and which, and the lots; a line for each player.
void standings_of() {
    const SwissEvent played = event();
    std::vector<TieBreak> ties;
    for (int left = number(); left > 0; --left) ties.push_back(static_cast<TieBreak>(number()));
    std::vector<int> lots;
    for (std::size_t index = 0; index < played.players.size(); ++index) lots.push_back(number());
    const Results results{played.players, played.rounds, true};
    for (const Standing& standing : standings(results, ties, lots)) {
        const int player = standing.player;
        std::cout << player << ' ' << standing.place << ' ' << sum(buchholz(results, player, 1))
                  << ' ' << sum(buchholz(results, player, 0)) << ' '
                  << sum(sonneborn_berger(results, player)) << ' ' << wins(results, player) << '\n';
    }
}

}  // namespace
}  // namespace tanbo::pairing

int main() {
    std::string word;
    while (std::cin >> word) {
        if (word == "matching") tanbo::pairing::matching();
        if (word == "swiss") tanbo::pairing::swiss();
        if (word == "standings") tanbo::pairing::standings_of();
        std::cout << '.' << std::endl;
    }
}
