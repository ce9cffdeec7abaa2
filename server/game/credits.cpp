#include "server/game/credits.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/storage/downtimes.hpp"
#include "server/storage/game_summaries.hpp"

namespace tanbo::game {

namespace {

using SharedMatch = std::shared_ptr<const engine::Match>;

std::vector<engine::Span> not_taken(storage::Reader& reader, const SharedMatch& match) {
    if (match == nullptr || !match->due()) return {};
    return storage::downtimes_after(reader, match->updated_at());
}

}  // namespace

SharedMatch credited(storage::Reader& reader, SharedMatch match) {
    const auto downtimes = not_taken(reader, match);
    if (downtimes.empty()) return match;
    return std::make_shared<const engine::Match>(match->credited(downtimes));
}

MatchLog credited(storage::Reader& reader, MatchLog log) {
    const auto downtimes = not_taken(reader, log.match);
    engine::Instant last = log.match == nullptr ? engine::Instant() : log.match->updated_at();
    for (const engine::Span& downtime : downtimes) {
        const engine::Span rest{std::max(downtime.from, last), downtime.until};
        if (!log.match->is_moved_by(rest)) continue;
        log.events.push_back({0, rest.until, engine::TimeCredited{rest, {}}});
        log.match = std::make_shared<const engine::Match>(log.match->credited(std::span(&rest, 1)));
    }
    return log;
}

std::optional<engine::Instant> shown_deadline(storage::Reader& reader,
                                              const storage::Waiting& waiting) {
    if (waiting.due_at == storage::no_due) return std::nullopt;
    const engine::Instant due = waiting.due_at;
    if (waiting.kind != storage::WaitingKind::move) return due;
    const auto game = storage::find_game(reader, waiting.game);
    if (!game || !engine::uses_calendars(game->terms.clock)) return due;
    const auto downtimes = storage::downtimes_after(reader, game->updated_at);
    if (downtimes.empty()) return due;
    return shown_flag(reader, static_cast<GameId>(waiting.game));
}

std::optional<engine::Instant> shown_flag(storage::Reader& reader, GameId game) {
    const auto match = credited(reader, load_match(reader, game));
    return match == nullptr ? std::nullopt : match->clock().deadline();
}

}  // namespace tanbo::game
