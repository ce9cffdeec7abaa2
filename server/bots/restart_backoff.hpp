#pragma once

#include <chrono>

// When a program that has ended is started again. Pure.
namespace tanbo::bots {

inline constexpr std::chrono::milliseconds restart_first{200};
inline constexpr std::chrono::milliseconds restart_last{60'000};
// Who ran for so long was in order, whatever ended it; who was ready to play, sooner.
inline constexpr std::chrono::milliseconds restart_sound_after{3'000};
inline constexpr std::chrono::milliseconds restart_sound_ready_after{1'000};

// A run of the program.
struct Run {
    std::chrono::milliseconds length{0};
    bool was_ready = false;  // it has followed the notices of a bot
    bool has_moved = false;  // it did what it is for
};

// At once after a run that was sound; after each that was not, twice as long as before.
class RestartBackoff {
public:
    using Span = std::chrono::milliseconds;

    // The wait before the next start.
    Span after(const Run& run);

private:
    Span next_ = restart_first;
};

}  // namespace tanbo::bots
