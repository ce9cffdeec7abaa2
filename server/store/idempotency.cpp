#include "server/store/idempotency.hpp"

#include <algorithm>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_answer = R"(
SELECT request_hash, status, location, body, created_at FROM idempotency_keys
WHERE scope = ?1 AND key_hash = ?2)";
const Sql insert_key_row = R"(
INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, location, body, created_at,
                              letter)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (scope, key_hash) DO NOTHING)";
const Sql delete_oldest_keys = R"(
DELETE FROM idempotency_keys WHERE (scope, key_hash) IN
    (SELECT scope, key_hash FROM idempotency_keys WHERE letter IS NULL AND created_at < ?1
     ORDER BY created_at LIMIT ?2))";

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
