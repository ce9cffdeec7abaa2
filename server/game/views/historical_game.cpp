#include "server/game/views/historical_game.hpp"

#include <utility>

#include "server/game/log.hpp"
#include "server/game/time/credits.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::game {

std::optional<HistoricalGame> read_historical_game(store::Reader& reader, protocol::GameId game,
                                                   std::uint32_t seq) {
    const auto stored = store::read_events(reader, game);
    if (stored.empty() || seq > stored.size()) return std::nullopt;
    const std::size_t wanted = seq == 0 ? stored.size() : seq;
    std::vector<engine::Event> log;
    std::optional<engine::Match> then;
    std::shared_ptr<const engine::Match> now;
    replay(game, stored, [&](const engine::Match& match, const engine::Event& event) {
        if (event.seq <= wanted) log.push_back(event);
        if (event.seq == wanted) then = match;
        if (event.seq == stored.size()) now = std::make_shared<const engine::Match>(match);
    });
    now = credited(reader, std::move(now));
    if (wanted == stored.size()) then = *now;
    return HistoricalGame{std::move(log), std::move(then.value()), std::move(now)};
}

std::vector<protocol::StoredEvent> read_events(store::Reader& reader, protocol::GameId game) {
    std::vector<protocol::StoredEvent> events;
    for (auto& event : store::read_events(reader, game)) {
        events.push_back(to_protocol(std::move(event)));
    }
    return events;
}

bool exists(store::Reader& reader, protocol::GameId game) {
    return store::find_game(reader, game).has_value();
}

}  // namespace tanbo::game
