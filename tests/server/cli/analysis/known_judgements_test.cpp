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

// A position and its last stone.
struct Reached {
    engine::Position position;
    engine::Point last = engine::no_point;
};

Reached after(std::initializer_list<const char*> points) {
    Script script("9x9");
    script.fill();
    for (const char* const point : points) script.play(point);
    return {script.match().position(), analysis::last_stone_of(analysis::game_of(script.match()))};
}

// Says how often it was asked.
struct Counting {
    int asked = 0;

    Judgement operator()(const engine::Position&, engine::Point, Look) {
        ++asked;
        Judgement judgement;
        judgement.chances[0] = asked;
        return judgement;
    }
};

class KnownJudgementsTest : public testing::Test {
protected:
    int judge(const Reached& reached, Look look = Look::first, const std::string& setup = "9x9") {
        return known.judge(setup, reached.position, reached.last, look, std::ref(judge_))
            .chances[0];
    }

    KnownJudgements known;

private:
    Counting judge_;
};

TEST_F(KnownJudgementsTest, AreAskedForOnceWhateverMovesLedThere) {
    const Reached one = after({"C2", "B7", "H7", "H3"});
    const Reached other = after({"H7", "B7", "C2", "H3"});

    EXPECT_EQ(judge(one), 1);
    EXPECT_EQ(judge(other), 1);
    EXPECT_EQ(judge(after({"C2", "B7"})), 2);
    EXPECT_EQ(judge(one), 1);
}

TEST_F(KnownJudgementsTest, AreOfOneLastStone) {
    const Reached one = after({"C2", "B7", "H7"});
    const Reached other = after({"H7", "B7", "C2"});

    EXPECT_EQ(judge(one), 1);
    EXPECT_EQ(judge(other), 2);
    EXPECT_EQ(judge(one), 1);
}

TEST_F(KnownJudgementsTest, AreOfOneLookAndSetup) {
    const Reached position = after({"C2"});

    EXPECT_EQ(judge(position), 1);
    EXPECT_EQ(judge(position, Look::second), 2);
    EXPECT_EQ(judge(position, Look::first, "another"), 3);
    EXPECT_EQ(judge(position), 1);
}

TEST_F(KnownJudgementsTest, AreNotKeptOfBoardsOfTheirOwn) {
    const Reached position = after({});

    EXPECT_EQ(judge(position, Look::first, ""), 1);
    EXPECT_EQ(judge(position, Look::first, ""), 2);
    EXPECT_EQ(known.size(), 0U);
}

TEST_F(KnownJudgementsTest, AreNotKeptOfLatePositions) {
    Reached reached = after({});
    engine::Position& position = reached.position;
    while (position.ply() < KnownJudgements::plies_max) {
        position.play(position.legal_points(*position.to_move()).front());
    }
    EXPECT_EQ(judge(reached), 1);
    EXPECT_EQ(judge(reached), 1);
    position.play(position.legal_points(*position.to_move()).front());

    EXPECT_EQ(judge(reached), 2);
    EXPECT_EQ(judge(reached), 3);
    EXPECT_EQ(known.size(), 1U);
}

TEST_F(KnownJudgementsTest, AreBoundedAndKeepThoseThatAreAskedFor) {
    const Reached position = after({});
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
