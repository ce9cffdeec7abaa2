#include "tests/bench/train/samples.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include "engine/search/policy.hpp"
#include "tests/bench/strength/games.hpp"

namespace tanbo::bench {

namespace {

using engine::Lattice;
using engine::Opening;
using engine::Point;
using search::Board;

constexpr float result_share = 0.6F;

PolicySample policy_sample(const search::Report& report, const Board& board) {
    PolicySample sample;
    float total = 0;
    for (const auto& move : report.moves) total += static_cast<float>(move.visits);
    for (const auto& move : report.moves) {
        const auto add = [&](std::size_t feature) {
            sample.features.push_back(static_cast<std::uint8_t>(feature));
        };
        search::visit_effect(board, board.turn(), move.point, add);
        search::visit_rival_loss(board, board.turn(), move.point, add);
        sample.ends.push_back(static_cast<std::uint32_t>(sample.features.size()));
        sample.shares.push_back(static_cast<float>(move.visits) / total);
    }
    return sample;
}

ValueSample value_sample(const search::Report& report, const Board& board,
                         search::Evaluation& evaluation) {
    ValueSample sample{evaluation.features(board), search::emptiness(board), {}, report.chances};
    for (std::size_t seat = 0; seat < board.geometry().seats(); ++seat) {
        sample.is_in[seat] = board.is_in(seat);
    }
    return sample;
}

Point by_visits(const search::Report& report, search::Random& random) {
    std::uint32_t total = 0;
    for (const auto& move : report.moves) total += move.visits;
    std::uint32_t left = random.below(std::max(total, 1U));
    for (const auto& move : report.moves) {
        if (left < move.visits) return move.point;
        left -= move.visits;
    }
    return report.moves[0].point;
}

void play_one(const std::shared_ptr<const Opening>& opening, const search::Weights& weights,
              std::uint64_t simulations, search::Random& random, Samples& samples) {
    search::Searcher searcher(
        opening, weights,
        {.seed = random.next(), .memory = {.nodes_max = 100'000}, .backup = search::Backup::max_n});
    const search::Geometry geometry(opening);
    Board board(geometry);
    search::Evaluation evaluation(geometry);
    const std::size_t first = samples.value.size();
    cli::GameLine now = random_start(opening, 1 + static_cast<int>(random.below(5)), random);
    for (int ply = 0; now.position().to_move() && ply < 1'000; ++ply) {
        searcher.set(now.position(), now.last_stone());
        searcher.forget();
        searcher.run({.simulations = simulations});
        const auto& report = searcher.report();
        board.load(now.position());
        board.set_last(now.last_stone());
        const bool is_open = !report.complete && report.moves.size() > 1;
        if (is_open && random.below(2) == 0) {
            samples.policy.push_back(policy_sample(report, board));
        }
        if (is_open) samples.value.push_back(value_sample(report, board, evaluation));
        const bool is_drawn = ply < 12 && random.below(4) == 0;
        const Point point = is_drawn ? by_visits(report, random) : report.moves[0].point;
        now.play(point);
    }
    if (!now.position().winner()) {
        samples.value.resize(first);
        return;
    }
    const auto winner = static_cast<std::size_t>(*now.position().winner());
    for (std::size_t index = first; index < samples.value.size(); ++index) {
        auto& target = samples.value[index].target;
        for (float& chance : target) chance *= 1 - result_share;
        target[winner] += result_share;
    }
    ++samples.games;
}

// A board of one to five dimensions with some seeds of two to five seats.
std::shared_ptr<const Opening> thrown(search::Random& random) {
    static constexpr std::array<std::uint32_t, 5> longest = {45, 13, 6, 4, 3};
    while (true) {
        std::vector<int> extents(1 + random.below(5));
        for (int& extent : extents) {
            extent = 2 + static_cast<int>(random.below(longest[extents.size() - 1] - 1));
        }
        const Lattice lattice = Lattice::create(extents).value();
        const std::uint32_t seats = 2 + random.below(2) * random.below(4);
        const std::uint32_t wanted = seats * (1 + random.below(5));
        if (static_cast<std::uint32_t>(lattice.points()) < 4 * wanted) continue;
        std::vector<std::vector<Point>> stones(seats);
        for (std::uint32_t stone = 0; stone < wanted; ++stone) {
            stones[stone % seats].push_back(
                static_cast<Point>(random.below(static_cast<std::uint32_t>(lattice.points()))));
        }
        auto created = Opening::create(lattice, stones);
        if (auto* opening = std::get_if<std::shared_ptr<const Opening>>(&created)) return *opening;
    }
}

}  // namespace

void Samples::add(Samples&& other) {
    std::move(other.policy.begin(), other.policy.end(), std::back_inserter(policy));
    std::move(other.value.begin(), other.value.end(), std::back_inserter(value));
    games += other.games;
}

Openings openings_of(std::string_view family) {
    if (family == "general") {
        return [](search::Random& random) {
            const auto all = engine::setups();
            if (random.below(3) > 0) return thrown(random);
            return all[random.below(static_cast<std::uint32_t>(all.size()))].opening;
        };
    }
    std::vector<std::shared_ptr<const Opening>> own;
    for (const auto& setup : engine::setups()) {
        if (search::family_of(*setup.opening).name == family) own.push_back(setup.opening);
    }
    if (own.empty()) return {};
    return [own](search::Random& random) {
        return own[random.below(static_cast<std::uint32_t>(own.size()))];
    };
}

Samples play_against_itself(const Openings& openings, const search::Weights& weights,
                            std::uint64_t simulations, std::chrono::nanoseconds cpu_time_max,
                            std::uint64_t seed) {
    search::Weights unstretched = weights;
    unstretched.stretch = 1;
    unstretched.stretch_empty = 0;
    search::Random random(seed);
    Samples samples;
    const auto start = cpu_time();
    while (cpu_time() - start < cpu_time_max) {
        play_one(openings(random), unstretched, simulations, random, samples);
    }
    return samples;
}

}  // namespace tanbo::bench
