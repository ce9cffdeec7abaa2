#include "server/game/time/credits.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::game {

namespace {

using SharedMatch = std::shared_ptr<const engine::Match>;

std::vector<engine::Span> not_taken(store::Reader& reader, const SharedMatch& match) {
    if (match == nullptr || !match->due()) return {};
    return store::downtimes_after(reader, match->updated_at());
}

}  // namespace

SharedMatch credited(store::Reader& reader, SharedMatch match) {
    const auto downtimes = not_taken(reader, match);
    if (downtimes.empty()) return match;
    return std::make_shared<const engine::Match>(match->credited(downtimes));
}

MatchLog credited(store::Reader& reader, MatchLog log) {
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

std::optional<engine::Instant> shown_flag(store::Reader& reader, GameId game) {
    const auto match = credited(reader, load_match(reader, game));
    return match == nullptr ? std::nullopt : match->clock().deadline();
}

}  // namespace tanbo::game
