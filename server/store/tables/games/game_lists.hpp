#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/transaction.hpp"

// Lists of games. A page costs the same however many games there are.
namespace tanbo::store {

inline constexpr int games_page_max = 200;
// Games a page looks through for the filters that no index holds.
inline constexpr int games_examined_max = 500;

// The greatest first; among equals the newest.
enum class GamesOrder : std::uint8_t {
    newest,    // by id
    activity,  // by the minute of the last event; games in progress
    rating,    // of the players when play began; games in progress
    watchers,  // as set_watchers says; games in progress
    ended,     // by the end; finished games
};

// The end of a finished game: for the player of a query by player, else won by a seat or unwon.
enum class PlayerResult : std::uint8_t { won, lost, none };
struct WonBy {
    std::optional<SeatNumber> seat = {};  // nothing: no winner
};

// The player to move in a game in progress: the player of the query, or another one.
enum class Mover : std::uint8_t { player, other };

// The position of a list: what it is ordered by and the id, of the last game that was given.
struct GamesCursor {
    std::int64_t key = 0;  // 0 in the order of ids
    GameId id{};           // 0: every game of this key was given

    auto operator<=>(const GamesCursor&) const = default;
};

// Which games. No index serves every combination: see is_served.
struct GamesQuery {
    GamesOrder order = GamesOrder::newest;
    std::optional<GameStatus> status = {};  // with newest; the other orders say it themselves
    std::optional<std::string> setup = {};
    std::optional<AccountId> player = {};  // who sits in it, is invited to it, or has left it
    bool private_too = false;              // only with player: their private games as well
    std::optional<PlayerResult> player_result = {};  // only with player and ended
    std::optional<WonBy> won_by = {};                // only without player, with ended
    std::optional<Instant> from = {};                // only with ended: not before
    std::optional<Instant> until = {};               // only with ended: before
    // No index holds these; see list_games.
    std::optional<bool> rated = {};
    std::optional<AccountId> opponent = {};  // only with player: has a seat as well
    std::optional<Mover> mover = {};         // only with player and the status active
    std::optional<GamesCursor> before = {};
    int limit = 50;  // 1 to games_page_max
};

struct GamesPage {
    std::vector<GameSummary> games = {};
    std::optional<GamesCursor> next = {};  // of the next page; nothing: this was the last
};

// Whether a list exists for what is asked together.
bool is_served(const GamesQuery& query);

// In the orders of newest and ended a game is neither missed nor repeated while others are created;
// in the others a game may move past the cursor meanwhile. Cost: a few walks along one index, each
// no longer than the page. For the filters that no index holds, a page examines up to
// games_examined_max games: it may have fewer games than its limit, or none, and still a next page.
// Requires: is_served.
GamesPage list_games(Reader& reader, const GamesQuery& query);

// How many open games an account has made; counts up to `limit`.
int open_games_of(Reader& reader, AccountId creator, int limit);

// The rows that lists by rating and by watchers read. Nothing is kept of a game that they can't
// show, because it is private or finished.
void set_game_rating(Transaction& transaction, GameId game, std::int64_t rating);
void set_watchers(Transaction& transaction, GameId game, std::int64_t watchers);

// Sets the watchers of up to `limit` games back to 0; returns of how many.
int forget_watchers(Transaction& transaction, int limit);

// Of several nodes: what each adds to a game's watchers. Only the node itself sets its own.
void set_node_watchers(Transaction& transaction, std::int64_t node, GameId game,
                       std::int64_t watchers);
// Takes away what a node adds to up to `limit` games; returns of how many.
int forget_node_watchers(Transaction& transaction, std::int64_t node, int limit);
// The nodes that add anything, ascending.
std::vector<std::int64_t> nodes_with_watchers(Reader& reader);

}  // namespace tanbo::store
