#pragma once

#include <optional>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/games/answers.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

// Something that waits for an account, and its game.
struct WaitingRow {
    store::Waiting waiting;
    std::optional<protocol::GameSummary> game = {};
    std::optional<engine::Instant> deadline = {};  // nothing: it is never due
    // Downtimes have put off a time that does not count by the hour: the deadline is only an
    // earliest one, and the game itself tells when it is.
    bool is_told_by_game = false;
};

// With their games. Cost: two statements for fifty of them, and at most one more.
// Throws: store::StorageError.
std::vector<WaitingRow> with_games(store::Reader& reader, std::vector<store::Waiting> waiting);

}  // namespace tanbo::game
