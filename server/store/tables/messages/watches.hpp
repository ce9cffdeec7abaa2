#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/notice_modes.hpp"
#include "server/store/ids.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// How many games an account watches, and how many accounts watch a game.
inline constexpr int watches_max = 500;
inline constexpr int watchers_max = 1'000;
// The part of people from one address (counted_address).
inline constexpr int watchers_of_address_max = part_of_address(watchers_max);

using protocol::WatchMode;

struct Watch {
    AccountId account{};
    GameId game{};
    WatchMode mode = WatchMode::end;
    Instant since_at{};
};

// False if the account, the game or the account's address has reached its limit. A present watcher
// keeps since_at.
bool set_watch(Transaction& transaction, const Watch& watch);
void delete_watch(Transaction& transaction, AccountId account, GameId game);

// Nothing if the account does not watch the game.
std::optional<Watch> find_watch(Reader& reader, AccountId account, GameId game);
// The newest game first: ids below `before`. At most `limit`.
std::vector<Watch> list_watches(Reader& reader, AccountId account, std::optional<GameId> before,
                                int limit);
// The watchers of a game to tell.
enum class Watchers : std::uint8_t {
    of_moves,  // who chose every move
    of_end,    // who chose anything, but for those who have a seat
    all,       // who chose anything
};
// The first of those above `after`, by account. At most `limit`.
std::vector<AccountId> watchers_after(Reader& reader, GameId game, Watchers which, AccountId after,
                                      int limit);
// Whether a watcher must be told of anything, at no cost if the job has locked the game (lock_game)
// and it has no watchers.
bool is_watched(Transaction& transaction, GameId game);
// Cost: one row.
int count_watchers(Reader& reader, GameId game);

// --- news for many ---

// News of a game for its many watchers, which they get after the transaction.
struct WatcherNews {
    GameId game{};
    std::uint32_t event = 0;  // seq of what it is about
    std::string kind = {};    // of the notices, or another word
    std::string data = "{}";  // of the notices, a JSON object
    Instant at{};
    std::uint32_t seq = 0;        // of the game after it
    std::uint32_t since_seq = 0;  // and before it
    std::int64_t told_up_to = 0;  // watchers get it in ascending order of their ids
};

// Puts it behind the game's other news. Announces WatcherNewsQueued.
void queue_watcher_news(Transaction& transaction, const WatcherNews& news);
// Whether news of the game wait.
bool has_watcher_news(Reader& reader, GameId game);
// The oldest of the first game above `after` of which any wait.
std::optional<WatcherNews> next_watcher_news(Reader& reader, GameId after);

// Keeps others away until the end of the transaction. False if they have told more watchers.
bool lock_watcher_news(Transaction& transaction, const WatcherNews& news);
void set_told_up_to(Transaction& transaction, const WatcherNews& news, std::int64_t told_up_to);
// All watchers have the news.
void delete_watcher_news(Transaction& transaction, const WatcherNews& news);

// --- who looks ---

// The accounts that look at a game, as each of several nodes reports them. A missing row means not
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
