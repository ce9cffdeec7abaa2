#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// token: shown as a bearer; session: kept by a browser as a cookie.
enum class TokenKind : std::uint8_t { token, session };

// A session that was not used for longer is void. Of its use the hour is known.
inline constexpr std::chrono::days session_idle_max{30};

inline constexpr std::uint32_t usual_scopes = 63;  // every bit but the administrator's

struct NewToken {
    Digest hash{};
    AccountId account{};
    std::string_view label = {};
    std::string_view last4 = {};
    Instant created_at{};
    std::optional<Instant> expires_at = {};  // nothing: never
    TokenKind kind = TokenKind::token;
    std::uint32_t scopes = usual_scopes;
    std::string_view used_from = {};
    Instant password_at{};  // at which the password was given with it; 0: it was not
};

// A token as its owner is shown it.
struct TokenRow {
    Digest hash{};
    std::string label = {};
    std::string last4 = {};
    Instant created_at{};
    std::optional<Instant> expires_at = {};
    TokenKind kind = TokenKind::token;
    std::uint32_t scopes = 0;
    Instant used_at{};
    std::string used_from = {};
};

// The account that a token speaks for, and how far.
struct TokenOwner {
    Account account;
    std::optional<Instant> expires_at = {};
    TokenKind kind = TokenKind::token;
    std::uint32_t scopes = 0;
    Instant used_at{};
};

// Throws: StorageError constraint if there is no such account, or the hash is there already.
void insert_token(Transaction& transaction, const NewToken& token);

// Nothing if the token is unknown, revoked, or expired at `now`, or a session unused for too
// long.
std::optional<TokenOwner> find_token(Reader& reader, const Digest& hash, Instant now);

// All of an account's that are good at `now`, newest first, at most `limit`.
std::vector<TokenRow> tokens_of(Reader& reader, AccountId account, Instant now, int limit);

// Writes down a use. Nothing happens if there is no such token.
void touch_token(Transaction& transaction, const Digest& hash, Instant at, std::string_view from);

// When the holder of a session last gave the password; 0: never. Nothing if there is no such
// token, or it has expired at `now`.
std::optional<Instant> password_given_at(Reader& reader, const Digest& hash, Instant now);
void set_password_given(Transaction& transaction, const Digest& hash, Instant at);

// Revokes it and ends its push subscription. False if there is no such token.
bool delete_token(Transaction& transaction, const Digest& hash);

// Revokes all of an account's but `kept`; returns which.
std::vector<Digest> delete_tokens_of(Transaction& transaction, AccountId account,
                                     const std::optional<Digest>& kept);

// Revokes all sessions of an account's but `kept`, and none of its tokens; returns which.
std::vector<Digest> delete_sessions_of(Transaction& transaction, AccountId account,
                                       const std::optional<Digest>& kept);

// Revokes the oldest tokens of an account, except the newest `kept`; returns the revoked ones.
std::vector<Digest> delete_oldest_tokens(Transaction& transaction, AccountId account, int kept);

// Deletes up to `limit` tokens that have expired at `now`; returns how many.
int prune_tokens(Transaction& transaction, Instant now, int limit);

}  // namespace tanbo::store
