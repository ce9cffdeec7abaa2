#pragma once

#include <utility>
#include <vector>

#include "server/tournament/rules/decide.hpp"

// Events of one decision, while it is made. Private to this folder.
namespace tanbo::tournament {

// Collects events, each of which sees the tournament after those before it.
class Events {
public:
    Events(const Tournament& tournament, Instant now) : tournament_(tournament), now_(now) {}

    const Tournament& now_is() const { return tournament_; }
    Instant now() const { return now_; }

    void add(TournamentEventData data) {
        TournamentEvent event{tournament_.seq + 1, now_, std::move(data)};
        apply(tournament_, event);
        events_.push_back(std::move(event));
    }

    Decision take() { return {std::move(events_), std::move(tournament_)}; }

private:
    Tournament tournament_;
    Instant now_;
    std::vector<TournamentEvent> events_;
};

}  // namespace tanbo::tournament
