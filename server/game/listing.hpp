#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "server/game/views.hpp"
#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

// Lists of games, newest first.
namespace tanbo::game {

// Where a page begins; nothing: at the newest game. A cursor is opaque to clients: base64url of
// "1:" and the id of the last game of the page before. Errors: bad_cursor.
protocol::Result<std::optional<storage::GameId>> parse_cursor(
    const std::optional<std::string>& cursor);
std::string format_cursor(storage::GameId last);

// Errors: bad_parameter (limit outside 1 to games_page_max, an unknown setup).
protocol::Result<void> check_list(const ListFilter& filter, int limit);

// A page as JSON. Errors: no_such_player. Throws: storage::StorageError.
protocol::Result<std::string> list_page(storage::Reader& reader, const ListFilter& filter,
                                        std::optional<storage::GameId> before, int limit);

}  // namespace tanbo::game
