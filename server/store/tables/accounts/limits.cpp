#include "server/store/tables/accounts/limits.hpp"

#include <algorithm>
#include <string>

#include "server/base/secrets.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

// Hits that lie further ahead than the window is long were counted by a clock that was wrong.
const Sql select_nth_newest_hit = R"(
SELECT at FROM limit_hits WHERE key = ?1 AND at > ?2 AND at <= ?3
ORDER BY at DESC LIMIT 1 OFFSET ?4)";
const Sql insert_hit_row = "INSERT INTO limit_hits (key, at, expires_at) VALUES (?1, ?2, ?3)";
const Sql delete_hit_row = "DELETE FROM limit_hits WHERE id = ?1";
const Sql delete_expired_hits = R"(
DELETE FROM limit_hits WHERE id IN
    (SELECT id FROM limit_hits WHERE expires_at <= ?1 ORDER BY expires_at, id LIMIT ?2))";

// Whom a limit counts may be personal: the table need not say.
Digest limit_key(const Limit& limit, std::string_view subject) {
    std::string text(limit.name);
    text += '\0';
    text += subject;
    return base::sha256(text);
}

}  // namespace

std::optional<Instant> limited_until(Reader& reader, const Limit& limit, std::string_view subject,
                                     Instant now) {
    const Digest key = limit_key(limit, subject);
    std::optional<Instant> until;
    for (const LimitWindow& window : limit.windows) {
        if (window.most == 0) continue;
        Query select = reader.read(select_nth_newest_hit);
        if (!select.bind(key, now - window.length, now + window.length, window.most - 1).step())
            continue;
        until = std::max(until.value_or(Instant{}), select.instant(0) + window.length);
    }
    return until;
}

HitId count_hit(Transaction& transaction, const Limit& limit, std::string_view subject,
                Instant now) {
    const Digest key = limit_key(limit, subject);
    std::chrono::minutes longest{0};
    for (const LimitWindow& window : limit.windows) {
        longest = std::max(longest, window.length);
    }
    Query insert = transaction.write(insert_hit_row);
    insert.run(key, now, now + longest);
    return static_cast<HitId>(insert.insert_id());
}

std::optional<Instant> try_acquire(Transaction& transaction, const Limit& limit,
                                   std::string_view subject, Instant now) {
    const auto until = limited_until(transaction, limit, subject, now);
    if (!until) count_hit(transaction, limit, subject, now);
    return until;
}

void delete_hit(Transaction& transaction, HitId id) {
    transaction.write(delete_hit_row).run(id);
}

int prune_hits(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired_hits).run(now, limit));
}

std::optional<Instant> limited_until(Reader& reader, std::span<const Count> counts, Instant now) {
    std::optional<Instant> latest;
    for (const Count& one : counts) {
        latest = std::max(latest, limited_until(reader, *one.limit, one.subject, now));
    }
    return latest;
}

protocol::Error rate_limited(std::string_view what, Instant until, Instant now) {
    const auto wait =
        std::max(std::chrono::seconds(1), std::chrono::ceil<std::chrono::seconds>(until - now));
    protocol::Error error =
        protocol::refusal(protocol::Code::rate_limited, std::string(what) + ".");
    error.retry_after_s = static_cast<int>(wait.count());
    return error;
}

}  // namespace tanbo::store
