#include "server/store/tables/games/searches.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 2> search_kinds = {"analysis", "hint"};

const Sql select_by_game = R"(
SELECT id, kind, game, seq, asked_at, claims, claimed_until, done_at, result, turn
FROM searches WHERE kind = ?1 AND game = ?2 AND seq = ?3)";
const Sql select_latest = R"(
SELECT id, kind, game, seq, asked_at, claims, claimed_until, done_at, result, turn
FROM searches WHERE kind = ?1 AND game = ?2 ORDER BY seq DESC LIMIT 1)";
const Sql select_search = R"(
SELECT id, kind, game, seq, asked_at, claims, claimed_until, done_at, result, turn
FROM searches WHERE id = ?1)";
const Sql select_next = R"(
SELECT id, kind, game, seq, asked_at, claims, claimed_until, done_at, result, turn
FROM searches
WHERE kind = ?1 AND done_at IS NULL AND (claimed_until IS NULL OR claimed_until <= ?2)
ORDER BY turn, id LIMIT 1)";
const Sql count_open_searches = R"(
SELECT count(*) FROM
    (SELECT id FROM searches
     WHERE kind = ?1 AND done_at IS NULL AND (turn, id) < (?2, ?3) LIMIT ?4) AS found)";
const std::string games_with_hints = R"(
SELECT count(DISTINCT s.game) FROM searches AS s
WHERE s.kind = 'hint' AND s.done_at IS NULL AND s.game <> ?2 AND EXISTS (
    SELECT 1 FROM game_players AS p )";
const Sql count_games_for(games_with_hints + "WHERE p.game = s.game AND p.account = ?1)");
const Sql count_games_from(games_with_hints + R"(JOIN accounts AS a ON a.id = p.account
    JOIN known_addresses AS k ON k.account = COALESCE(a.owner, a.id)
    WHERE p.game = s.game AND k.address = ?1))");
const Sql select_least_turn = "SELECT min(turn) FROM searches WHERE kind = ?1 AND done_at IS NULL";
const Sql select_asker_turn = R"(
SELECT max(turn + cost) FROM searches WHERE kind = ?1 AND done_at IS NULL AND asker = ?2)";
const Sql count_of_asker =
    "SELECT count(*) FROM searches WHERE kind = ?1 AND done_at IS NULL AND asker = ?2";
const Sql insert_search_row = R"(
INSERT INTO searches (kind, game, seq, asked_at, asker, cost, turn)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))";
const Sql delete_hints_of_past = R"(
DELETE FROM searches
WHERE kind = 'hint' AND done_at IS NULL AND claimed_until IS NULL
    AND seq < (SELECT games.seq FROM games WHERE games.id = searches.game))";
const Sql delete_search_row = "DELETE FROM searches WHERE id = ?1";
const Sql delete_of_game = "DELETE FROM searches WHERE kind = ?1 AND game = ?2";
const Sql update_claim =
    "UPDATE searches SET claims = claims + 1, claimed_until = ?2 WHERE id = ?1 AND done_at IS NULL";
const Sql update_until = R"(
UPDATE searches SET claimed_until = ?3
WHERE id = ?1 AND done_at IS NULL AND claimed_until > ?2)";
const Sql update_search_done =
    R"(
UPDATE searches SET done_at = ?3, result = ?2, asker = NULL WHERE id = ?1 AND done_at IS NULL)";
const Sql delete_old_searches = R"(
DELETE FROM searches WHERE id IN
    (SELECT id FROM searches WHERE kind = ?1 AND done_at < ?2 ORDER BY done_at LIMIT ?3))";
const Sql select_nth_newest_search = R"(
SELECT done_at FROM searches WHERE kind = ?1 AND done_at IS NOT NULL
ORDER BY done_at DESC LIMIT 1 OFFSET ?2)";

Search search_of(const Query& row) {
    Search search;
    search.id = row.id<SearchId>(0);
    search.kind = value_of<SearchKind>(search_kinds, row.text(1));
    search.game = row.id<GameId>(2);
    search.seq = row.integer(3);
    search.asked_at = row.instant(4);
    search.claims = row.integer(5);
    search.claimed_until = row.optional_instant(6);
    search.done_at = row.optional_instant(7);
    search.result = row.optional_text(8);
    search.turn = row.integer(9);
    return search;
}

std::optional<Search> first(Query& query) {
    if (!query.step()) return std::nullopt;
    return search_of(query);
}

