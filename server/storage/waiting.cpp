#include "server/storage/waiting.hpp"

#include <array>

#include "server/storage/names.hpp"

namespace tanbo::storage {
namespace {

constexpr std::array<std::string_view, 4> kinds = {"move", "proposal", "seat", "challenge"};

constexpr std::string_view insert_row = R"(
INSERT INTO waiting (account, due_at, since_at, kind, game, item, data)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT DO UPDATE SET data = excluded.data)";
constexpr std::string_view update_due =
    "UPDATE waiting SET due_at = ?2 WHERE game = ?1 AND kind = 'move'";
constexpr std::string_view delete_item =
    "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3";
constexpr std::string_view delete_one =
    "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3 AND account = ?4";
constexpr std::string_view select_page = R"(
SELECT due_at, since_at, kind, game, item, data FROM waiting
WHERE account = ?1 AND (due_at, since_at, kind, game, item) > (?2, ?3, ?4, ?5, ?6)
ORDER BY due_at, since_at, kind, game, item LIMIT ?7)";
constexpr std::string_view select_due = R"(
SELECT due_at, since_at, kind, game, item, data FROM waiting
WHERE account = ?1 AND due_at < ?2
ORDER BY due_at, since_at, kind, game, item LIMIT ?3)";

std::vector<Waiting> rows_of(Query& select, AccountId account) {
    std::vector<Waiting> rows;
    while (select.step()) {
        Waiting& row = rows.emplace_back();
        row.account = account;
        row.due_at = select.integer(0);
        row.since_at = select.integer(1);
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

void set_move_due(Transaction& transaction, GameId game, Instant due_at) {
    transaction.write(update_due).run(game, due_at);
}

std::vector<Waiting> list_waiting(Reader& reader, AccountId account,
                                  const std::optional<WaitingCursor>& after, int limit) {
    constexpr Instant before_all = std::numeric_limits<Instant>::min();
    const WaitingCursor from =
        after.value_or(WaitingCursor{before_all, before_all, WaitingKind::move, {}, 0});
    Query select = reader.read(select_page);
    select.bind(account, from.due_at, from.since_at, word_of(kinds, from.kind), from.game,
                from.item, limit);
    return rows_of(select, account);
}

std::vector<Waiting> list_due(Reader& reader, AccountId account, int limit) {
    Query select = reader.read(select_due);
    select.bind(account, no_due, limit);
    return rows_of(select, account);
}

}  // namespace tanbo::storage
