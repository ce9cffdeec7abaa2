#include "engine/search/searcher.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/play.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;
using search::Budget;
using search::Searcher;
using search::Settings;

constexpr search::Memory small{.nodes_max = 20'000};

Searcher searcher_of(const std::shared_ptr<const Opening>& opening, std::uint64_t seed = 1,
                     search::Memory memory = small) {
    return {opening, search::weights_for(*opening), Settings{.seed = seed, .memory = memory}};
}

const std::shared_ptr<const Opening>& opening_of(std::string_view setup) {
    return engine::find_setup(setup)->opening;
}

// A report's figures as text, to compare and show reports.
std::string text_of(const search::Report& report) {
    std::string text;
    for (const auto& move : report.moves) {
        text += std::to_string(move.point) + ":" + std::to_string(move.visits) + ":" +
                std::to_string(move.chance) + ":" + std::to_string(move.prior) + ":" +
                std::to_string(move.space_change) + ":" +
                std::to_string(move.seeds_bounded.size()) + " ";
    }
    for (const float chance : report.chances) text += std::to_string(chance) + ",";
    for (const Point point : report.line) text += " " + std::to_string(point);
    for (const auto& risk : report.risks) text += " " + std::to_string(risk.survival);
    return text + " " + std::to_string(report.simulations) + "/" + std::to_string(report.nodes);
}

// The laws of any report.
void expect_sound(const search::Report& report, const Position& position) {
    const Seat seat = *position.to_move();
    std::vector<Point> points;
    for (const auto& move : report.moves) {
        points.push_back(move.point);
        Position copy = position;
        const auto outcome = copy.preview(move.point);
        std::vector<Point> seeds;
        for (const auto& root : outcome.removed) seeds.push_back(root.seed);
        EXPECT_TRUE(std::equal(seeds.begin(), seeds.end(), move.seeds_bounded.begin(),
                               move.seeds_bounded.end()));
        EXPECT_TRUE(move.chance >= 0 && move.chance <= 1);
    }
    std::sort(points.begin(), points.end());
    EXPECT_EQ(points, sorted_legal_points(position, seat));
    const float sum = std::accumulate(report.chances.begin(), report.chances.end(), 0.0F);
    EXPECT_NEAR(sum, 1, 1e-4);
    EXPECT_EQ(report.risks.size(), static_cast<std::size_t>(position.roots()));
    for (const auto& risk : report.risks) EXPECT_TRUE(risk.survival >= 0 && risk.survival <= 1);
    Position after = position;
    for (const Point point : report.line) {
        ASSERT_EQ(after.play(point).illegal, engine::Illegal::none);
    }
}

TEST(Searcher, KnowsAllMovesBeforeItHasSearched) {
    for (const auto& setup : engine::setups()) {
        Searcher searcher = searcher_of(setup.opening);

        const auto& report = searcher.report();

        expect_sound(report, Position(setup.opening));
        EXPECT_EQ(report.simulations, 0U);
        EXPECT_FALSE(report.complete);
    }
}

TEST(Searcher, ReportsLegalMovesInRandomGamesOfAllSetups) {
    Random random(1);
    for (const auto& setup : engine::setups()) {
        SCOPED_TRACE(setup.id);
        Searcher searcher = searcher_of(setup.opening);
        Position position(setup.opening);
        while (position.to_move()) {
            if (random.below(100) == 0 && setup.seats > 2) {
                position.leave(*position.to_move());
                continue;
            }
            if (random.below(8) == 0) {
                searcher.set(position);
                searcher.run({.simulations = 30});
                expect_sound(searcher.report(), position);
            }
            const auto legal = sorted_legal_points(position, *position.to_move());
            position.play(random.pick(std::span<const Point>(legal)));
        }
    }
}

TEST(Searcher, ReportsLegalMovesOnCustomBoards) {
    Random random(2);
    for (int game = 0; game < 60; ++game) {
        const auto opening = random_opening(random);
        Searcher searcher = searcher_of(opening);
        Position position(opening);
        while (position.to_move()) {
            searcher.set(position);
            searcher.run({.simulations = 10});
            expect_sound(searcher.report(), position);
            for (int ply = 0; ply < 5 && position.to_move(); ++ply) {
                position.play(random.pick(position.legal_points(*position.to_move())));
            }
        }
        searcher.set(position);
        EXPECT_TRUE(searcher.run({.simulations = 10}));
        EXPECT_TRUE(searcher.report().complete);
        EXPECT_TRUE(searcher.report().moves.empty());
        EXPECT_EQ(searcher.report().chances[static_cast<std::size_t>(*position.winner())], 1.0F);
    }
}

TEST(Searcher, AnswersAlikeForTheSameSeedAndSimulationsInSlicesToo) {
    for (const auto* setup : {"9x9", "19x19-4p", "5x5x5"}) {
        Searcher first = searcher_of(opening_of(setup), 7);
        Searcher second = searcher_of(opening_of(setup), 7);
        Searcher other = searcher_of(opening_of(setup), 8);

        first.run({.simulations = 300});
        for (int slice = 0; slice < 3; ++slice) {
            second.run({.simulations = 100});
            second.report();
        }
        other.run({.simulations = 300});

        EXPECT_EQ(text_of(first.report()), text_of(second.report()));
        EXPECT_NE(text_of(first.report()), text_of(other.report()));
    }
}

TEST(Searcher, KeepsWhatItKnowsOfAPositionThatIsReached) {
    for (const auto* setup : {"9x9", "19x19"}) {
        Searcher searcher = searcher_of(opening_of(setup));
        searcher.run({.simulations = 6'000});
        const auto line = searcher.report().line;
        ASSERT_GE(line.size(), 2U);
        const std::vector<Point> played(line.begin(), line.begin() + 2);
        Position position(opening_of(setup));
        for (const Point point : played) position.play(point);

        searcher.set(position);

        const auto& report = searcher.report();
        EXPECT_EQ(report.simulations, 0U);
        std::uint64_t visits = 0;
        for (const auto& move : report.moves) visits += move.visits;
        EXPECT_GT(visits, 20U);
        expect_sound(report, position);
        searcher.run({.simulations = 500});
        expect_sound(searcher.report(), position);
        searcher.forget();
        EXPECT_EQ(searcher.report().moves[0].visits, 0U);
    }
}

TEST(Searcher, PlaysOutForAsManyPliesAsTheWeightsSay) {
    const auto& opening = opening_of("5x5x5");
    const auto least_survival = [&](float plies) {
        auto weights = search::weights_for(*opening);
        weights.playout_plies = plies;
        Searcher searcher(opening, weights, {.seed = 1, .memory = small});
        searcher.run({.simulations = 8});
        float least = 1;
        for (const auto& risk : searcher.report().risks) least = std::min(least, risk.survival);
        return least;
    };

    EXPECT_EQ(least_survival(0), 1);
    EXPECT_EQ(least_survival(4), 1);
    EXPECT_LT(least_survival(400), 1);
}

// A line on which the first seat's one move can be answered beside it, which bounds its root; all
// other replies are far away.
std::shared_ptr<const Opening> line_with_one_answer() {
    std::vector<Point> many;
    for (Point point = 3; point < 60; point += 5) many.push_back(point);
    const auto lattice = engine::Lattice::create(std::vector<int>{60}).value();
    return std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, {{0}, many}));
}

TEST(Searcher, SeesRepliesBesideTheLastStoneInPlayoutsIfTheWeightsSaySo) {
    const auto opening = line_with_one_answer();
    const auto most_hopeful = [&](float replies) {
        search::Weights weights;
        weights.policy[search::policy_groups[std::size_t(search::MoveFeature::distance)].first] = 9;
        weights.playout_plies = 1;
        weights.playout_replies = replies;
        float most = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Searcher searcher(opening, weights, {.seed = seed, .memory = small});
            searcher.run({.simulations = 1});
            most = std::max(most, searcher.report().chances[0]);
        }
        return most;
    };

    EXPECT_LT(most_hopeful(1), 0.2F);
    EXPECT_GT(most_hopeful(0), 0.4F);
}

