#include "server/store/tables/games/game_summaries.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/game_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 5> states = {"open", "invited", "in", "left", "out"};
constexpr std::array<std::string_view, 4> clocks = {"none", "per-move", "fischer", "total"};
constexpr std::array<std::string_view, 2> policies = {"remove", "substitute"};
constexpr std::array<std::string_view, 3> assistances = {"full", "some", "none"};

// The sum in games.clock_off.
constexpr std::int64_t weekends_off = 1;
constexpr std::int64_t sleep_off = 2;
constexpr std::int64_t vacations_off = 4;

const Sql insert_game = R"(
INSERT INTO games (setup, opening, creator, visibility, created_at, status, seq, ply, to_move,
                   updated_at, started_at, clock, clock_initial_s, clock_increment_s, clock_max_s,
                   clock_off, rated, swap, leaver_policy, assistance, turn_of, turn_since,
                   tournament, round, table_number, game_of_table, event_terms)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?7, ?5, ?17, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?18,
        ?19, ?20, ?21, ?22, ?23, ?24))";
const Sql insert_player = R"(
INSERT INTO game_players (game, seat, account, state, place, status, visibility, setup)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))";
const Sql reset_row = R"(
UPDATE games SET creator = ?2, visibility = ?3, created_at = ?4, status = ?5, seq = 0, ply = 0,
                 to_move = ?6, winner = NULL, updated_at = ?4,
                 started_at = ?7, finished_at = NULL, end_reason = NULL, turn_of = ?8,
                 turn_due_at = ?9, turn_since = ?10
WHERE id = ?1)";
const Sql delete_players = "DELETE FROM game_players WHERE game = ?1";
const Sql update_progress = R"(
UPDATE games SET seq = ?2, ply = ?3, to_move = ?4, updated_at = ?5, turn_of = ?6,
                 turn_due_at = ?7, turn_since = ?8
WHERE id = ?1)";
const Sql update_progress_in_turn = R"(
UPDATE games SET seq = ?2, ply = ?3, to_move = ?4, updated_at = ?5, turn_of = ?6,
                 turn_due_at = ?7, turn_since = coalesce(turn_since, ?5)
WHERE id = ?1)";
// Keeps what is not of the log.
const Sql put_rank = R"(
INSERT INTO game_ranks (game, setup, active_at) VALUES (?1, ?2, ?3)
ON CONFLICT (game) DO UPDATE SET setup = excluded.setup, active_at = excluded.active_at)";
const Sql start_rank = "UPDATE game_ranks SET active_at = ?2 WHERE game = ?1";
const Sql advance_rank = R"(
UPDATE game_ranks SET active_at = ?2 WHERE game = ?1 AND active_at IS NOT NULL)";
const Sql delete_rank = "DELETE FROM game_ranks WHERE game = ?1";
const Sql update_started = "UPDATE games SET status = 'active', started_at = ?2 WHERE id = ?1";
const Sql update_finished = R"(
UPDATE games SET status = 'finished', to_move = NULL, winner = ?2, finished_at = ?3,
                 end_reason = ?4
WHERE id = ?1)";
const Sql update_status_of_players =
    "UPDATE game_players SET status = ?2, finished_at = ?3 WHERE game = ?1";
const Sql update_player = R"(
UPDATE game_players SET account = ?3, state = ?4, place = ?5, offered_until = ?6
WHERE game = ?1 AND seat = ?2)";
const Sql select_head = R"(
SELECT seq, CASE WHEN EXISTS (SELECT 1 FROM plans WHERE game = ?1) THEN 1 ELSE 0 END,
       CASE WHEN EXISTS (SELECT 1 FROM watches WHERE game = ?1) THEN 1 ELSE 0 END
FROM games WHERE id = ?1)";
const Sql select_opening = "SELECT opening FROM games WHERE id = ?1";
const Sql select_seq = "SELECT seq FROM games WHERE id = ?1";
const Sql select_ids = "SELECT id FROM games WHERE id > ?1 ORDER BY id LIMIT ?2";

