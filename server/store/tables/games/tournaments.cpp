#include "server/store/tables/games/tournaments.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_tournament = R"(
INSERT INTO tournaments (creator, format, setup, visibility, state, seq, summary, secret, due_at,
                         is_quiet, club)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11))";
const Sql select_head = "SELECT seq, creator, secret FROM tournaments WHERE id = ?1";
// An update locks the row in every engine.
const Sql lock_row = "UPDATE tournaments SET seq = seq WHERE id = ?1";
const Sql update_tournament = R"(
UPDATE tournaments SET format = ?2, setup = ?3, visibility = ?4, state = ?5, seq = ?6, summary = ?7,
                       due_at = ?8, is_quiet = ?9, club = ?10
WHERE id = ?1)";
const Sql update_due = "UPDATE tournaments SET due_at = ?2 WHERE id = ?1";
// A second event of the same number is refused by the key.
const Sql insert_event = R"(
INSERT INTO tournament_events (tournament, seq, at, type, account, data)
VALUES (?1, ?2, ?3, ?4, ?5, ?6))";
const Sql select_events = R"(
SELECT seq, at, type, account, data FROM tournament_events
WHERE tournament = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)";
const Sql delete_events = "DELETE FROM tournament_events WHERE tournament = ?1";
const Sql delete_parts = "DELETE FROM tournament_accounts WHERE tournament = ?1";
const Sql delete_row = "DELETE FROM tournaments WHERE id = ?1";
const Sql select_listed = R"(
SELECT t.id, t.summary, a.handle FROM tournaments AS t JOIN accounts AS a ON a.id = t.creator
WHERE t.visibility = 'public' AND t.id < ?1 AND (?2 = '' OR t.state = ?2)
  AND (?3 = '' OR t.format = ?3) AND (?4 = '' OR t.setup = ?4)
ORDER BY t.id DESC LIMIT ?5)";
const Sql select_listed_of_club = R"(
SELECT t.id, t.summary, a.handle FROM tournaments AS t JOIN accounts AS a ON a.id = t.creator
WHERE t.club = ?6 AND t.visibility = 'public' AND t.id < ?1 AND (?2 = '' OR t.state = ?2)
  AND (?3 = '' OR t.format = ?3) AND (?4 = '' OR t.setup = ?4)
ORDER BY t.id DESC LIMIT ?5)";
const Sql select_listed_of_account = R"(
SELECT t.id, t.summary, a.handle
FROM tournament_accounts AS p JOIN tournaments AS t ON t.id = p.tournament
     JOIN accounts AS a ON a.id = t.creator
WHERE p.account = ?6 AND (p.has_entered = 1 OR p.is_organiser = 1) AND t.id < ?1
  AND (?2 = '' OR t.state = ?2) AND (?3 = '' OR t.format = ?3) AND (?4 = '' OR t.setup = ?4)
ORDER BY t.id DESC LIMIT ?5)";
const Sql put_part = R"(
INSERT INTO tournament_accounts (account, tournament, is_player, has_entered, is_organiser, is_over)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (account, tournament) DO UPDATE SET is_player = excluded.is_player,
    has_entered = excluded.has_entered, is_organiser = excluded.is_organiser,
    is_over = excluded.is_over)";
const Sql select_counts = R"(
SELECT coalesce(sum(CASE WHEN is_player = 1 AND is_over = 0 THEN 1 ELSE 0 END), 0),
       coalesce(sum(CASE WHEN is_player = 1 AND is_over = 1 THEN 1 ELSE 0 END), 0),
       coalesce(sum(CASE WHEN is_organiser = 1 AND is_over = 0 THEN 1 ELSE 0 END), 0)
FROM tournament_accounts WHERE account = ?1)";
const Sql select_playing = R"(
SELECT tournament FROM tournament_accounts
WHERE account = ?1 AND is_player = 1 AND is_over = 0 ORDER BY tournament LIMIT ?2)";
const Sql select_due = R"(
SELECT id FROM tournaments WHERE due_at <= ?1 AND due_at < 9223372036854775807
ORDER BY due_at, id LIMIT ?2)";
const Sql select_quiet = R"(
SELECT 1 FROM games AS g JOIN tournaments AS t ON t.id = g.tournament
WHERE g.id = ?1 AND t.is_quiet = 1)";
const Sql select_names = R"(
SELECT a.id, a.handle FROM tournament_accounts AS p JOIN accounts AS a ON a.id = p.account
WHERE p.tournament = ?1 ORDER BY a.id)";
const Sql select_games = R"(
SELECT round, table_number, game_of_table, id FROM games
WHERE tournament = ?1 AND (?2 = 0 OR round = ?2) AND (?3 = '' OR status = ?3)
  AND (round > ?4 OR (round = ?4 AND (table_number > ?5 OR
       (table_number = ?5 AND game_of_table > ?6))))
