// Short forms of what tests/bench/strength and tests/bench/train measure at length.

#include <gtest/gtest.h>

#include "tests/bench/strength/calibration.hpp"
#include "tests/bench/strength/games.hpp"
#include "tests/bench/strength/proofs.hpp"
#include "tests/bench/train/fit.hpp"

namespace tanbo::tests {
namespace {

using namespace bench;

TEST(Strength, BeatsPlainUctWithTwiceAsManySimulations) {
    const Score score = play_match(opening_named("9x9"), "n=100", "uct=200", 8, 1);

    EXPECT_GE(score.won, 7);
}

TEST(Strength, BeatsAnyLegalMoveOnEverySetupWithFewSimulations) {
    for (const auto& setup : engine::setups()) {
        if (setup.seats > 2 || setup.opening->lattice().points() > 130) continue;
        EXPECT_GE(play_match(setup.opening, "n=16", "random", 6, 2).won, 5) << setup.id;
    }
}

TEST(Strength, IsHigherWithMoreSimulations) {
    EXPECT_GE(play_match(opening_named("7x7-dense"), "n=120", "n=4", 12, 3).won, 8);
}

TEST(Strength, WinsMostGamesAloneAmongWeakerPlayers) {
    EXPECT_GE(play_among(opening_named("19x19-4p"), "n=12", "random", 4, 4).won, 3);
}

TEST(Strength, ABeginnerWhoLooksOnePlyAheadWinsMostGamesAgainstLevelOneAndFewAgainstFive) {
    const auto opening = opening_named("9x9");

    const Score first = play_match(opening, "greedy", "level=1", 300, 4000);
    const Score fifth = play_match(opening, "greedy", "level=5", 100, 4000);

    EXPECT_GE(first.won, 189) << "of 300";
    EXPECT_LE(first.won, 231) << "of 300";
    EXPECT_LE(fifth.won, 25) << "of 100";
}

TEST(Strength, AScoreHasAnInterval) {
    const Interval interval = wilson({100, 50});

    EXPECT_NEAR(interval.low, 0.404, 0.001);
    EXPECT_NEAR(interval.high, 0.596, 0.001);
    EXPECT_NEAR(elo(0.75), 190.8, 0.1);
}

TEST(Strength, APlayerIsNothingIfItsTextIsNone) {
    const auto opening = opening_named("9x9");
    for (const auto* text : {"", "n=0", "level=11", "chess"}) {
        EXPECT_EQ(make_player(text, opening, 1), nullptr) << text;
    }
}

TEST(Solver, ProvesNothingThatIsNotTrueInRandomGames) {
    const ProofCount count = check_proofs(4, 5);

    EXPECT_EQ(count.wrong, 0);
    EXPECT_GT(count.proven, 10);
}

TEST(Solver, ProvesNothingThatIsNotTrueInThePositionsOfTinyOpenings) {
    for (const auto& opening : tiny_openings()) {
        const ProofCount count = check_all_positions(opening, 97, 4'000);

        EXPECT_EQ(count.wrong, 0);
        EXPECT_GT(count.proven, count.positions / 2);
    }
}

TEST(Solver, IsComparedWithWhatIsTrue) {
    const auto opening = tiny_openings()[0];
    Exhaustive without_room(10);
    Exhaustive exhaustive(2'000'000);

    EXPECT_FALSE(without_room.winner(engine::Position(opening)));
    EXPECT_TRUE(exhaustive.winner(engine::Position(opening)));
}

TEST(Calibration, FindsThePowerOfOddsThatFits) {
    std::vector<Shown> shown;
    // Odds of 1.5, which are 4 in truth on a full board and as told on an empty one.
    for (int game = 0; game < 100; ++game) {
        shown.push_back({0.6F, 0, game < 80});
        shown.push_back({0.6F, 1, game < 60});
    }

    const Stretch best = best_stretch(shown);

    EXPECT_NEAR(best.full, 3.4, 0.1);
    EXPECT_NEAR(best.full + best.empty, 1, 0.1);
}

TEST(Training, FindsWhichMovesAreChosenAndWhoWins) {
    Samples samples;
    for (int count = 0; count < 600; ++count) {
        samples.policy.push_back({{1, 2}, {1, 2}, {0.9F, 0.1F}});
        ValueSample sample{};
        sample.is_in = {true, true};
        sample.features[static_cast<std::size_t>(count % 2)][0] = 1;
        sample.target[static_cast<std::size_t>(count % 2)] = 0.8F;
        sample.target[static_cast<std::size_t>(1 - count % 2)] = 0.2F;
        samples.value.push_back(sample);
    }
    const search::Weights old;

    const search::Weights weights = fit(old, samples, 0, 1);

    EXPECT_NEAR(weights.policy[1] - weights.policy[2], 2.2, 0.3);
    EXPECT_NEAR(weights.value[0], 1.4, 0.3);
    EXPECT_LT(loss_of(weights, samples.policy, samples.value).value,
              loss_of(old, samples.policy, samples.value).value);
}

TEST(Training, LearnsFromGamesOfEveryFamily) {
    for (const auto& family : search::families()) {
        const auto openings = openings_of(family.name);
        ASSERT_TRUE(openings) << family.name;
        search::Random random(1);
        const auto opening = openings(random);
        if (family.name != "general") EXPECT_EQ(search::family_of(*opening).name, family.name);
    }
    EXPECT_FALSE(openings_of("chess"));
    const Samples samples = play_against_itself(openings_of("9x9"), search::Weights(), 8,
                                                std::chrono::milliseconds(1), 1);
    EXPECT_EQ(samples.games, 1);
    EXPECT_GT(samples.policy.size(), 5U);
    EXPECT_GT(samples.value.size(), samples.policy.size());
}

}  // namespace
}  // namespace tanbo::tests
