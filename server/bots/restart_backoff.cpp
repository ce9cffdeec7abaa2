#include "server/bots/restart_backoff.hpp"

#include <algorithm>

namespace tanbo::bots {

RestartBackoff::Span RestartBackoff::after(const Run& run) {
    const Span enough = run.was_ready ? restart_sound_ready_after : restart_sound_after;
    const bool is_sound = run.has_moved || run.length >= enough;
    if (is_sound) next_ = restart_first;
    const Span wait = next_;
    if (!is_sound) next_ = std::min(next_ * 2, restart_last);
    return wait;
}

}  // namespace tanbo::bots