ORDER BY round, table_number, game_of_table LIMIT ?7)";

const Sql select_shared_networks = R"(
SELECT DISTINCT k.used_from, p.account
FROM tournament_accounts AS p JOIN tokens AS k ON k.account = p.account
WHERE p.tournament = ?1 AND p.is_player = 1 AND k.used_from <> ''
ORDER BY k.used_from, p.account)";
const Sql select_related_games = R"(
SELECT g.round, g.table_number, g.game_of_table, g.id
FROM games AS g JOIN related_games AS r ON r.game = g.id
WHERE g.tournament = ?1 ORDER BY g.round, g.table_number, g.game_of_table)";
// An early resignation is among the first events: openings, seats, offers, and four moves.
const Sql select_resignations = R"(
SELECT * FROM (
    SELECT g.round, g.table_number, g.game_of_table, g.id, e.account,
           (SELECT count(*) FROM events AS m
            WHERE m.game = g.id AND m.seq < e.seq AND m.type = 'move') AS ply
    FROM games AS g JOIN events AS e ON e.game = g.id
    WHERE g.tournament = ?1 AND e.seq < 50 AND e.type = 'leave' AND e.account IS NOT NULL
      AND e.data LIKE '%"reason":"resigned"%') AS resignations
WHERE ply < ?2 ORDER BY round, table_number, game_of_table)";

GameAtTable game_at(Query& select) {
    return {{select.integer(0), select.integer(1), select.integer(2)}, select.id<GameId>(3)};
}

std::string_view visibility_of(const TournamentRow& row) {
    return row.is_listed ? "public" : "unlisted";
}

}  // namespace

TournamentId create_tournament(Transaction& transaction, AccountId creator,
                               const TournamentSecret& secret, const TournamentRow& row) {
    Query insert = transaction.write(insert_tournament);
    const std::span<const std::uint8_t> bytes(secret);
    insert.run(creator, row.format, row.setup, visibility_of(row), row.state, row.seq, row.summary,
               bytes, row.due_at, row.is_quiet, row.club);
    return static_cast<TournamentId>(insert.insert_id());
}

std::optional<TournamentHead> find_tournament(Reader& reader, TournamentId id) {
    Query select = reader.read(select_head);
    if (!select.bind(id).step()) return std::nullopt;
    TournamentHead head;
    head.seq = select.integer(0);
    head.creator = select.id<AccountId>(1);
    const auto bytes = select.blob(2);
    std::copy_n(bytes.begin(), std::min(bytes.size(), head.secret.size()), head.secret.begin());
    return head;
}

std::optional<TournamentHead> lock_tournament(Transaction& transaction, TournamentId id) {
    if (transaction.write(lock_row).run(id) != 1) return std::nullopt;
    return find_tournament(transaction, id);
}

void append_tournament_event(Transaction& transaction, TournamentId id, const NewEvent& event) {
    transaction.write(insert_event)
        .run(id, event.seq, event.at, event.type, event.account, event.data);
}

std::vector<StoredEvent> tournament_events(Reader& reader, TournamentId id, std::int64_t after,
                                           std::int64_t limit) {
    std::vector<StoredEvent> events;
    Query select = reader.read(select_events);
    select.bind(id, after, limit);
    while (select.step()) {
        StoredEvent& event = events.emplace_back();
        event.seq = select.integer(0);
        event.at = select.instant(1);
        event.type = select.text(2);
        event.account = select.optional_id<AccountId>(3);
        event.data = select.text(4);
    }
    return events;
}

void save_tournament(Transaction& transaction, TournamentId id, const TournamentRow& row) {
    const std::int64_t rows = transaction.write(update_tournament)
                                  .run(id, row.format, row.setup, visibility_of(row), row.state,
                                       row.seq, row.summary, row.due_at, row.is_quiet, row.club);
    if (rows != 1) throw StorageError(Fault::constraint, "The tournament does not exist.");
}

