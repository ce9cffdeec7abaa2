#include <gtest/gtest.h>

#include "engine/position.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {

// A position in the middle of a game, one invariant of which can be broken.
class SpoiledPosition {
public:
    SpoiledPosition() : position_(find_setup("9x9")->opening) {
        tests::Random random(4);
        for (int ply = 0; ply < 12; ++ply) {
            position_.play(random.pick(position_.legal_points(*position_.to_move())));
        }
        seed_ = position_.seed(1);
    }

    bool is_consistent() const { return position_.is_consistent(); }

    void miscount_stones() { ++position_.seat_states_[0].stones; }
    void miscount_roots() { ++position_.seat_states_[0].roots; }
    void miscount_seats() { ++position_.seats_in_; }
    void miscount_root_space() { ++position_.tables_.roots[1].space; }
    void mislabel_a_stone() { position_.tables_.stones[seed_].root = 2; }
    void forget_a_stone() { position_.tables_.stones[seed_].root = 0; }
    void lose_the_list_of_a_root() { position_.tables_.roots[1].first = seed_; }
    void forget_a_root() { position_.tables_.roots[1].first = no_point; }
    void miscount_contacts() { position_.tables_.contacts[0].add(1); }
    void forget_a_legal_point() { --position_.seat_states_[1].legal; }
    void misplace_a_legal_point() {
        ++position_.tables_.slots[position_.at(Seat::black, first_legal())];
    }
    void repeat_a_legal_point() { position_.tables_.legal[1] = position_.tables_.legal[0]; }
    void change_the_hash() { position_.stones_hash_ ^= 1; }
    void give_a_place() { position_.seat_states_[1].place = 2; }
    void give_the_turn_to_nobody() { position_.turn_ = Seat::red; }

private:
    Point first_legal() const { return position_.legal_points(Seat::black)[0]; }

    Position position_;
    Point seed_;
};

namespace {

using Spoil = void (SpoiledPosition::*)();

struct Case {
    std::string name;
    Spoil spoil;

    friend void PrintTo(const Case& row, std::ostream* out) { *out << row.name; }
};

class PositionCheck : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Invariants, PositionCheck,
    testing::Values(Case{"stones", &SpoiledPosition::miscount_stones},
                    Case{"roots", &SpoiledPosition::miscount_roots},
                    Case{"seats", &SpoiledPosition::miscount_seats},
                    Case{"root_space", &SpoiledPosition::miscount_root_space},
                    Case{"label", &SpoiledPosition::mislabel_a_stone},
                    Case{"missing_stone", &SpoiledPosition::forget_a_stone},
                    Case{"list_of_stones", &SpoiledPosition::lose_the_list_of_a_root},
                    Case{"missing_root", &SpoiledPosition::forget_a_root},
                    Case{"contacts", &SpoiledPosition::miscount_contacts},
                    Case{"missing_legal_point", &SpoiledPosition::forget_a_legal_point},
                    Case{"slot", &SpoiledPosition::misplace_a_legal_point},
                    Case{"repeated_legal_point", &SpoiledPosition::repeat_a_legal_point},
                    Case{"hash", &SpoiledPosition::change_the_hash},
                    Case{"place", &SpoiledPosition::give_a_place},
                    Case{"turn", &SpoiledPosition::give_the_turn_to_nobody}),
    [](const auto& row) { return row.param.name; });

TEST_P(PositionCheck, NoticesABrokenInvariant) {
    SpoiledPosition position;
    ASSERT_TRUE(position.is_consistent());

    (position.*GetParam().spoil)();

    EXPECT_FALSE(position.is_consistent());
}

}  // namespace
}  // namespace tanbo::engine