// Of none: 0.
std::int64_t turn_of(Query& query) {
    return query.step() && !query.is_null(0) ? query.integer(0) : 0;
}

// Behind what the asker waits for, but not before those who are next now.
std::int64_t next_turn(Reader& reader, std::string_view kind, const std::string& asker) {
    Query least = reader.read(select_least_turn);
    const std::int64_t now = turn_of(least.bind(kind));
    Query own = reader.read(select_asker_turn);
    return std::max(now, turn_of(own.bind(kind, asker)));
}

}  // namespace

std::optional<Search> find_search(Reader& reader, SearchKind kind, GameId game, std::int64_t seq) {
    Query select = reader.read(select_by_game);
    return first(select.bind(word_of(search_kinds, kind), game, seq));
}

std::optional<Search> find_search(Reader& reader, SearchId id) {
    Query select = reader.read(select_search);
    return first(select.bind(id));
}

std::optional<Search> latest_search(Reader& reader, SearchKind kind, GameId game) {
    Query select = reader.read(select_latest);
    return first(select.bind(word_of(search_kinds, kind), game));
}

int count_searches(Reader& reader, SearchKind kind, int limit, const Search* before) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    Query count = reader.read(count_open_searches);
    count
        .bind(word_of(search_kinds, kind), before == nullptr ? most : before->turn,
              before == nullptr ? SearchId{most} : before->id, limit)
        .step();
    return static_cast<int>(count.integer(0));
}

int games_with_hints_for(Reader& reader, AccountId account, GameId but) {
    Query count = reader.read(count_games_for);
    count.bind(account, but).step();
    return static_cast<int>(count.integer(0));
}

int games_with_hints_from(Reader& reader, std::string_view address, GameId but) {
    Query count = reader.read(count_games_from);
    count.bind(address, but).step();
    return static_cast<int>(count.integer(0));
}

int count_searches_of(Reader& reader, SearchKind kind, std::string_view asker) {
    Query count = reader.read(count_of_asker);
    count.bind(word_of(search_kinds, kind), asker).step();
    return static_cast<int>(count.integer(0));
}

SearchId insert_search(Transaction& transaction, SearchKind kind, GameId game, std::int64_t seq,
                       Instant now, const SearchAsker& asker) {
    const std::string_view word = word_of(search_kinds, kind);
    const std::int64_t turn = next_turn(transaction, word, asker.name);
    Query insert = transaction.write(insert_search_row);
    insert.run(word, game, seq, now, asker.name, asker.cost, turn);
    return static_cast<SearchId>(insert.insert_id());
}

void delete_search(Transaction& transaction, SearchId id) {
    transaction.write(delete_search_row).run(id);
}

void delete_past_hints(Transaction& transaction) {
    transaction.write(delete_hints_of_past).run();
}

std::optional<Search> next_search(Reader& reader, Instant now, std::optional<SearchKind> only) {
    for (const SearchKind kind : {SearchKind::hint, SearchKind::analysis}) {
        if (only && *only != kind) continue;
        Query select = reader.read(select_next);
        auto next = first(select.bind(word_of(search_kinds, kind), now));
        if (next) return next;
    }
    return std::nullopt;
}

void claim_search(Transaction& transaction, SearchId id, Instant until) {
    transaction.write(update_claim).run(id, until);
}

bool extend_search(Transaction& transaction, SearchId id, Instant now, Instant until) {
    return transaction.write(update_until).run(id, now, until) == 1;
}

void finish_search(Transaction& transaction, SearchId id, const std::optional<std::string>& result,
                   Instant now) {
    transaction.write(update_search_done).run(id, result, now);
}

void delete_searches_of(Transaction& transaction, SearchKind kind, GameId game) {
    transaction.write(delete_of_game).run(word_of(search_kinds, kind), game);
}

int prune_searches(Transaction& transaction, SearchKind kind, Instant before, int limit) {
    return static_cast<int>(
        transaction.write(delete_old_searches).run(word_of(search_kinds, kind), before, limit));
}

int prune_searches_past(Transaction& transaction, SearchKind kind, int kept, int limit) {
    std::optional<Instant> oldest;
    {
        Query select = transaction.read(select_nth_newest_search);
        if (select.bind(word_of(search_kinds, kind), kept - 1).step()) oldest = select.instant(0);
    }
    return oldest ? prune_searches(transaction, kind, *oldest, limit) : 0;
}

}  // namespace tanbo::store
