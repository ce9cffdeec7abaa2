#pragma once

#include <vector>

#include "server/lobby/observer.hpp"
#include "server/notify/observer.hpp"
#include "server/rating/recorder.hpp"
#include "server/tournament/observer.hpp"

namespace tanbo::app {

// All that must happen because of events, from any cause: a player, the clock, or an administrator
// at the shell.
struct Observers {
    rating::Recorder recorder;
    notify::Observer notices;
    lobby::Observer lobby;  // after the ratings
    tournament::Observer tournaments;

    // In the order in which they are told.
    std::vector<game::Observer*> all() { return {&recorder, &notices, &lobby, &tournaments}; }
};

}  // namespace tanbo::app
