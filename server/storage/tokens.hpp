#pragma once

#include <optional>
#include <string_view>

#include "server/storage/accounts.hpp"
#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::storage {

struct NewToken {
    Digest hash{};
    AccountId account{};
    std::string_view label = {};
    std::string_view last4 = {};
    Instant created_at = 0;
    std::optional<Instant> expires_at = {};  // nothing: never
};

// Who a token speaks for.
struct TokenOwner {
    Account account;
    std::optional<Instant> expires_at = {};
};

// Throws: StorageError constraint where there is no such account, or the hash is there already.
void insert_token(Transaction& transaction, const NewToken& token);

// Nothing where the token is unknown, revoked, or expired at `now`.
std::optional<TokenOwner> find_token(Reader& reader, const Digest& hash, Instant now);

// Revokes it. False where there is no such token.
bool delete_token(Transaction& transaction, const Digest& hash);

// Deletes up to `limit` tokens that have expired at `now`; returns how many.
int prune_tokens(Transaction& transaction, Instant now, int limit);

}  // namespace tanbo::storage
