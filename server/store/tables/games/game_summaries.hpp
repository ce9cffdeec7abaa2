#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/terms.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

enum class GameStatus : std::uint8_t { open, active, finished };
enum class Visibility : std::uint8_t { everyone, players };  // stored as 'public', 'private'
enum class PlayerState : std::uint8_t { open, invited, in, left, out };

struct GamePlayer {
    SeatNumber seat = 0;
    std::optional<AccountId> account = {};  // nothing if state is open; perhaps if it is left
    PlayerState state = PlayerState::open;
    std::optional<int> place = {};              // final place from 1
    std::optional<Instant> offered_until = {};  // with left: the seat can be taken over
    std::string handle = {};                    // of the account; read, never written
};

struct NewGame {
    std::optional<std::string> setup = {};    // its id; nothing: `opening` says it
    std::optional<std::string> opening = {};  // a custom opening as JSON; exactly one of the two
    AccountId creator;
    Visibility visibility = Visibility::everyone;
    Instant created_at{};
    GameStatus status = GameStatus::open;
    std::optional<SeatNumber> to_move = {};
    std::vector<GamePlayer> players = {};  // all seats in order
    engine::Terms terms = {};
};

struct GameSummary {
    GameId id{};
    std::optional<std::string> setup = {};
    std::optional<std::string> opening = {};
    AccountId creator{};
    Visibility visibility = Visibility::everyone;
    Instant created_at{};
    GameStatus status = GameStatus::open;
    std::int64_t seq = 0;
    std::int64_t ply = 0;
    std::optional<SeatNumber> to_move = {};
    std::optional<SeatNumber> winner = {};
    Instant updated_at{};
    std::optional<Instant> started_at = {};
    std::optional<Instant> finished_at = {};
    std::optional<std::string> end_reason = {};  // as the last event names it; once finished
    engine::Terms terms = {};
    std::string creator_handle = {};
    std::vector<GamePlayer> players = {};  // by seat
};

// That an account is to move.
struct Turn {
    AccountId account{};
    std::optional<Instant> due_at = {};  // when their time runs out, as of the last event
    std::optional<Instant> since = {};   // nothing: as it was
};

// The columns that every event changes.
struct GameProgress {
    std::int64_t seq = 0;
    std::int64_t ply = 0;
    std::optional<SeatNumber> to_move = {};
    std::optional<Turn> turn = {};  // nothing: no player can move
    Instant updated_at{};
    std::optional<Instant> before = {};  // updated_at before that; nothing: not known
};

// A game without events, for append_event to fill (an event may carry the game's id). A game that
// is created active has started at created_at.
//
// Throws: StorageError constraint (an account that does not exist, seats twice, ...).
GameId create_game(Transaction& transaction, const NewGame& game);

// Resets a game's summary to what create_game made of it, to fold its events into it again. Setup
// and opening stay. Throws: StorageError constraint if the game doesn't exist.
void reset_game(Transaction& transaction, GameId id, const NewGame& game);

// The four that keep the summary a fold over the log. Throws: StorageError constraint if there
// is no such game or seat, or the value is refused.
//
// Of these a usual move calls only advance_game. It touches the index of turns, and once a minute
// those of lists by activity.
void advance_game(Transaction& transaction, GameId game, const GameProgress& progress);
void start_game(Transaction& transaction, GameId game, Instant at);
void finish_game(Transaction& transaction, GameId game, std::optional<SeatNumber> winner,
                 std::string_view end_reason, Instant at);
void set_player(Transaction& transaction, GameId game, const GamePlayer& player);

// The end of a game's log, as its row says.
struct GameHead {
    std::int64_t seq = 0;
    bool has_plans = false;  // a player has planned an answer in it
};

// Locks the game; nothing if there is none. What is kept of the game elsewhere, by this node or
// another, is true only if it is of this seq.
std::optional<GameHead> lock_game(Transaction& transaction, GameId game);
// Reads it ahead. Requires: the game is locked.
void read_head_ahead(Transaction& transaction, GameId game);

// The seq of the game's last event; nothing if there is no such game.
std::optional<std::int64_t> find_seq(Reader& reader, GameId game);

// The custom opening of a game as JSON; nothing if it has a setup, or there is no such game.
std::optional<std::string> custom_opening(Reader& reader, GameId game);

// Nothing if there is no such game.
std::optional<GameSummary> find_game(Reader& reader, GameId game);

// The same of several, in their order, by a statement for fifty of them and one for fifty of those
// whom they name. Those that are not there are left out.
std::vector<GameSummary> find_games(Reader& reader, std::span<const GameId> games);

// Ids above `after` in ascending order, at most `limit`: for walks over all games.
std::vector<GameId> game_ids(Reader& reader, GameId after, int limit);

}  // namespace tanbo::store
