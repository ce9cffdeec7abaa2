#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/account/accounts.hpp"
#include "server/account/additions.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::account {

// A token to be issued, on the writer thread.
struct TokenRequest {
    std::string_view route;   // "accounts", "guests", "tokens"
    std::string_view reason;  // what the log says the token is for
    ClientDetails client;
    // The request, without the password: a hash that is cheap to try must not cover it.
    std::string asked;
    // A repeat is answered only if it is asked for by the same ClientDetails::asker.
    bool is_of_asker = false;
    std::string label;
    std::optional<std::chrono::seconds> expires_in;
    store::TokenKind kind = store::TokenKind::token;
    Scopes scopes = Scopes::usual();
    bool is_only = false;                   // all others of the account are revoked
    std::optional<AdditionKind> adds = {};  // the kind in the owner's notice; nothing: no notice
    // The account that the token is for, found or created.
    std::function<protocol::Result<protocol::AccountId>(store::Transaction&)> owner;
};

// Issues tokens. With an Idempotency-Key the token is derived by a keyed hash from the key and a
// number that is drawn and stored the first time. A repeat yields the same token, and storage holds
// neither token nor key. Thread: any.
class TokenIssuer {
public:
    // Reads the server's secret, or draws and stores it. Throws: store::StorageError.
    TokenIssuer(store::Transaction& transaction, base::Instant now);

    // Errors: idempotency_key_reused, idempotency_key_not_yours, those of request.owner.
    // Throws: store::StorageError.
    protocol::Result<IssuedToken> issue(store::Transaction& transaction,
                                        const TokenRequest& request, base::Instant now) const;

private:
    struct Kept;

    protocol::Result<std::optional<Kept>> find_kept(store::Transaction& transaction,
                                                    const TokenRequest& request,
                                                    base::Instant now) const;
    void keep(store::Transaction& transaction, const TokenRequest& request, const Kept& kept,
              base::Instant now) const;
    std::string derive_token(const TokenRequest& request, std::string_view number) const;
    base::Digest keyed(std::initializer_list<std::string_view> parts) const;
    std::string scope(const TokenRequest& request) const;

    std::vector<std::uint8_t> secret_;
};

// The handle of a new guest, "guest-" and four syllables.
std::string random_guest_handle();

}  // namespace tanbo::account
