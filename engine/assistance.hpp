#pragma once

#include "engine/match.hpp"
#include "engine/terms.hpp"

namespace tanbo::engine {

// What a board may show of a game now: what was agreed on while it is played, then everything.
inline Assistance assistance_in(const Match& match) {
    return match.status() == Status::active ? match.terms().assistance : Assistance::full;
}

}  // namespace tanbo::engine
