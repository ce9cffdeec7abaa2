#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/time/instant.hpp"
#include "server/store/transaction.hpp"

// When no move could be acknowledged: each stretch of it is written once, and every game takes from
// here what its players have not been given back yet.
namespace tanbo::store {

// So many rows are kept; if there are more, the oldest become one.
inline constexpr int downtimes_max = 10'000;

// Requires: downtime.from < downtime.until.
void add_downtime(Transaction& transaction, const engine::Span& downtime);

// The downtimes that ended after `after`, disjoint, oldest first. Cost: an index, as many as there
// are.
std::vector<engine::Span> downtimes_after(Reader& reader, engine::Instant after);

// When the last one ended; nothing if there was none.
std::optional<engine::Instant> last_downtime_end(Reader& reader);

// Makes one of the oldest if there are more than `kept`, which gives back the time between them
// as well.
void join_oldest_downtimes(Transaction& transaction, int kept);

// Sorts them and makes one of those that overlap or touch.
std::vector<engine::Span> make_disjoint(std::vector<engine::Span> spans);

// The instant `at` after what of these, which came after `counted_from`, has been given back to a
// clock that runs without a break: what had been due before a downtime is not moved by it.
// Requires: disjoint, oldest first.
engine::Instant postponed(engine::Instant at, engine::Instant counted_from,
                          std::span<const engine::Span> downtimes);

// When the server was last known to take moves; nothing if it never was.
std::optional<Instant> last_heartbeat(Reader& reader);
void set_heartbeat(Transaction& transaction, Instant at);
// The same if it is still `from`. False: another node was first.
bool advance_heartbeat(Transaction& transaction, Instant from, Instant at);

// Writes as much as a move does. Throws: StorageError full, if a move could not be stored.
void try_writing(Transaction& transaction);

}  // namespace tanbo::store