// Reads rows by their ids, many by one statement, or a few by a shorter one.
class RowsById {
public:
    RowsById(const std::string& select, const std::string& id)
        : few_(text(select, id, few_max)), many_(text(select, id, many_max)) {}

    // Calls `take` with each row that there is, in the order of ids. Requires: ids ascend.
    template <class Id, class Take>
    void read(Reader& reader, std::span<const Id> ids, const Take& take) const {
        while (!ids.empty()) {
            const auto some = ids.first(std::min(ids.size(), many_max));
            const bool are_few = some.size() <= few_max;
            Query select = reader.read(are_few ? few_ : many_);
            bind(select, some, are_few ? few_max : many_max);
            while (select.step()) take(select);
            ids = ids.subspan(some.size());
        }
    }

private:
    static constexpr std::size_t few_max = 10;
    static constexpr std::size_t many_max = 50;

    static std::string text(const std::string& select, const std::string& id, std::size_t count) {
        std::string text = select + " WHERE " + id + " IN (?1";
        for (std::size_t i = 2; i <= count; ++i) text += ", ?" + std::to_string(i);
        return text + ") ORDER BY " + id;
    }

    // The last again and again if there are fewer than `count`.
    template <class Id>
    static void bind(Query& select, std::span<const Id> ids, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            select.bind_at(static_cast<int>(i) + 1, ids[std::min(i, ids.size() - 1)]);
        }
    }

    Sql few_;
    Sql many_;
};

const RowsById games_by_id(R"(
SELECT id, setup, opening, creator, visibility, created_at, status, seq, ply, to_move, winner,
       updated_at, started_at, finished_at, end_reason, clock, clock_initial_s, clock_increment_s,
       clock_max_s, clock_off, rated, swap, leaver_policy, assistance, seats, tournament, round,
       table_number, game_of_table, event_terms
FROM games)",
                           "id");
const RowsById handles_by_id("SELECT id, handle FROM accounts", "id");

void require_one(std::int64_t rows, GameId game, std::string_view what) {
    if (rows == 1) return;
    throw StorageError(Fault::constraint, "Missing " + std::string(what) + " of game " +
                                              protocol::to_string(game) + ".");
}

std::int64_t off_sum(const engine::ClockSettings& clock) {
    return (clock.weekends_off ? weekends_off : 0) + (clock.sleep_off ? sleep_off : 0) +
           (clock.vacations ? vacations_off : 0);
}

// The sum in games.event_terms.
constexpr std::int64_t event_undo = 1;
constexpr std::int64_t event_pause = 2;

struct EventColumns {
    std::optional<std::int64_t> tournament = {};
    std::optional<std::int64_t> round = {};
    std::optional<std::int64_t> table = {};
    std::optional<std::int64_t> number = {};
    std::int64_t terms = 0;
};

EventColumns event_columns(const engine::Terms& terms) {
    if (!terms.event) return {};
    const engine::EventTable& event = *terms.event;
    return {event.tournament, event.round, event.table, event.number,
            (event.undo ? event_undo : 0) + (event.pause ? event_pause : 0)};
}

std::optional<engine::EventTable> event_of(const Query& row, int first) {
    if (row.is_null(first)) return std::nullopt;
    engine::EventTable event;
    event.tournament = row.integer(first);
    event.round = static_cast<int>(row.integer(first + 1));
    event.table = static_cast<int>(row.integer(first + 2));
    event.number = static_cast<int>(row.integer(first + 3));
    const std::int64_t terms = row.integer(first + 4);
    event.undo = (terms & event_undo) != 0;
    event.pause = (terms & event_pause) != 0;
    return event;
}

std::optional<SeatNumber> seat_of(const Query& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return static_cast<SeatNumber>(row.integer(column));
}

