#include "server/cli/analysis/judgement_cache.hpp"

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

class JudgementCacheTest : public testing::Test {
protected:
    int judge(const Reached& reached, Look look = Look::first, const std::string& setup = "9x9") {
        return cache.judge(setup, reached.position, reached.last, look, std::ref(judge_))
            .chances[0];
    }

    JudgementCache cache;

private:
    Counting judge_;
};

TEST_F(JudgementCacheTest, AreAskedForOnceWhateverMovesLedThere) {
    const Reached one = after({"C2", "B7", "H7", "H3"});
    const Reached other = after({"H7", "B7", "C2", "H3"});

    EXPECT_EQ(judge(one), 1);
    EXPECT_EQ(judge(other), 1);
    EXPECT_EQ(judge(after({"C2", "B7"})), 2);
    EXPECT_EQ(judge(one), 1);
}

TEST_F(JudgementCacheTest, AreOfOneLastStone) {
    const Reached one = after({"C2", "B7", "H7"});
    const Reached other = after({"H7", "B7", "C2"});

    EXPECT_EQ(judge(one), 1);
    EXPECT_EQ(judge(other), 2);
    EXPECT_EQ(judge(one), 1);
}

TEST_F(JudgementCacheTest, AreOfOneLookAndSetup) {
    const Reached position = after({"C2"});

    EXPECT_EQ(judge(position), 1);
    EXPECT_EQ(judge(position, Look::second), 2);
    EXPECT_EQ(judge(position, Look::first, "another"), 3);
    EXPECT_EQ(judge(position), 1);
}

TEST_F(JudgementCacheTest, AreNotKeptOfBoardsOfTheirOwn) {
    const Reached position = after({});

    EXPECT_EQ(judge(position, Look::first, ""), 1);
    EXPECT_EQ(judge(position, Look::first, ""), 2);
    EXPECT_EQ(cache.size(), 0U);
}

TEST_F(JudgementCacheTest, AreNotKeptOfLatePositions) {
    Reached reached = after({});
    engine::Position& position = reached.position;
    while (position.ply() < JudgementCache::plies_max) {
        position.play(position.legal_points(*position.to_move()).front());
    }
    EXPECT_EQ(judge(reached), 1);
    EXPECT_EQ(judge(reached), 1);
    position.play(position.legal_points(*position.to_move()).front());

    EXPECT_EQ(judge(reached), 2);
    EXPECT_EQ(judge(reached), 3);
    EXPECT_EQ(cache.size(), 1U);
}

TEST_F(JudgementCacheTest, AreBoundedAndKeepThoseThatAreAskedFor) {
    const Reached position = after({});
    const int first = judge(position);
    for (std::size_t i = 0; i < 3 * JudgementCache::generation_max; ++i) {
        judge(position, Look::first, "setup " + std::to_string(i));
        if (i % 1000 == 0) EXPECT_EQ(judge(position), first);
    }

    EXPECT_LE(cache.size(), 2 * JudgementCache::generation_max);
    EXPECT_GT(cache.size(), JudgementCache::generation_max);
    EXPECT_EQ(judge(position), first);
    EXPECT_NE(judge(position, Look::first, "setup 0"), first + 1);
}

}  // namespace
}  // namespace tanbo::cli
