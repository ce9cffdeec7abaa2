#include "server/store/waiting.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "server/store/downtimes.hpp"
#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 4> kinds = {"move", "proposal", "seat", "challenge"};

const Sql insert_row = R"(
INSERT INTO waiting (account, due_at, since_at, kind, game, item, data)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (account, due_at, since_at, kind, game, item) DO UPDATE SET data = excluded.data)";
const Sql delete_item = "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3";
const Sql delete_one =
    "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3 AND account = ?4";
const Sql select_page = R"(
SELECT due_at, since_at, kind, game, item, data FROM waiting
WHERE account = ?1 AND (due_at, since_at, kind, game, item) > (?2, ?3, ?4, ?5, ?6)
ORDER BY due_at, since_at, kind, game, item LIMIT ?7)";
// A turn has lasted since the last event that may have passed it on.
const Sql select_moves = R"(
SELECT p.game, d.flag_at, coalesce((
    SELECT e.at FROM events AS e
    WHERE e.game = p.game AND e.type IN ('start', 'move', 'leave', 'swap', 'undo', 'substitute')
    ORDER BY e.seq DESC LIMIT 1), g.updated_at), g.updated_at
FROM game_players AS p {INDEXED BY game_players_by_account_and_status}
    {CROSS} JOIN games AS g ON g.id = p.game AND g.to_move = p.seat
    LEFT JOIN deadlines AS d ON d.game = p.game
WHERE p.account = ?1 AND p.status = 'active' AND p.state = 'in')";

// In the order of the table's key.
auto key_of(const Waiting& one) {
    return std::tuple(one.due_at, one.since_at, word_of(kinds, one.kind), one.game, one.item);
}
auto key_of(const WaitingCursor& one) {
    return std::tuple(one.due_at, one.since_at, word_of(kinds, one.kind), one.game, one.item);
}

// When the flag falls once the game has taken the downtimes after its last event.
Instant shown_flag(Instant flag_at, Instant updated_at, std::span<const engine::Span> downtimes) {
    const auto first = std::ranges::upper_bound(downtimes, updated_at, {}, &engine::Span::until);
    return postponed(flag_at, updated_at, {first, downtimes.end()});
}

// In no order.
std::vector<Waiting> moves_of(Reader& reader, AccountId account) {
    const auto downtimes = downtimes_after(reader, engine::Instant());
    std::vector<Waiting> moves;
    Query select = reader.read(select_moves);
    select.bind(account);
    while (select.step()) {
        Waiting& move = moves.emplace_back();
        move.account = account;
        move.game = select.id<GameId>(0);
        const auto flag_at = select.optional_instant(1);
        if (flag_at) move.due_at = shown_flag(*flag_at, select.instant(3), downtimes);
        move.since_at = select.instant(2);
    }
    return moves;
}

void sort_and_cut(std::vector<Waiting>& rows, int limit) {
    std::ranges::sort(rows, {}, [](const Waiting& one) { return key_of(one); });
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(limit)));
}

std::vector<Waiting> rows_of(Query& select, AccountId account) {
    std::vector<Waiting> rows;
    while (select.step()) {
        Waiting& row = rows.emplace_back();
        row.account = account;
        row.due_at = select.instant(0);
        row.since_at = select.instant(1);
        row.kind = value_of<WaitingKind>(kinds, select.text(2));
        row.game = select.id<GameId>(3);
        row.item = select.integer(4);
        row.data = select.text(5);
    }
    return rows;
}

}  // namespace

void insert_waiting(Transaction& transaction, const Waiting& waiting) {
    transaction.write(insert_row)
        .run(waiting.account, waiting.due_at, waiting.since_at, word_of(kinds, waiting.kind),
             waiting.game, waiting.item, waiting.data);
}

void delete_waiting(Transaction& transaction, GameId game, WaitingKind kind, std::int64_t item,
                    std::optional<AccountId> account) {
    if (account) {
        transaction.write(delete_one).run(game, word_of(kinds, kind), item, *account);
    } else {
        transaction.write(delete_item).run(game, word_of(kinds, kind), item);
    }
}

std::vector<Waiting> list_waiting(Reader& reader, AccountId account,
                                  const std::optional<WaitingCursor>& after, int limit) {
    constexpr Instant before_all = Instant::min();
    const WaitingCursor from =
        after.value_or(WaitingCursor{before_all, before_all, WaitingKind::move, {}, 0});
    std::vector<Waiting> rows;
    {
        Query select = reader.read(select_page);
        select.bind(account, from.due_at, from.since_at, word_of(kinds, from.kind), from.game,
                    from.item, limit);
        rows = rows_of(select, account);
    }
    std::ranges::copy_if(moves_of(reader, account), std::back_inserter(rows),
                         [&from](const Waiting& move) { return key_of(move) > key_of(from); });
    sort_and_cut(rows, limit);
    return rows;
}

std::vector<Waiting> list_moves(Reader& reader, AccountId account, int limit) {
    std::vector<Waiting> moves = moves_of(reader, account);
    sort_and_cut(moves, limit);
    return moves;
}

std::vector<Waiting> list_due_moves(Reader& reader, AccountId account, int limit) {
    std::vector<Waiting> moves = moves_of(reader, account);
    std::erase_if(moves, [](const Waiting& move) { return move.due_at == no_due; });
    sort_and_cut(moves, limit);
    return moves;
}

}  // namespace tanbo::store
