#include "server/app/figures.hpp"

#include <variant>

#include "engine/event.hpp"
#include "protocol/json/build.hpp"
#include "server/game/feed/presence.hpp"

namespace tanbo::app {

Figures::Figures(base::Metrics& metrics, game::Presence& presence)
    : started_(metrics.counter("tanbo_games_started_total", "Games started.")),
      ended_(metrics.counter("tanbo_games_ended_total", "Games ended, with a result or without.")),
      moves_(metrics.counter("tanbo_moves_total", "Stones placed.")) {
    presence.count_online(
        metrics.gauge("tanbo_players_online", "Accounts that follow their notices on this node."));
}

void Figures::on_events(store::Transaction&, const game::CommandEvents& command) {
    for (const engine::Event& event : command.events) {
        if (std::holds_alternative<engine::GameStarted>(event.data)) started_.add();
        if (std::holds_alternative<engine::GameEnded>(event.data)) ended_.add();
        if (std::holds_alternative<engine::StonePlaced>(event.data)) moves_.add();
    }
}

void add_build_info(base::Metrics& metrics) {
    const protocol::Build& build = protocol::build();
    metrics
        .gauge("tanbo_build_info", "Version, commit and kind of the build; always 1.",
               {{"version", std::string(build.version)},
                {"commit", std::string(build.commit)},
                {"type", std::string(build.type)}})
        .set(1);
}

}  // namespace tanbo::app