engine::Terms terms_of(const Query& row, int first) {
    engine::Terms terms;
    terms.clock.kind = value_of<engine::ClockKind>(clocks, row.text(first));
    terms.clock.initial = std::chrono::seconds(row.integer(first + 1));
    terms.clock.increment = std::chrono::seconds(row.integer(first + 2));
    terms.clock.maximum = std::chrono::seconds(row.integer(first + 3));
    const std::int64_t off = row.integer(first + 4);
    terms.clock.weekends_off = (off & weekends_off) != 0;
    terms.clock.sleep_off = (off & sleep_off) != 0;
    terms.clock.vacations = (off & vacations_off) != 0;
    terms.rated = row.integer(first + 5) != 0;
    terms.swap = row.integer(first + 6) != 0;
    terms.leaver_policy = value_of<engine::LeaverPolicy>(policies, row.text(first + 7));
    terms.assistance = value_of<engine::Assistance>(assistances, row.text(first + 8));
    return terms;
}

// Takes a part off the text, and the separator behind it.
std::string_view take_part(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

// A number, or nothing if there is no text.
std::optional<std::int64_t> optional_number(std::string_view text) {
    if (text.empty()) return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw StorageError(Fault::corrupt, "The database contains the unknown seat number \"" +
                                               std::string(text) + "\".");
    }
    return number;
}

// games.seats, as migration 0031 describes it.
std::vector<GamePlayer> players_of(std::string_view seats) {
    std::vector<GamePlayer> players;
    players.reserve(2);
    while (!seats.empty()) {
        std::string_view words = take_part(seats, ' ');
        GamePlayer& player = players.emplace_back();
        player.seat = static_cast<SeatNumber>(players.size() - 1);
        player.state = value_of<PlayerState>(states, take_part(words, ':'));
        if (const auto account = optional_number(take_part(words, ':'))) {
            player.account = static_cast<AccountId>(*account);
        }
        if (const auto place = optional_number(take_part(words, ':'))) {
            player.place = static_cast<int>(*place);
        }
        if (const auto until = optional_number(words)) {
            player.offered_until = engine::instant_of(*until);
        }
    }
    return players;
}

GameSummary summary_of(const Query& row) {
    GameSummary game;
    game.id = row.id<GameId>(0);
    game.setup = row.optional_text(1);
    game.opening = row.optional_text(2);
    game.creator = row.id<AccountId>(3);
    game.visibility = value_of<Visibility>(visibilities, row.text(4));
    game.created_at = row.instant(5);
    game.status = value_of<GameStatus>(game_statuses, row.text(6));
    game.seq = row.integer(7);
    game.ply = row.integer(8);
    game.to_move = seat_of(row, 9);
    game.winner = seat_of(row, 10);
    game.updated_at = row.instant(11);
    game.started_at = row.optional_instant(12);
    game.finished_at = row.optional_instant(13);
    game.end_reason = row.optional_text(14);
    game.terms = terms_of(row, 15);
    game.terms.event = event_of(row, 25);
    game.players = players_of(row.text(24));
    return game;
}

using Summaries = std::vector<GameSummary>;  // by id

Summaries::iterator find_in(Summaries& found, GameId game) {
    const auto place = std::ranges::lower_bound(found, game, {}, &GameSummary::id);
    return place != found.end() && place->id == game ? place : found.end();
}

