#pragma once

#include <vector>

#include "server/lobby/observer.hpp"
#include "server/notify/observer.hpp"
#include "server/rating/recorder.hpp"

namespace tanbo::app {

// Everything that has to happen because of events, whoever causes them: a player, the clock, or an
// administrator at the shell.
struct Observers {
    rating::Recorder recorder;
    notify::Observer notices;
    lobby::Observer lobby;  // after the ratings

    // In the order in which they are told.
    std::vector<game::Observer*> all() { return {&recorder, &notices, &lobby}; }
};

}  // namespace tanbo::app
