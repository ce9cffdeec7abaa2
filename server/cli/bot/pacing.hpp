#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

// The times for which a bot thinks and waits.
namespace tanbo::cli {

using Ms = std::chrono::milliseconds;

struct Pause {
    Ms least{500};
    Ms most{1800};
};

// At most a second, or as set, and a fiftieth of the clock that is left; at least a millisecond.
// Without a clock: the most.
Ms time_for_move(std::optional<Ms> left, Ms most = Ms{1000});

// The time that a person would take to answer, between both ends by `share` (0 to 1); no more than
// a twentieth of the clock that is left.
Ms pause_for_move(const Pause& pause, std::optional<Ms> left, double share);

// Levels up to this one always search in full: players measure themselves by them.
inline constexpr int level_max_in_full = 5;

// A level above searches half of its simulations if more work waits than there are cores.
std::uint64_t simulations_under_load(std::uint64_t simulations, int level, double load,
                                     unsigned cores);

// The wait before the next attempt, after so many in a row have failed: it doubles each time, from
// a quarter of a second to the most, between half and all of it by `share`.
Ms pause_after_failures(int failures, double share, Ms most = Ms{4000});

// A game is given up once its best move has had no real chance for some turns.
class ResignRule {
public:
    // With the chance of the best move at each turn of ours; a level is from 1 to 10.
    bool is_reached(std::optional<double> chance, int level);

private:
    int turns_ = 0;
};

}  // namespace tanbo::cli
