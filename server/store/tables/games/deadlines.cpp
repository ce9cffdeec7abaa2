#include "server/store/tables/games/deadlines.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql upsert_deadline = R"(
INSERT INTO deadlines (game, due_at, flag_at, account, reminded, remind_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (game) DO UPDATE SET
    due_at = ?2, flag_at = ?3, account = ?4, reminded = ?5, remind_at = ?6)";
const Sql delete_deadline = "DELETE FROM deadlines WHERE game = ?1";
const Sql select_deadline = R"(
SELECT game, due_at, flag_at, account, reminded, remind_at
FROM deadlines WHERE game = ?1)";
const Sql select_due_deadlines = R"(
SELECT due_at, game FROM deadlines {INDEXED BY deadlines_by_due}
WHERE due_at <= ?1 ORDER BY due_at, game LIMIT ?2)";
const Sql select_reminders = R"(
SELECT remind_at, game FROM deadlines {INDEXED BY deadlines_by_reminder}
WHERE remind_at IS NOT NULL AND remind_at <= ?1 ORDER BY remind_at, game LIMIT ?2)";
const Sql update_deadline_due =
    "UPDATE deadlines SET due_at = ?2, remind_at = NULL WHERE game = ?1";
const Sql select_deadline_count = "SELECT count(*) FROM deadlines";

std::vector<Due> rows_of(Query& select) {
    std::vector<Due> found;
    while (select.step()) found.push_back({select.instant(0), select.id<GameId>(1)});
    return found;
}

}  // namespace

void set_deadline(Transaction& transaction, const Deadline& deadline) {
    transaction.write(upsert_deadline)
        .post(deadline.game, deadline.due_at, deadline.flag_at, deadline.account, deadline.reminded,
              deadline.remind_at);
}

void remove_deadline(Transaction& transaction, GameId game) {
    transaction.write(delete_deadline).post(game);
}

std::optional<Deadline> find_deadline(Reader& reader, GameId game) {
    Query select = reader.read(select_deadline);
    if (!select.bind(game).step()) return std::nullopt;
    Deadline deadline;
    deadline.game = select.id<GameId>(0);
    deadline.due_at = select.instant(1);
    deadline.flag_at = select.optional_instant(2);
    deadline.account = select.optional_id<AccountId>(3);
    deadline.reminded = static_cast<int>(select.integer(4));
    deadline.remind_at = select.optional_instant(5);
    return deadline;
}

std::vector<Due> due_games(Reader& reader, Instant now, int limit) {
    Query select = reader.read(select_due_deadlines);
    return rows_of(select.bind(now, limit));
}

std::vector<Due> due_reminders(Reader& reader, Instant now, int limit) {
    Query select = reader.read(select_reminders);
    return rows_of(select.bind(now, limit));
}

void postpone_deadline(Transaction& transaction, GameId game, Instant due_at) {
    transaction.write(update_deadline_due).post(game, due_at);
}

std::int64_t count_deadlines(Reader& reader) {
    Query select = reader.read(select_deadline_count);
    return select.step() ? select.integer(0) : 0;
}

}  // namespace tanbo::store
