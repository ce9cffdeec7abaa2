#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/games/answers.hpp"
#include "protocol/json/error.hpp"
#include "server/game/views/views.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/transaction.hpp"

// Lists of games, as asked for and as given.
namespace tanbo::game {

// The question to the store, but for the player. A cursor is opaque to clients: base64url of "2:",
// the order, and what the last game of the page before is ordered by
// ("2:activity:1700000040000:42").
//
// Errors: bad_parameter (limit outside 1 to games_page_max, an unknown setup or result, filters
// that no index serves together); bad_cursor (none of this order).
protocol::Result<store::GamesQuery> list_query(const ListFilter& filter,
                                               const std::optional<std::string>& cursor, int limit);

struct SummaryPage {
    std::vector<protocol::GameSummary> games;
    std::optional<std::string> next;  // cursor of the next page; nothing: this was the last
};
// Errors: no_such_player. Throws: store::StorageError.
protocol::Result<SummaryPage> list_summaries(store::Reader& reader, const ListFilter& filter,
                                             store::GamesQuery query);

// A game of a list, and when the flag of who is to move falls; nothing if no time runs.
struct TimedSummary {
    protocol::GameSummary game;
    std::optional<engine::Instant> flag;
};
struct TimedPage {
    std::vector<TimedSummary> games;
    bool has_more = false;
};
// Errors: no_such_player. Throws: store::StorageError.
protocol::Result<TimedPage> list_timed(store::Reader& reader, const ListFilter& filter,
                                       store::GamesQuery query);

// list_summaries as JSON. Errors: no_such_player. Throws: store::StorageError.
protocol::Result<std::string> list_page(store::Reader& reader, const ListFilter& filter,
                                        store::GamesQuery query);

}  // namespace tanbo::game
