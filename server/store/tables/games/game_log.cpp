#include "server/store/tables/games/game_log.hpp"

#include <utility>

#include "protocol/games/events.hpp"
#include "server/store/commit/changes.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_event = R"(
INSERT INTO events (game, seq, at, type, account, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6))";
const Sql insert_new_event = R"(
INSERT INTO events (game, seq, at, type, account, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (game, seq) DO NOTHING)";
const Sql select_events = R"(
SELECT seq, at, type, account, data FROM events WHERE game = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)";
const Sql select_event =
    "SELECT seq, at, type, account, data FROM events WHERE game = ?1 AND seq = ?2";
const Sql select_event_of = R"(
SELECT seq, at, type, account, data FROM events
WHERE game = ?1 AND seq > ?2 AND seq <= ?3 AND account = ?4 ORDER BY seq LIMIT 1)";
const Sql select_last_seq = "SELECT coalesce(max(seq), 0) FROM events WHERE game = ?1";

const Sql select_name_left = "SELECT handle FROM accounts WHERE id = ?1 AND deleted_at IS NOT NULL";

// The rest of the name of an account that is gone; nothing: it is there.
std::optional<std::string> name_left(Reader& reader, AccountId account) {
    Query select = reader.read(select_name_left);
    if (!select.bind(account).step()) return std::nullopt;
    return std::string(select.text(0));
}

StoredEvent event_of(Reader& reader, const Query& row) {
    StoredEvent event;
    event.seq = row.integer(0);
    event.at = row.instant(1);
    event.type = row.text(2);
    event.account = row.optional_id<AccountId>(3);
    event.data = protocol::with_handles(std::string(row.text(4)), [&reader](AccountId account) {
        return name_left(reader, account);
    });
    return event;
}

}  // namespace

void lock_game_at(Transaction& transaction, GameId game, std::int64_t seq) {
    transaction.lock_game(game);
    if (!transaction.known_end(game)) transaction.record_end(game, {seq, false});
}

// The end of the log is asked apart, if the job does not know it: for an INSERT ... SELECT SQLite
// keeps a journal of the statement, which costs more than asking.
void append_event(Transaction& transaction, GameId game, const NewEvent& event) {
    transaction.lock_game(game);
    const auto known = transaction.known_end(game);
    bool is_next = event.seq == (known ? known->seq : last_seq(transaction, game)) + 1;
    if (is_next && known && !known->is_read) {
        is_next = transaction.write(insert_new_event)
                      .run(game, event.seq, event.at, event.type, event.account, event.data) == 1;
    } else if (is_next) {
        transaction.write(insert_event)
            .post(game, event.seq, event.at, event.type, event.account, event.data);
    }
    if (!is_next) {
        throw StorageError(Fault::stale, "Event " + std::to_string(event.seq) +
                                             " is not the next event of game " +
                                             protocol::to_string(game) + ".");
    }
    transaction.record_end(game, {event.seq});
    if (transaction.notes_changes()) {
        Change change = change_of(event_appended, game);
        change.number = event.seq;
        transaction.queue_change(std::move(change));
    }
}

std::vector<StoredEvent> read_events(Reader& reader, GameId game, std::int64_t after,
                                     std::int64_t limit) {
    std::vector<StoredEvent> events;
    Query select = reader.read(select_events);
    select.bind(game, after, limit);
    while (select.step()) events.push_back(event_of(reader, select));
    return events;
}

std::optional<StoredEvent> find_event(Reader& reader, GameId game, std::int64_t seq) {
    Query select = reader.read(select_event);
    if (!select.bind(game, seq).step()) return std::nullopt;
    return event_of(reader, select);
}

std::optional<StoredEvent> find_event_of(Reader& reader, GameId game, AccountId account,
                                         std::int64_t after, std::int64_t last) {
    Query select = reader.read(select_event_of);
    if (!select.bind(game, after, last, account).step()) return std::nullopt;
    return event_of(reader, select);
}

std::int64_t last_seq(Reader& reader, GameId game) {
    Query select = reader.read(select_last_seq);
    return select.bind(game).step() ? select.integer(0) : 0;
}

}  // namespace tanbo::store
