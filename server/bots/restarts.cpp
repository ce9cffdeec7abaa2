#include "server/bots/restarts.hpp"

#include <algorithm>

namespace tanbo::bots {

Restarts::Span Restarts::after(Span run, bool has_worked) {
    const bool is_sound = has_worked || run >= restart_sound_after;
    if (is_sound) next_ = restart_first;
    const Span wait = next_;
    if (!is_sound) next_ = std::min(next_ * 2, restart_last);
    return wait;
}

}  // namespace tanbo::bots
