#include "server/store/tables/games/idempotency.hpp"

#include <algorithm>

#include "server/base/secrets.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_answer = R"(
SELECT request_hash, status, location, body, created_at, letter FROM idempotency_keys
WHERE scope = ?1 AND key_hash = ?2)";
const Sql insert_key_row = R"(
INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, location, body, created_at,
                              letter)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (scope, key_hash) DO NOTHING)";
const Sql delete_oldest_keys = R"(
DELETE FROM idempotency_keys WHERE (scope, key_hash) IN
    (SELECT scope, key_hash FROM idempotency_keys WHERE letter IS NULL AND created_at < ?1
     ORDER BY created_at LIMIT ?2))";

constexpr int pruned_at_once = 32;

// Two keys that share one, which is as good as never, wait for each other.
std::int64_t lock_of(std::string_view scope, const Digest& key_hash) {
    std::string both(scope);
    both.append(key_hash.begin(), key_hash.end());
    const Digest digest = base::sha256(both);
    std::uint64_t number = 0;
    for (std::size_t byte = 0; byte < sizeof(number); ++byte) number = number << 8 | digest[byte];
    return static_cast<std::int64_t>(number);
}

}  // namespace

std::optional<IdempotentAnswer> find_answer(Reader& reader, std::string_view scope,
                                            const Digest& key_hash) {
    Query select = reader.read(select_answer);
    if (!select.bind(scope, key_hash).step()) return std::nullopt;
    IdempotentAnswer answer;
    std::ranges::copy(select.blob(0), answer.request_hash.begin());
    answer.status = static_cast<int>(select.integer(1));
    answer.location = select.optional_text(2);
    answer.body = select.text(3);
    answer.created_at = select.instant(4);
    answer.is_of_mail = !select.is_null(5);
    return answer;
}

std::optional<IdempotentAnswer> claim_key(Transaction& transaction, std::string_view scope,
                                          const Digest& key_hash, Instant now) {
    transaction.lock_key(lock_of(scope, key_hash));
    const Instant expired = now - answer_retention;
    prune_answers(transaction, expired, pruned_at_once);
    auto answer = find_answer(transaction, scope, key_hash);
    // Behind a long queue of others that have expired too.
    while (answer && !answer->is_of_mail && answer->created_at < expired) {
        prune_answers(transaction, expired, pruned_at_once);
        answer = find_answer(transaction, scope, key_hash);
    }
    return answer;
}

bool insert_answer(Transaction& transaction, const NewIdempotentAnswer& answer) {
    return transaction.write(insert_key_row)
               .run(answer.scope, answer.key_hash, answer.request_hash, answer.status,
                    answer.location, answer.body, answer.created_at, answer.mail) == 1;
}

int prune_answers(Transaction& transaction, Instant before, int limit) {
    return static_cast<int>(transaction.write(delete_oldest_keys).run(before, limit));
}

}  // namespace tanbo::store
