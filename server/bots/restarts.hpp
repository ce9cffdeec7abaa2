#pragma once

#include <chrono>

// When a program that has ended is started again. Pure.
namespace tanbo::bots {

inline constexpr std::chrono::milliseconds restart_first{200};
inline constexpr std::chrono::milliseconds restart_last{60'000};
// Who ran for so long was in order, whatever ended it.
inline constexpr std::chrono::milliseconds restart_sound_after{3'000};

// At once after a run that was sound; after each that was not, twice as long as before.
class Restarts {
public:
    using Span = std::chrono::milliseconds;

    // The wait before the next start, after a run of this length, in which it did what it is for or
    // did not.
    Span after(Span run, bool has_worked);

private:
    Span next_ = restart_first;
};

}  // namespace tanbo::bots
