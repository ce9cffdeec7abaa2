#include "server/cli/screen/clock_part.hpp"

#include <algorithm>
#include <chrono>

namespace tanbo::cli {

namespace {

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

std::string clock_text(engine::Millis remaining) {
    const std::int64_t seconds = std::chrono::floor<std::chrono::seconds>(remaining).count();
    const std::int64_t minutes = seconds / 60;
    const std::int64_t hours = minutes / 60;
    if (hours >= 24) {
        return std::to_string(hours / 24) + " d " + two_digits(hours % 24) + ":" +
               two_digits(minutes % 60);
    }
    if (hours == 0) return std::to_string(minutes) + ":" + two_digits(seconds % 60);
    return std::to_string(hours) + ":" + two_digits(minutes % 60) + ":" + two_digits(seconds % 60);
}

std::string clock_of(const engine::Match& match, engine::Seat seat, engine::Instant now) {
    const auto index = static_cast<std::size_t>(engine::index_of(seat));
    const engine::SeatState state = match.seats()[index].state;
    const bool is_held = state == engine::SeatState::in || state == engine::SeatState::offered;
    if (!match.clock().is_on() || !is_held) return {};
    return clock_text(match.clock().remaining(seat, now));
}

std::optional<engine::Millis> next_tick(const engine::Match& match, engine::Instant now) {
    const engine::Clock& clock = match.clock();
    if (!match.to_move() || !clock.is_on() || clock.is_paused() || !clock.running()) return {};
    const engine::Millis left = clock.remaining(*clock.running(), now);
    if (left == engine::Millis{0}) return {};
    const auto shown = std::chrono::floor<std::chrono::seconds>(left);
    const auto change = clock.reaches(shown - engine::Millis{1});
    if (!change) return {};
    return std::max(*change - now, engine::Millis{1});
}

}  // namespace tanbo::cli
