#pragma once

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

}  // namespace tanbo::store
