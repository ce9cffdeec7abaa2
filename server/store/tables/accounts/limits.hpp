#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Limits that are exact over sliding windows, outlive the process and are shared by all who share
// the database.
namespace tanbo::store {

// At most so many acts in any span of that length. `most` 0: no window.
struct LimitWindow {
    int most = 0;
    std::chrono::minutes length{0};
};

// Names are stable: what was counted under one goes on counting after a restart.
struct Limit {
    std::string_view name;
    std::array<LimitWindow, 2> windows;
};

// When one more act of the subject (an address, an account) is within the limit, or nothing if
// it is at `now`.
std::optional<Instant> limited_until(Reader& reader, const Limit& limit, std::string_view subject,
                                     Instant now);
// Counts an act, whether it is within the limit or not.
HitId count_hit(Transaction& transaction, const Limit& limit, std::string_view subject,
                Instant now);
// Both: counts it if it is within the limit, else yields when it would be.
std::optional<Instant> try_acquire(Transaction& transaction, const Limit& limit,
                                   std::string_view subject, Instant now);
// It turned out not to count.
void delete_hit(Transaction& transaction, HitId id);
// Removes hits that count no more, at most `limit`. Returns how many.
int prune_hits(Transaction& transaction, Instant now, int limit);

// One count of an act, by a subject; an act is allowed if all its counts are within their limits.
struct Count {
    const Limit* limit = nullptr;
    std::string subject = {};
};
// The latest of what limited_until yields for each of them.
std::optional<Instant> limited_until(Reader& reader, std::span<const Count> counts, Instant now);

// The refusal at a limit: rate_limited, with retry_after_s. `what` begins a sentence: "Too many
// links were followed".
protocol::Error rate_limited(std::string_view what, Instant until, Instant now);

}  // namespace tanbo::store