TEST(Searcher, ExploresAsMuchAsTheWeightsSay) {
    const auto& opening = opening_of("9x9");
    const auto most_visits = [&](float exploration) {
        auto weights = search::weights_for(*opening);
        weights.exploration = exploration;
        Searcher searcher(opening, weights, {.seed = 1, .memory = small});
        searcher.run({.simulations = 200});
        return searcher.report().moves[0].visits;
    };

    EXPECT_GT(most_visits(0.05F), 2 * most_visits(20));
}

TEST(Searcher, KeepsToItsMemoryAndGoesOnWhenItIsFull) {
    Searcher searcher = searcher_of(opening_of("9x9"), 1, {.nodes_max = 500});

    searcher.run({.simulations = 3'000});

    EXPECT_LE(searcher.report().nodes, 500U);
    EXPECT_EQ(searcher.report().simulations, 3'000U);
    expect_sound(searcher.report(), Position(opening_of("9x9")));
}

TEST(Searcher, HasRoomForARootHoweverLittleItIsGiven) {
    Searcher searcher = searcher_of(opening_of("19x19"), 1, {.nodes_max = 0});

    searcher.run({.simulations = 50});

    expect_sound(searcher.report(), Position(opening_of("19x19")));
}

TEST(Searcher, StopsWhenItIsToldAndGoesOnLater) {
    Searcher searcher = searcher_of(opening_of("9x9"));
    int asked = 0;

    searcher.run({}, {.stop = [&] { return ++asked > 40; }, .clock = {}});

    EXPECT_EQ(searcher.report().simulations, 40U);
    searcher.run({.simulations = 2});
    EXPECT_EQ(searcher.report().simulations, 42U);
}

TEST(Searcher, StopsByTheClockThatItIsGiven) {
    Searcher searcher = searcher_of(opening_of("9x9"));
    std::chrono::nanoseconds now{0};

    searcher.run({.time = std::chrono::milliseconds(3)},
                 {.stop = {}, .clock = [&] { return now += std::chrono::milliseconds(1); }});

    EXPECT_LT(searcher.report().simulations, 100U);
    EXPECT_GT(searcher.report().simulations, 0U);
}

TEST(Searcher, DrawsMovesOfLowLevelsAmongTheLegalOnes) {
    Position position(opening_of("9x9"));
    Searcher searcher = searcher_of(opening_of("9x9"));
    std::vector<Point> drawn;
    for (int draw = 0; draw < 200; ++draw) drawn.push_back(searcher.choose(search::level(1)));

    std::sort(drawn.begin(), drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());

    EXPECT_GT(drawn.size(), 4U);
    for (const Point point : drawn) EXPECT_EQ(position.legality(point), engine::Illegal::none);
}

}  // namespace
}  // namespace tanbo::tests
