#include <limits>

#include <gtest/gtest.h>

#include "engine/analysis/analysis.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::analysis {
namespace {

struct GradeCase {
    const char* name;
    Verdict verdict;
    Grade grade;
};

class Grades : public testing::TestWithParam<GradeCase> {};

TEST_P(Grades, FollowFromTheLoss) {
    EXPECT_EQ(grade_of(GetParam().verdict), GetParam().grade);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Grades,
    testing::Values(GradeCase{"Gain", {400, 500, false}, Grade::none},
                    GradeCase{"AtInaccuracy", {600, 500, false}, Grade::none},
                    GradeCase{"PastInaccuracy", {601, 500, false}, Grade::inaccuracy},
                    GradeCase{"AtMistake", {700, 500, false}, Grade::inaccuracy},
                    GradeCase{"PastMistake", {701, 500, false}, Grade::mistake},
                    GradeCase{"AtBlunder", {800, 500, false}, Grade::mistake},
                    GradeCase{"PastBlunder", {801, 500, false}, Grade::blunder},
                    GradeCase{"WinGivenAway", {1000, 899, true}, Grade::blunder},
                    GradeCase{"WinHardlyGivenAway", {1000, 900, true}, Grade::none},
                    GradeCase{"WinKeptAsGood", {1000, 951, true}, Grade::none},
                    GradeCase{"LostBefore", {49, 0, false}, Grade::none},
                    GradeCase{"NotQuiteLostBefore", {151, 49, false}, Grade::inaccuracy},
                    GradeCase{"Decided", {1000, 951, false}, Grade::none}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(GradeNames, AreThoseOfTheContract) {
    EXPECT_EQ(grade_name(Grade::none), "none");
    EXPECT_EQ(grade_name(Grade::inaccuracy), "inaccuracy");
    EXPECT_EQ(grade_name(Grade::mistake), "mistake");
    EXPECT_EQ(grade_name(Grade::blunder), "blunder");
}

TEST(RoundChances, SumToOneWhateverTheShares) {
    const std::vector<std::vector<double>> all = {{1, 1},
                                                  {1, 1, 1},
                                                  {0.5004, 0.4996},
                                                  {3, 2, 1, 1},
                                                  {1e-9, 1},
                                                  {0, 0},
                                                  {1, 1, 1, 1, 1, 1, 1, 1},
                                                  {std::numeric_limits<double>::infinity(), -1},
                                                  {std::numeric_limits<double>::quiet_NaN(), 2}};
    for (const auto& shares : all) {
        const Chances chances = round_chances(shares);
        int sum = 0;
        for (const int chance : chances) {
            EXPECT_GE(chance, 0);
            sum += chance;
        }
        EXPECT_EQ(sum, certain);
    }
    EXPECT_EQ(round_chances(std::vector<double>{1, 1, 1}), (Chances{334, 333, 333}));
    EXPECT_EQ(round_chances(std::vector<double>{0.5126, 0.4874}), (Chances{513, 487}));
}

TEST(CanBeAnalysed, OnlyWhatIsFinishedAndHasStones) {
    protocol::Script running("9x9");
    running.fill().play_random(1, 4);
    protocol::Script left("9x9");
    left.fill().leave(Seat::white);
    protocol::Script over("9x9");
    over.fill().play_random(1, 1000);

    EXPECT_FALSE(can_be_analysed(running.match()));
    EXPECT_TRUE(has_analysable_turns(running.match()));
    EXPECT_FALSE(can_be_analysed(left.match()));
    EXPECT_FALSE(has_analysable_turns(left.match()));
    EXPECT_TRUE(can_be_analysed(over.match()));
}

}  // namespace
}  // namespace tanbo::analysis
