#pragma once

#include <vector>

#include "server/lobby/witness.hpp"
#include "server/notice/witness.hpp"
#include "server/rating/recorder.hpp"

namespace tanbo::app {

// What has to happen because of events, whoever causes them: a player, the clock, or an
// administrator at the shell.
struct Witnesses {
    rating::Recorder recorder;
    notice::Witness notices;
    lobby::Witness lobby;  // after the ratings

    // In the order in which they are told.
    std::vector<game::Witness*> all() { return {&recorder, &notices, &lobby}; }
};

}  // namespace tanbo::app
