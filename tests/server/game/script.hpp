#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/game/log.hpp"

namespace tanbo::test {

using protocol::AccountId;

// A game as its events and the match after each of them: matches[i] is the one after events[i].
struct Script {
    std::vector<engine::Event> events;
    std::vector<engine::Match> matches;
    std::vector<protocol::StoredEvent> stored;  // the events as they lie in the log
};

// The lowest legal point of the seat to move.
inline engine::Point lowest_legal_point(const engine::Match& match) {
    const auto points = match.position().legal_points(*match.to_move());
    return *std::ranges::min_element(points);
}

// Adds what the command leads to. Requires: the rules allow it.
inline void submit(Script& script, const engine::Command& command) {
    const engine::Instant now{std::chrono::milliseconds(1'000 * script.events.size())};
    engine::Decision decision = engine::decide(script.matches.back(), command, now);
    auto* const decided = std::get_if<engine::Decided>(&decision);
    if (decided == nullptr) throw std::logic_error("the script is refused");
    for (engine::Event& event : decided->events) {
        engine::Match next = script.matches.back();
        next.apply(event);
        script.events.push_back(std::move(event));
        script.matches.push_back(std::move(next));
    }
}

// A game on 9x9 between accounts 1 and 2, as far as `events` events: open, join, join, start, then
// moves.
inline Script play_script(std::size_t events) {
    const engine::Setup& setup = *engine::find_setup("9x9");
    const engine::GameOpened opened{
        "9x9", setup.opening, {{}, {}}, engine::Visibility::everyone, {AccountId{1}, "anna"}};
    Script script;
    script.events.push_back({1, engine::Instant(), opened});
    script.matches.push_back(*engine::Match::open(script.events.front()));
    submit(script, engine::Join{{AccountId{1}, "anna"}, {}});
    submit(script, engine::Join{{AccountId{2}, "ben"}, {}});
    while (script.events.size() < events) {
        const engine::Match& match = script.matches.back();
        const protocol::AccountId account{engine::index_of(*match.to_move()) + 1};
        submit(script, engine::Place{account, lowest_legal_point(match), match.ply()});
    }
    script.events.resize(events);
    script.matches.erase(script.matches.begin() + static_cast<std::ptrdiff_t>(events),
                         script.matches.end());
    for (const engine::Event& event : script.events) {
        script.stored.push_back(game::to_stored(event, setup.opening->lattice()));
    }
    return script;
}

}  // namespace tanbo::test
