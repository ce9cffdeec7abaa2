#include "server/store/tables/games/downtimes.hpp"

#include <algorithm>

#include "server/store/commit/changes.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_downtime_row = "INSERT INTO downtimes (from_at, until_at) VALUES (?1, ?2)";
const Sql select_downtimes_after = R"(
SELECT from_at, until_at FROM downtimes {INDEXED BY downtimes_by_end}
WHERE until_at > ?1 ORDER BY until_at, id)";
const Sql select_last_end = R"(
SELECT until_at FROM downtimes {INDEXED BY downtimes_by_end}
WHERE until_at > ?1 ORDER BY until_at DESC LIMIT 1)";
const Sql select_oldest_downtimes = R"(
SELECT min(from_at), max(until_at), max(id), count(*) FROM (
    SELECT id, from_at, until_at FROM downtimes WHERE id > 0
    ORDER BY id LIMIT (SELECT CASE WHEN count(*) > ?1 THEN count(*) - ?1 ELSE 0 END
                    FROM downtimes WHERE id > 0)) AS oldest)";
const Sql delete_oldest_downtimes = "DELETE FROM downtimes WHERE id < ?1";
const Sql update_oldest = "UPDATE downtimes SET from_at = ?2, until_at = ?3 WHERE id = ?1";
const Sql select_heartbeat = "SELECT at FROM heartbeat WHERE id = 1";
const Sql upsert_heartbeat = R"(
INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1)";
const Sql update_heartbeat = "UPDATE heartbeat SET at = ?2 WHERE id = 1 AND at = ?1";
// The pages of a move: its event, the rows that follow from it, and their indexes.
constexpr std::size_t trial_bytes = 65536;
const Sql upsert_trial = R"(
INSERT INTO write_trials (id, content) VALUES (1, ?1)
ON CONFLICT (id) DO UPDATE SET content = excluded.content)";

}  // namespace

void add_downtime(Transaction& transaction, const engine::Span& downtime) {
    transaction.write(insert_downtime_row).run(downtime.from, downtime.until);
    if (transaction.notes_changes()) transaction.queue_change(change_of(downtime_added, 0));
}

std::vector<engine::Span> downtimes_after(Reader& reader, engine::Instant after) {
    std::vector<engine::Span> found;
    Query select = reader.read(select_downtimes_after);
    select.bind(after);
    while (select.step()) {
        found.push_back({select.instant(0), select.instant(1)});
    }
    return make_disjoint(std::move(found));
}

std::optional<engine::Instant> last_downtime_end(Reader& reader) {
    Query select = reader.read(select_last_end);
    select.bind(engine::Instant());
    return select.step() ? std::optional(select.instant(0)) : std::nullopt;
}

void join_oldest_downtimes(Transaction& transaction, int kept) {
    Instant from{};
    Instant until{};
    std::int64_t last = 0;
    {
        Query select = transaction.read(select_oldest_downtimes);
        // The one that they become is one of those kept.
        if (!select.bind(kept - 1).step() || select.integer(3) < 2) return;
        from = select.instant(0);
        until = select.instant(1);
        last = select.integer(2);
    }
    transaction.write(delete_oldest_downtimes).run(last);
    transaction.write(update_oldest).run(last, from, until);
}

std::vector<engine::Span> make_disjoint(std::vector<engine::Span> spans) {
    std::ranges::sort(spans, {}, &engine::Span::from);
    std::vector<engine::Span> joined;
    for (const engine::Span& span : spans) {
        if (!joined.empty() && span.from <= joined.back().until) {
            joined.back().until = std::max(joined.back().until, span.until);
        } else {
            joined.push_back(span);
        }
    }
    return joined;
}

engine::Instant postponed(engine::Instant at, engine::Instant counted_from,
                          std::span<const engine::Span> downtimes) {
    for (const engine::Span& downtime : downtimes) {
        const engine::Span rest{std::max(downtime.from, counted_from), downtime.until};
        if (rest.from >= at) break;
        at += rest.length();
    }
    return at;
}

std::optional<Instant> last_heartbeat(Reader& reader) {
    Query select = reader.read(select_heartbeat);
    if (!select.step()) return std::nullopt;
    return select.instant(0);
}

void set_heartbeat(Transaction& transaction, Instant at) {
    transaction.write(upsert_heartbeat).run(at);
}

bool advance_heartbeat(Transaction& transaction, Instant from, Instant at) {
    return transaction.write(update_heartbeat).run(from, at) == 1;
}

void try_writing(Transaction& transaction) {
    const std::vector<std::uint8_t> content(trial_bytes, std::uint8_t{1});
    transaction.write(upsert_trial).run(content);
    transaction.claim_room();
}

}  // namespace tanbo::store
