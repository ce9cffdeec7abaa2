#include "server/cli/analysis/known_judgements.hpp"

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "tests/protocol/script.hpp"

namespace tanbo::cli {
namespace {

using analysis::Judgement;
using analysis::Look;
using protocol::Script;

engine::Position after(std::initializer_list<const char*> points) {
    Script script("9x9");
    script.fill();
    for (const char* const point : points) script.play(point);
    return script.match().position();
}

// Says how often it was asked.
struct Counting {
    int asked = 0;

    Judgement operator()(const engine::Position& /*position*/, Look /*look*/) {
        ++asked;
        Judgement judgement;
        judgement.chances[0] = asked;
        return judgement;
    }
};

class KnownJudgementsTest : public testing::Test {
protected:
    int judge(const engine::Position& position, Look look = Look::first,
              const std::string& setup = "9x9") {
        return known.judge(setup, position, look, std::ref(judge_)).chances[0];
    }

    KnownJudgements known;

private:
    Counting judge_;
};

TEST_F(KnownJudgementsTest, AreAskedForOnceWhateverMovesLedThere) {
    const engine::Position one = after({"C2", "B7", "H7"});
    const engine::Position other = after({"H7", "B7", "C2"});

    EXPECT_EQ(judge(one), 1);
    EXPECT_EQ(judge(other), 1);
    EXPECT_EQ(judge(after({"C2", "B7"})), 2);
    EXPECT_EQ(judge(one), 1);
}

TEST_F(KnownJudgementsTest, AreOfOneLookAndSetup) {
    const engine::Position position = after({"C2"});

    EXPECT_EQ(judge(position), 1);
    EXPECT_EQ(judge(position, Look::second), 2);
    EXPECT_EQ(judge(position, Look::first, "another"), 3);
    EXPECT_EQ(judge(position), 1);
}

TEST_F(KnownJudgementsTest, AreNotKeptOfBoardsOfTheirOwn) {
    const engine::Position position = after({});

    EXPECT_EQ(judge(position, Look::first, ""), 1);
    EXPECT_EQ(judge(position, Look::first, ""), 2);
    EXPECT_EQ(known.size(), 0U);
}

TEST_F(KnownJudgementsTest, AreNotKeptOfLatePositions) {
    engine::Position position = after({});
    while (position.ply() < KnownJudgements::plies_max) {
        position.play(position.legal_points(*position.to_move()).front());
    }
    EXPECT_EQ(judge(position), 1);
    EXPECT_EQ(judge(position), 1);
    position.play(position.legal_points(*position.to_move()).front());

    EXPECT_EQ(judge(position), 2);
    EXPECT_EQ(judge(position), 3);
    EXPECT_EQ(known.size(), 1U);
}

TEST_F(KnownJudgementsTest, AreBoundedAndKeepThoseThatAreAskedFor) {
    const engine::Position position = after({});
    const int first = judge(position);
    for (std::size_t i = 0; i < 3 * KnownJudgements::generation_max; ++i) {
        judge(position, Look::first, "setup " + std::to_string(i));
        if (i % 1000 == 0) EXPECT_EQ(judge(position), first);
    }

    EXPECT_LE(known.size(), 2 * KnownJudgements::generation_max);
    EXPECT_GT(known.size(), KnownJudgements::generation_max);
    EXPECT_EQ(judge(position), first);
    EXPECT_NE(judge(position, Look::first, "setup 0"), first + 1);
}

}  // namespace
}  // namespace tanbo::cli