template <class Value>
void sort_each_once(std::vector<Value>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The accounts that any of the games names.
std::vector<AccountId> accounts_in(const Summaries& games) {
    std::vector<AccountId> accounts;
    const auto add = [&accounts](AccountId account) {
        if (accounts.empty() || accounts.back() != account) accounts.push_back(account);
    };
    for (const GameSummary& game : games) {
        add(game.creator);
        for (const GamePlayer& player : game.players) {
            if (player.account) add(*player.account);
        }
    }
    sort_each_once(accounts);
    return accounts;
}

void add_handles(Reader& reader, Summaries& games) {
    const std::vector<AccountId> accounts = accounts_in(games);
    std::vector<std::string> handles(accounts.size());
    const auto place_of = [&accounts](AccountId account) {
        return static_cast<std::size_t>(std::ranges::lower_bound(accounts, account) -
                                        accounts.begin());
    };
    handles_by_id.read(reader, std::span(accounts), [&](const Query& row) {
        handles[place_of(row.id<AccountId>(0))] = row.text(1);
    });
    for (GameSummary& game : games) {
        game.creator_handle = handles[place_of(game.creator)];
        for (GamePlayer& player : game.players) {
            if (player.account) player.handle = handles[place_of(*player.account)];
        }
    }
}

// Requires: ids ascend.
Summaries read_games(Reader& reader, std::span<const GameId> ids) {
    Summaries games;
    games.reserve(ids.size());
    games_by_id.read(reader, ids, [&](const Query& row) { games.push_back(summary_of(row)); });
    add_handles(reader, games);
    return games;
}

void set_status(Transaction& transaction, GameId game, GameStatus status,
                std::optional<Instant> finished_at = {}) {
    transaction.write(update_status_of_players)
        .post(game, word_of(game_statuses, status), finished_at);
}

// Lists by activity are as exact as this.
Instant minute_of(Instant at) {
    constexpr std::chrono::minutes minute{1};
    return at - at.time_since_epoch() % minute;
}

std::optional<Instant> started_at_of(const NewGame& game) {
    if (game.status != GameStatus::active) return std::nullopt;
    return game.created_at;
}

// The player to move in a game without events.
std::optional<AccountId> mover_of(const NewGame& game) {
    if (!game.to_move) return std::nullopt;
    for (const GamePlayer& player : game.players) {
        if (player.seat == *game.to_move && player.state == PlayerState::in) return player.account;
    }
    return std::nullopt;
}

std::optional<Instant> since_of(std::optional<AccountId> mover, const NewGame& game) {
    if (!mover) return std::nullopt;
    return game.created_at;
}

// Private games are in no list of games in progress.
void rank(Transaction& transaction, GameId id, const NewGame& game) {
    if (game.visibility != Visibility::everyone) return;
    std::optional<Instant> active_at = started_at_of(game);
    if (active_at) active_at = minute_of(*active_at);
    transaction.write(put_rank).post(id, game.setup, active_at);
}

// If the end of the log is known, the game has a row.
template <class... Values>
void write_to_row(Transaction& transaction, const Sql& update, GameId game,
                  const Values&... values) {
    if (transaction.known_end(game)) {
        transaction.write(update).post(game, values...);
    } else {
        require_one(transaction.write(update).run(game, values...), game, "row");
    }
}

void advance_row(Transaction& transaction, GameId game, const GameProgress& progress) {
    std::optional<AccountId> mover;
    Instant due_at = no_due;
    std::optional<Instant> since;
    if (progress.turn) {
        mover = progress.turn->account;
        due_at = progress.turn->due_at.value_or(no_due);
        since = progress.turn->since;
    }
    if (mover && !since) {
        return write_to_row(transaction, update_progress_in_turn, game, progress.seq, progress.ply,
                            progress.to_move, progress.updated_at, mover, due_at);
    }
    write_to_row(transaction, update_progress, game, progress.seq, progress.ply, progress.to_move,
                 progress.updated_at, mover, due_at, since);
}

void insert_players(Transaction& transaction, GameId id, const NewGame& game) {
    const std::string_view status = word_of(game_statuses, game.status);
    for (const GamePlayer& player : game.players) {
        transaction.write(insert_player)
            .post(id, player.seat, player.account, word_of(states, player.state), player.place,
                  status, word_of(visibilities, game.visibility), game.setup);
    }
}

}  // namespace

GameId create_game(Transaction& transaction, const NewGame& game) {
    const std::string_view status = word_of(game_statuses, game.status);
    Query insert = transaction.write(insert_game);
    const engine::ClockSettings& clock = game.terms.clock;
    const auto mover = mover_of(game);
    const EventColumns columns = event_columns(game.terms);
    insert.run(game.setup, game.opening, game.creator, word_of(visibilities, game.visibility),
               game.created_at, status, game.to_move, word_of(clocks, clock.kind),
               clock.initial.count(), clock.increment.count(), clock.maximum.count(),
               off_sum(clock), game.terms.rated, game.terms.swap,
               word_of(policies, game.terms.leaver_policy),
               word_of(assistances, game.terms.assistance), started_at_of(game), mover,
               since_of(mover, game), columns.tournament, columns.round, columns.table,
               columns.number, columns.terms);
    const auto id = static_cast<GameId>(insert.insert_id());
    insert_players(transaction, id, game);
    rank(transaction, id, game);
    return id;
}

