// Learns the weights of a family of boards by games of the search against itself. Usage:
//   tanbo_train FAMILY MINUTES [OUT [IN [units]]]
// OUT and IN are files as in engine/search/weights; without IN the compiled weights are where it
// begins. With `units` the value's hidden layer is learned from nothing. The minutes, of processor
// time, go into rounds; after them the new weights play the old ones. An hour for all seven
// families on two cores is 17 minutes for each.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/bench/strength/games.hpp"
#include "tests/bench/train/fit.hpp"

namespace tanbo::bench {
namespace {

using search::Weights;

// Half of the time, and no more than it takes to tell a difference of 40 Elo.
constexpr int match_games_max = 400;
constexpr std::uint64_t match_simulations = 100;

struct Job {
    std::string family;
    Openings openings;
    double minutes;
    std::string out;
    Weights old;
    Weights start;  // those that learn: the old ones, maybe with a new layer
};

// A hidden layer without effect yet; its units differ, to learn different things.
void begin_units(Weights& weights) {
    search::Random random(3);
    weights.units.are_used = true;
    for (auto& row : weights.units.inputs) {
        for (float& weight : row) weight = (random.unit() - 0.5F) * 0.5F;
    }
    for (float& weight : weights.units.outputs) weight = (random.unit() - 0.5F) * 0.1F;
}

void write(const Job& job, const Weights& weights, const std::string& how) {
    std::ofstream(job.out) << how << search::print_weights(weights);
}

// The new weights against the old, on boards of the family.
Score compare(const Job& job, const Weights& weights, double seconds) {
    const std::string before = job.out + ".before";
    std::ofstream(before) << search::print_weights(job.old);
    write(job, weights, "");
    const std::string budget = "n=" + std::to_string(match_simulations) + ",weights=";
    search::Random random(500);
    Score score;
    const auto start = cpu_time();
    while (score.games < match_games_max &&
           std::chrono::duration<double>(cpu_time() - start).count() < seconds) {
        const Score pair =
            play_match(job.openings(random), budget + job.out, budget + before, 2, random.next());
        score.games += pair.games;
        score.won += pair.won;
    }
    std::remove(before.c_str());
    return score;
}

int run(const Job& job) {
    constexpr int rounds = 3;
    const double seconds = job.minutes * 60;
    const auto each = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds * 0.6 / rounds));
    Weights weights = job.start;
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t simulations = 60 + 40U * static_cast<std::uint64_t>(round);
        samples.add(play_against_itself(job.openings, weights, simulations, each,
                                        static_cast<std::uint64_t>(round) + 1));
        const auto held_out = [&](const Weights& of) {
            const std::span<const PolicySample> policy(samples.policy);
            const std::span<const ValueSample> value(samples.value);
            return loss_of(of, policy.last(policy.size() / 10), value.last(value.size() / 10));
        };
        const Loss before = held_out(weights);
        weights = fit(weights, samples, 2e-4, 9);
        const Loss after = held_out(weights);
        std::printf(
            "%s round %d: %d games, %zu positions; held out: policy %.4f to %.4f, value "
            "%.4f to %.4f\n",
            job.family.c_str(), round + 1, samples.games, samples.value.size(), before.policy,
            after.policy, before.value, after.value);
        std::fflush(stdout);
    }
    const Score score = compare(job, weights, seconds * 0.3);
    const std::string result = describe(score);
    const std::string how =
        "# tanbo_train " + job.family + ": " + std::to_string(std::lround(job.minutes)) +
        " minutes of games against itself.\n# Against the weights before, " +
        std::to_string(match_simulations) + " simulations a move: " + result + "\n";
    write(job, weights, how);
    std::printf("%s: new against old: %s\n", job.family.c_str(), result.c_str());
    return 0;
}

}  // namespace
}  // namespace tanbo::bench

int main(int count, char** values) {
    using namespace tanbo;
    if (count < 3) {
        std::fprintf(stderr, "usage: tanbo_train FAMILY MINUTES [OUT [IN [units]]]\n");
        return 2;
    }
    const std::string family = values[1];
    bench::Openings openings = bench::openings_of(family);
    if (!openings) {
        std::fprintf(stderr, "no such family: %s\n", family.c_str());
        return 2;
    }
    search::Weights old;
    for (const auto& known : search::families()) {
        if (known.name == family) old = search::parse_weights(known.text).value_or(old);
    }
    if (count > 4) old = bench::read_weights(values[4]);
    search::Weights start = old;
    if (count > 5) bench::begin_units(start);
    const std::string out = count > 3 ? values[3] : "weights-" + family;
    return bench::run({family, std::move(openings), std::atof(values[2]), out, old, start});
}
