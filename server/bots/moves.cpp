#include "server/bots/moves.hpp"

#include <chrono>
#include <variant>

#include "server/game/bots.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::bots {

namespace {

// A move in the game of somebody who sits there under a bot's name.
bool is_bots(const game::CommandEvents& command) {
    if (!command.account || command.before == nullptr) return false;
    if (!std::holds_alternative<engine::StonePlaced>(command.events.front().data)) return false;
    const auto seat = command.before->seat_of(*command.account);
    if (!seat) return false;
    const auto& holder = command.before->seats()[static_cast<std::size_t>(engine::index_of(*seat))];
    return holder.player && game::is_house_bot(*holder.player);
}

}  // namespace

Moves::Moves(base::Metrics& metrics)
    : moves_(metrics.counter("tanbo_bots_moves_total", "Moves made by house bots.")),
      seconds_(metrics.histogram("tanbo_bots_move_seconds", "Time a house bot takes to move.",
                                 {0.5, 1, 2, 3, 5, 10, 30, 60, 300})) {}

void Moves::on_events(store::Transaction& transaction, const game::CommandEvents& command) {
    if (!is_bots(command)) return;
    const engine::Instant at = command.events.front().at;
    transaction.announce(store::BotMoved{at, at - command.before->updated_at()});
}

void Moves::announce(const std::vector<store::Announcement>& announcements) {
    for (const store::Announcement& one : announcements) {
        const auto* const moved = std::get_if<store::BotMoved>(&one);
        if (moved == nullptr) continue;
        moves_.add();
        seconds_.observe(std::chrono::duration<double>(moved->waited).count());
        last_ms_ = engine::number_of(moved->at);
    }
}

engine::Instant Moves::last() const {
    return engine::instant_of(last_ms_);
}

}  // namespace tanbo::bots
