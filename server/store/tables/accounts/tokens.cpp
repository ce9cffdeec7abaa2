#include "server/store/tables/accounts/tokens.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/base/secrets.hpp"
#include "server/store/commit/changes.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/account_rows.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 2> token_kinds = {"token", "session"};

const Sql insert_token_row = R"(
INSERT INTO tokens (hash, account, label, last4, created_at, expires_at, kind, scopes, used_at,
                    used_from, password_at, more_scopes)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?5, ?9, ?10, ?11))";
const Sql select_owner = R"(
SELECT a.id, a.handle, a.kind, a.password_hash, a.created_at, a.role,
       (SELECT max(s.suspended_until) FROM accounts AS s WHERE s.id IN (a.id, a.owner)), a.owner,
       a.deleted_at, t.expires_at, t.kind, t.scopes, t.used_at, t.more_scopes
FROM tokens AS t JOIN accounts AS a ON a.id = t.account
WHERE t.hash = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2)
  AND (t.kind <> 'session' OR t.used_at >= ?3))";
const Sql select_tokens_of_account = R"(
SELECT hash, label, last4, created_at, expires_at, kind, scopes, used_at, used_from, more_scopes
FROM tokens WHERE account = ?1 AND (expires_at IS NULL OR expires_at > ?2)
  AND (kind <> 'session' OR used_at >= ?4)
ORDER BY created_at DESC, hash LIMIT ?3)";
const Sql update_use = "UPDATE tokens SET used_at = ?2, used_from = ?3 WHERE hash = ?1";
const Sql select_password_at = R"(
SELECT password_at FROM tokens WHERE hash = ?1 AND (expires_at IS NULL OR expires_at > ?2)
  AND (kind <> 'session' OR used_at >= ?3))";
const Sql update_password_at = "UPDATE tokens SET password_at = ?2 WHERE hash = ?1";
const Sql delete_token_row = "DELETE FROM tokens WHERE hash = ?1";
const Sql select_token_hashes = "SELECT hash FROM tokens WHERE account = ?1 ORDER BY hash";
const Sql select_session_hashes =
    "SELECT hash FROM tokens WHERE account = ?1 AND kind = 'session' ORDER BY hash";
const Sql select_beyond = R"(
SELECT hash FROM tokens WHERE account = ?1 ORDER BY created_at DESC LIMIT ?3 OFFSET ?2)";
const Sql delete_expired_tokens = R"(
DELETE FROM tokens WHERE hash IN
    (SELECT hash FROM tokens WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2))";

Digest digest_of(std::span<const std::uint8_t> bytes) {
    Digest digest{};
    std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
    return digest;
}

// The bits in tokens.scopes end below this one; those from it on are in tokens.more_scopes.
constexpr std::uint32_t scopes_of_column = 256;

std::uint32_t scopes_of(std::int64_t scopes, std::int64_t more) {
    return static_cast<std::uint32_t>(scopes) + static_cast<std::uint32_t>(more) * scopes_of_column;
}

TokenRow token_of(const Query& row) {
    TokenRow token;
    token.hash = digest_of(row.blob(0));
    token.label = row.text(1);
    token.last4 = row.text(2);
    token.created_at = row.instant(3);
    token.expires_at = row.optional_instant(4);
    token.kind = value_of<TokenKind>(token_kinds, row.text(5));
    token.scopes = scopes_of(row.integer(6), row.integer(9));
    token.used_at = row.instant(7);
    token.used_from = row.text(8);
    return token;
}

std::vector<Digest> digests_of(Query& select) {
    std::vector<Digest> digests;
    while (select.step()) digests.push_back(digest_of(select.blob(0)));
    return digests;
}

// Deletes the tokens that the statement finds, except `kept`.
std::vector<Digest> delete_all(Transaction& transaction, const Sql& sql, AccountId account,
                               const std::optional<Digest>& kept) {
    std::vector<Digest> digests;
    {
        Query select = transaction.read(sql);
        digests = digests_of(select.bind(account));
    }
    if (kept) std::erase(digests, *kept);
    for (const Digest& digest : digests) delete_token(transaction, digest);
    return digests;
}

}  // namespace

void insert_token(Transaction& transaction, const NewToken& token) {
    transaction.write(insert_token_row)
        .run(token.hash, token.account, token.label, token.last4, token.created_at,
             token.expires_at, word_of(token_kinds, token.kind), token.scopes % scopes_of_column,
             token.used_from, token.password_at, token.scopes / scopes_of_column);
}

std::optional<TokenOwner> find_token(Reader& reader, const Digest& hash, Instant now) {
    Query select = reader.read(select_owner);
    if (!select.bind(hash, now, now - session_idle_max).step()) return std::nullopt;
    TokenOwner owner;
    owner.account = account_of(select);
    owner.expires_at = select.optional_instant(9);
    owner.kind = value_of<TokenKind>(token_kinds, select.text(10));
    owner.scopes = scopes_of(select.integer(11), select.integer(13));
    owner.used_at = select.instant(12);
    return owner;
}

std::vector<TokenRow> tokens_of(Reader& reader, AccountId account, Instant now, int limit) {
    Query select = reader.read(select_tokens_of_account);
    select.bind(account, now, limit, now - session_idle_max);
    std::vector<TokenRow> tokens;
    while (select.step()) tokens.push_back(token_of(select));
    return tokens;
}

void touch_token(Transaction& transaction, const Digest& hash, Instant at, std::string_view from) {
    transaction.write(update_use).run(hash, at, from);
}

std::optional<Instant> password_given_at(Reader& reader, const Digest& hash, Instant now) {
    Query select = reader.read(select_password_at);
    if (!select.bind(hash, now, now - session_idle_max).step()) return std::nullopt;
    return select.instant(0);
}

void set_password_given(Transaction& transaction, const Digest& hash, Instant at) {
    transaction.write(update_password_at).run(hash, at);
}

bool delete_token(Transaction& transaction, const Digest& hash) {
    if (transaction.notes_changes()) {
        Change change;
        change.kind = token_revoked;
        change.name = base::to_hex(hash);
        transaction.queue_change(std::move(change));
    }
    // Under the lock of its account, which every queued push takes.
    delete_push_subscription(transaction, hash);
    return transaction.write(delete_token_row).run(hash) == 1;
}

std::vector<Digest> delete_tokens_of(Transaction& transaction, AccountId account,
                                     const std::optional<Digest>& kept) {
    return delete_all(transaction, select_token_hashes, account, kept);
}

std::vector<Digest> delete_sessions_of(Transaction& transaction, AccountId account,
                                       const std::optional<Digest>& kept) {
    return delete_all(transaction, select_session_hashes, account, kept);
}

std::vector<Digest> delete_oldest_tokens(Transaction& transaction, AccountId account, int kept) {
    std::vector<Digest> digests;
    {
        Query select = transaction.read(select_beyond);
        digests = digests_of(select.bind(account, kept, std::numeric_limits<std::int64_t>::max()));
    }
    for (const Digest& digest : digests) delete_token(transaction, digest);
    return digests;
}

int prune_tokens(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired_tokens).run(now, limit));
}

}  // namespace tanbo::store
