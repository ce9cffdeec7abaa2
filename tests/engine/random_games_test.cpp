// Whole random games, each position compared with the naive implementation, and the promises of the
// rules ("What follows") held to on the way.

#include <set>

#include <gtest/gtest.h>

#include "tests/support/play.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::tests {
namespace {

using engine::Outcome;
using engine::Position;

// A preview, kept beyond the next turn.
struct Foretold {
    explicit Foretold(const Outcome& outcome)
        : eliminated(outcome.eliminated), to_move(outcome.to_move), winner(outcome.winner) {
        for (const auto& root : outcome.removed) {
            removed.push_back(
                {root.seat, root.seed, {root.points.begin(), root.points.end()}, root.current});
        }
    }

    std::vector<NaivePosition::Root> removed;
    engine::SeatSet eliminated;
    std::optional<Seat> to_move;
    std::optional<Seat> winner;

    bool operator==(const Foretold&) const = default;
};

// A game in play, twice over.
class Game {
public:
    explicit Game(const std::shared_ptr<const Opening>& opening)
        : position_(opening),
          naive_(*opening),
          points_(static_cast<std::uint32_t>(opening->lattice().points())),
          roots_(static_cast<std::uint32_t>(opening->seeds().size())) {}

    // Plays to the end; now and then somebody leaves instead.
    void play(Random& random, std::uint32_t leave_one_in) {
        seen_.insert(naive_.board());
        compare();
        while (!position_.is_over() && !testing::Test::HasFailure()) {
            const int roots_before = position_.roots();
            const bool leaves = leave_one_in > 0 && random.below(leave_one_in) == 0;
            if (leaves) {
                leave(random);
            } else {
                move(random);
            }
            compare();
            hold_promises(roots_before, leaves);
        }
        EXPECT_LT(position_.ply(), roots_ * points_);
        EXPECT_EQ(position_.seats_in(), 1);
    }

private:
    void move(Random& random) {
        const Seat seat = *position_.to_move();
        const auto legal = position_.legal_points(seat);
        ASSERT_FALSE(legal.empty());
        const Point point = random.pick(legal);

        const std::uint64_t hash = position_.hash();
        const std::vector<Point> order(legal.begin(), legal.end());
        const Foretold foretold(position_.preview(point));
        EXPECT_EQ(position_.hash(), hash);
        EXPECT_TRUE(std::equal(order.begin(), order.end(), position_.legal_points(seat).begin()));
        EXPECT_EQ(difference(position_, naive_), "");

        const Outcome outcome = position_.play(point);
        EXPECT_EQ(Foretold(outcome), foretold);
        EXPECT_EQ(outcome.seat, seat);
        EXPECT_EQ(outcome.point, point);
        expect_same(outcome, naive_.play(point));
    }

    void leave(Random& random) {
        std::vector<Seat> seats;
        for (int index = 0; index < position_.opening().seats(); ++index) {
            if (position_.is_in(engine::seat_at(index))) seats.push_back(engine::seat_at(index));
        }
        const Seat seat = random.pick(std::span<const Seat>(seats));
        const Outcome outcome = position_.leave(seat);
        EXPECT_EQ(outcome.seat, seat);
        EXPECT_EQ(outcome.point, engine::no_point);
        expect_same(outcome, naive_.leave(seat));
    }

    void expect_same(const Outcome& outcome, const std::optional<NaivePosition::Turn>& turn) {
        ASSERT_TRUE(turn.has_value());
        EXPECT_EQ(difference(outcome, *turn), "");
        EXPECT_EQ(outcome.to_move, position_.to_move());
        EXPECT_EQ(outcome.winner, position_.winner());
    }

    void compare() {
        EXPECT_EQ(difference(position_, naive_), "") << "after " << position_.ply() << " plies";
        EXPECT_TRUE(position_.is_consistent()) << "after " << position_.ply() << " plies";
    }

    void hold_promises(int roots_before, bool left) {
        EXPECT_GE(position_.roots(), 1);
        std::size_t stones = 0;
        std::size_t pairs = 0;
        for (const auto& root : naive_.roots()) {
            EXPECT_FALSE(naive_.is_bounded(root));
            stones += root.points.size();
        }
        for (std::uint32_t index = 0; index < points_; ++index) {
            const Point point = static_cast<Point>(index);
            for (const Point other : position_.lattice().neighbours(point)) {
                if (naive_.stone(point) && naive_.stone(point) == naive_.stone(other)) ++pairs;
            }
        }
        const auto roots = static_cast<std::size_t>(position_.roots());
        EXPECT_EQ(pairs, 2 * (stones - roots)) << "a root is not a tree";
        EXPECT_TRUE(left || position_.roots() <= roots_before);
        EXPECT_TRUE(seen_.insert(naive_.board()).second) << "a position repeats";
    }

    Position position_;
    NaivePosition naive_;
    std::uint32_t points_;
    std::uint32_t roots_;
    std::set<std::vector<std::optional<Seat>>> seen_;
};

class RandomGames : public testing::TestWithParam<std::string> {};

std::vector<std::string> setup_ids() {
    std::vector<std::string> ids;
    for (const auto& setup : engine::setups()) ids.emplace_back(setup.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Setups, RandomGames, testing::ValuesIn(setup_ids()),
                         [](const auto& setup) {
                             std::string name = setup.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(RandomGames, AgreeWithTheNaiveRulesAndKeepTheirPromises) {
    const auto opening = engine::find_setup(GetParam())->opening;
    const int games = repetitions(opening->lattice().points() > 200 ? 5 : 20);
    Random random(2026);

    for (int game = 0; game < games && !HasFailure(); ++game) Game(opening).play(random, 0);
}

TEST_P(RandomGames, AgreeWhenPlayersLeaveOnTheWay) {
    const auto opening = engine::find_setup(GetParam())->opening;
    Random random(2027);
    const int games = repetitions(10);

    for (int game = 0; game < games && !HasFailure(); ++game) Game(opening).play(random, 60);
}

TEST(RandomGamesOnCustomBoards, AgreeWithTheNaiveRulesAndKeepTheirPromises) {
    Random random(2028);
    const int games = repetitions(400);

    for (int game = 0; game < games && !HasFailure(); ++game) {
        const auto opening = random_opening(random);
        Game(opening).play(random, game % 2 == 0 ? 0 : 10);
    }
}

// Plays games on custom boards against a naive implementation with this way to remove roots. True
// if one of them differs.
bool games_differ(NaivePosition::Removal removal) {
    Random random(2028);
    const int games = repetitions(400);
    for (int game = 0; game < games; ++game) {
        const auto opening = random_opening(random);
        Position position(opening);
        NaivePosition naive(*opening, removal);
        while (const auto seat = position.to_move()) {
            const Point point = random.pick(position.legal_points(*seat));
            position.play(point);
            if (!naive.play(point) || !difference(position, naive).empty()) return true;
        }
    }
    return false;
}

TEST(RandomGamesComparison, NoticesABrokenRule) {
    EXPECT_FALSE(games_differ(NaivePosition::Removal::by_the_rules));
    EXPECT_TRUE(games_differ(NaivePosition::Removal::one_root_at_a_time));
    EXPECT_TRUE(games_differ(NaivePosition::Removal::bounded_current_with_the_rest));
}

}  // namespace
}  // namespace tanbo::tests
