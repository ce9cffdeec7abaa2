#include "server/game/waiting_rows.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "server/game/summaries.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::game {

namespace {

std::map<GameId, protocol::GameSummary> summaries_of(store::Reader& reader,
                                                     const std::vector<store::Waiting>& waiting) {
    std::vector<GameId> ids;
    for (const store::Waiting& row : waiting) {
        if (row.game != GameId{}) ids.push_back(row.game);
    }
    std::map<GameId, protocol::GameSummary> summaries;
    for (const store::GameSummary& game : store::find_games(reader, ids)) {
        summaries.emplace(game.id, to_summary(game));
    }
    return summaries;
}

bool counts_by_calendar(const WaitingRow& row) {
    return row.deadline && row.waiting.kind == store::WaitingKind::move && row.game &&
           engine::uses_calendars(row.game->terms.clock);
}

}  // namespace

std::vector<WaitingRow> with_games(store::Reader& reader, std::vector<store::Waiting> waiting) {
    const auto games = summaries_of(reader, waiting);
    std::vector<WaitingRow> rows;
    for (store::Waiting& one : waiting) {
        WaitingRow& row = rows.emplace_back();
        row.waiting = std::move(one);
        if (row.waiting.due_at != store::no_due) row.deadline = row.waiting.due_at;
        const auto game = games.find(row.waiting.game);
        if (game != games.end()) row.game = game->second;
    }
    if (std::ranges::none_of(rows, counts_by_calendar)) return rows;
    const auto up = store::last_downtime_end(reader);
    for (WaitingRow& row : rows) {
        row.is_told_by_game = up && counts_by_calendar(row) && row.game->updated_at < *up;
    }
    return rows;
}

}  // namespace tanbo::game
