#include "server/cli/bot/pacing.hpp"

#include <algorithm>

namespace tanbo::cli {

Ms time_for_move(std::optional<Ms> left, Ms most) {
    constexpr int share = 50;
    return std::max(Ms{1}, left ? std::min(most, *left / share) : most);
}

Ms pause_for_move(const Pause& pause, std::optional<Ms> left, double share) {
    constexpr int share_of_clock = 20;
    const double between = static_cast<double>((pause.most - pause.least).count()) * share;
    const Ms wanted = pause.least + Ms{static_cast<std::int64_t>(between)};
    return left ? std::min(wanted, *left / share_of_clock) : wanted;
}

std::uint64_t simulations_under_load(std::uint64_t simulations, int level, double load,
                                     unsigned cores) {
    const bool is_busy = load > static_cast<double>(cores);
    return is_busy && level > level_max_in_full ? simulations / 2 : simulations;
}

Ms pause_after_failures(int failures, double share, Ms most) {
    constexpr int doublings_max = 20;
    const Ms whole = std::min(most, Ms{250} * (1 << std::clamp(failures - 1, 0, doublings_max)));
    return whole / 2 +
           Ms{static_cast<std::int64_t>(static_cast<double>(whole.count()) / 2 * share)};
}

bool ResignRule::is_reached(std::optional<double> chance, int level) {
    constexpr double chance_min = 0.03;
    constexpr int turns_max = 3;
    constexpr int level_min_to_resign = 6;
    turns_ = chance && *chance < chance_min ? turns_ + 1 : 0;
    return level >= level_min_to_resign && turns_ >= turns_max;
}

}  // namespace tanbo::cli
