#pragma once

#include "engine/match.hpp"
#include "engine/time/terms.hpp"

namespace tanbo::engine {

// The help that boards may give in a game now: as agreed while it is played, then everything.
inline Assistance assistance_in(const Match& match) {
    return match.status() == Status::active ? match.terms().assistance : Assistance::full;
}

}  // namespace tanbo::engine