void reset_game(Transaction& transaction, GameId id, const NewGame& game) {
    const auto mover = mover_of(game);
    const std::int64_t rows = transaction.write(reset_row).run(
        id, game.creator, word_of(visibilities, game.visibility), game.created_at,
        word_of(game_statuses, game.status), game.to_move, started_at_of(game), mover, no_due,
        since_of(mover, game));
    require_one(rows, id, "row");
    transaction.write(delete_players).run(id);
    insert_players(transaction, id, game);
    rank(transaction, id, game);
}

void advance_game(Transaction& transaction, GameId game, const GameProgress& progress) {
    advance_row(transaction, game, progress);
    const Instant minute = minute_of(progress.updated_at);
    if (progress.before && minute_of(*progress.before) == minute) return;
    transaction.write(advance_rank).post(game, minute);
}

void start_game(Transaction& transaction, GameId game, Instant at) {
    write_to_row(transaction, update_started, game, at);
    set_status(transaction, game, GameStatus::active);
    transaction.write(start_rank).post(game, minute_of(at));
}

void finish_game(Transaction& transaction, GameId game, std::optional<SeatNumber> winner,
                 std::string_view end_reason, Instant at) {
    write_to_row(transaction, update_finished, game, winner, at, end_reason);
    set_status(transaction, game, GameStatus::finished, at);
    transaction.write(delete_rank).post(game);
}

void set_player(Transaction& transaction, GameId game, const GamePlayer& player) {
    const std::int64_t rows =
        transaction.write(update_player)
            .run(game, player.seat, player.account, word_of(states, player.state), player.place,
                 player.offered_until);
    require_one(rows, game, "seat " + std::to_string(player.seat));
}

std::optional<GameHead> lock_game(Transaction& transaction, GameId game) {
    transaction.lock_game(game);
    Query select = transaction.read(select_head);
    if (!select.bind(game).step()) return std::nullopt;
    transaction.record_end(game, {select.integer(0)});
    if (select.integer(2) == 0) transaction.record_unwatched(game);
    return GameHead{select.integer(0), select.integer(1) != 0};
}

void read_head_ahead(Transaction& transaction, GameId game) {
    transaction.read(select_head).read_ahead(game);
}

std::optional<std::int64_t> find_seq(Reader& reader, GameId game) {
    Query select = reader.read(select_seq);
    if (!select.bind(game).step()) return std::nullopt;
    return select.integer(0);
}

std::optional<std::string> custom_opening(Reader& reader, GameId game) {
    Query select = reader.read(select_opening);
    if (!select.bind(game).step()) return std::nullopt;
    return select.optional_text(0);
}

std::optional<GameSummary> find_game(Reader& reader, GameId game) {
    Summaries found = read_games(reader, std::span(&game, 1));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

std::vector<GameSummary> find_games(Reader& reader, std::span<const GameId> games) {
    std::vector<GameId> once(games.begin(), games.end());
    sort_each_once(once);
    Summaries found = read_games(reader, once);
    std::vector<GameSummary> summaries;
    summaries.reserve(games.size());
    const bool is_each_once = once.size() == games.size();
    for (const GameId game : games) {
        const auto one = find_in(found, game);
        if (one == found.end()) continue;
        summaries.push_back(is_each_once ? std::move(*one) : *one);
    }
    return summaries;
}

std::vector<GameId> game_ids(Reader& reader, GameId after, int limit) {
    return reader.read(select_ids).bind(after, limit).first_column<GameId>();
}

}  // namespace tanbo::store
