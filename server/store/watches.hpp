#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/notice_modes.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// How many games an account watches, and how many accounts watch a game.
inline constexpr int watches_max = 500;
inline constexpr int watchers_max = 1'000;

using protocol::WatchMode;

struct Watch {
    AccountId account{};
    GameId game{};
    WatchMode mode = WatchMode::end;
    Instant since_at{};
};

// False if the account or the game has as many as there may be. Who watches already keeps
// since_at.
bool set_watch(Transaction& transaction, const Watch& watch);
void delete_watch(Transaction& transaction, AccountId account, GameId game);

// Nothing if the account does not watch the game.
std::optional<Watch> find_watch(Reader& reader, AccountId account, GameId game);
// The newest game first: ids below `before`. At most `limit`.
std::vector<Watch> list_watches(Reader& reader, AccountId account, std::optional<GameId> before,
                                int limit);
// Those who want to be told of something, by account.
std::vector<Watch> watches_of(Reader& reader, GameId game);
// The same, at no cost if the job has locked the game (lock_game) and nobody watches it.
std::vector<Watch> watches_of(Transaction& transaction, GameId game);
// Cost: one row.
int count_watchers(Reader& reader, GameId game);

// --- who looks ---

// Who looks at which game, as each of several nodes says of itself. Whoever is not found is not
// looking: rows are late, and go with the node, and with a PostgreSQL that crashes.
struct Look {
    AccountId account{};
    GameId game{};

    auto operator<=>(const Look&) const = default;
};

// Whether another node than this says so now.
bool is_looking_elsewhere(Reader& reader, std::int64_t node, const Look& look, Instant now);

// Of the node itself. Several are written in ascending order.
void set_look(Transaction& transaction, std::int64_t node, const Look& look, Instant until);
void delete_look(Transaction& transaction, std::int64_t node, const Look& look);

// All that a node has said, and the nodes that have said anything, ascending.
void forget_looks(Transaction& transaction, std::int64_t node);
std::vector<std::int64_t> nodes_with_looks(Reader& reader);

}  // namespace tanbo::store
