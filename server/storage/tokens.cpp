#include "server/storage/tokens.hpp"

#include "server/storage/account_rows.hpp"

namespace tanbo::storage {
namespace {

constexpr std::string_view insert_row = R"(
INSERT INTO tokens (hash, account, label, last4, created_at, expires_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6))";
constexpr std::string_view select_owner = R"(
SELECT a.id, a.handle, a.kind, a.password_hash, a.created_at, t.expires_at
FROM tokens AS t JOIN accounts AS a ON a.id = t.account
WHERE t.hash = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2))";
constexpr std::string_view delete_row = "DELETE FROM tokens WHERE hash = ?1";
constexpr std::string_view delete_expired = R"(
DELETE FROM tokens WHERE hash IN
    (SELECT hash FROM tokens WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2))";

}  // namespace

void insert_token(Transaction& transaction, const NewToken& token) {
    transaction.write(insert_row)
        .run(token.hash, token.account, token.label, token.last4, token.created_at,
             token.expires_at);
}

std::optional<TokenOwner> find_token(Reader& reader, const Digest& hash, Instant now) {
    Query select = reader.read(select_owner);
    if (!select.bind(hash, now).step()) return std::nullopt;
    return TokenOwner{account_of(select), select.optional_integer(5)};
}

bool delete_token(Transaction& transaction, const Digest& hash) {
    return transaction.write(delete_row).run(hash) == 1;
}

int prune_tokens(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired).run(now, limit));
}

}  // namespace tanbo::storage