void set_tournament_due(Transaction& transaction, TournamentId id, Instant due_at) {
    transaction.write(update_due).run(id, due_at);
}

void delete_tournament(Transaction& transaction, TournamentId id) {
    transaction.write(delete_events).run(id);
    transaction.write(delete_parts).run(id);
    transaction.write(delete_row).run(id);
    transaction.announce(TournamentMoved{id, 0});
}

TournamentsPage list_tournaments(Reader& reader, const TournamentsQuery& query) {
    TournamentsPage page;
    const auto before =
        query.before.value_or(TournamentId{std::numeric_limits<std::int64_t>::max()});
    const std::string state = query.state.value_or("");
    const std::string format = query.format.value_or("");
    const std::string setup = query.setup.value_or("");
    const int one_more = query.limit + 1;
    Query select = reader.read(query.account ? select_listed_of_account
                               : query.club  ? select_listed_of_club
                                             : select_listed);
    select.bind(before, state, format, setup, one_more);
    if (query.account) {
        select.bind_at(6, *query.account);
    } else if (query.club) {
        select.bind_at(6, *query.club);
    }
    while (select.step()) {
        if (std::ssize(page.tournaments) == query.limit) {
            page.has_more = true;
            break;
        }
        ListedTournament& one = page.tournaments.emplace_back();
        one.id = select.id<TournamentId>(0);
        one.summary = select.text(1);
        one.creator = select.text(2);
    }
    return page;
}

void set_tournament_part(Transaction& transaction, TournamentId id, AccountId account,
                         const TournamentPart& part) {
    transaction.write(put_part).run(account, id, part.is_player, part.has_entered,
                                    part.is_organiser, part.is_over);
}

TournamentCounts tournament_counts(Reader& reader, AccountId account) {
    Query select = reader.read(select_counts);
    select.bind(account).step();
    return {static_cast<int>(select.integer(0)), static_cast<int>(select.integer(1)),
            static_cast<int>(select.integer(2))};
}

std::vector<TournamentId> tournaments_playing(Reader& reader, AccountId account, int limit) {
    return reader.read(select_playing).bind(account, limit).first_column<TournamentId>();
}

std::vector<TournamentId> due_tournaments(Reader& reader, Instant now, int limit) {
    return reader.read(select_due).bind(now, limit).first_column<TournamentId>();
}

bool is_quiet_game(Reader& reader, GameId game) {
    return reader.read(select_quiet).bind(game).step();
}

std::vector<NamedAccount> tournament_names(Reader& reader, TournamentId id) {
    std::vector<NamedAccount> names;
    Query select = reader.read(select_names);
    select.bind(id);
    while (select.step()) names.push_back({select.id<AccountId>(0), std::string(select.text(1))});
    return names;
}

std::vector<GameAtTable> games_of_tournament(Reader& reader, TournamentId id,
                                             std::optional<std::int64_t> round,
                                             std::optional<std::string_view> status,
                                             const TablePlace& after, int limit) {
    std::vector<GameAtTable> games;
    const std::string word(status.value_or(""));
    Query select = reader.read(select_games);
    select.bind(id, round.value_or(0), word, after.round, after.table, after.number, limit);
    while (select.step()) {
        games.push_back(game_at(select));
    }
    return games;
}

std::vector<std::vector<AccountId>> shared_networks(Reader& reader, TournamentId id) {
    std::vector<std::vector<AccountId>> groups;
    std::string network;
    Query select = reader.read(select_shared_networks);
    select.bind(id);
    while (select.step()) {
        std::string one(select.text(0));
        if (groups.empty() || one != network) groups.emplace_back();
        network = std::move(one);
        groups.back().push_back(select.id<AccountId>(1));
    }
    std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
    return groups;
}

std::vector<GameAtTable> related_games_of(Reader& reader, TournamentId id) {
    std::vector<GameAtTable> games;
    Query select = reader.read(select_related_games);
    select.bind(id);
    while (select.step()) games.push_back(game_at(select));
    return games;
}

std::vector<EarlyResignation> early_resignations(Reader& reader, TournamentId id, int ply_max) {
    std::vector<EarlyResignation> found;
    Query select = reader.read(select_resignations);
    select.bind(id, ply_max);
    while (select.step()) {
        found.push_back(
            {game_at(select), select.id<AccountId>(4), static_cast<int>(select.integer(5))});
    }
    return found;
}

}  // namespace tanbo::store
