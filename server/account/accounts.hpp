#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/account/access/throttle.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/secrets.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/blocking.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/base/time_zone.hpp"

namespace tanbo::store {
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::account {

class Additions;
class Addresses;
class Deletions;
class Games;
class Profiles;
class Sessions;
class SignUps;
struct Service;

// An account and a token that speaks for it, as POST /accounts, /guests and /tokens answer.
struct IssuedToken {
    protocol::AccountId account{};
    std::string handle;
    std::string token;
    std::optional<base::Instant> expires_at;
    bool is_repeat = false;
    Scopes scopes;
    std::vector<base::Digest> revoked;  // tokens that made room for it
};

// The client that asks for a token: its address (net::client_network), its Idempotency-Key if it
// sent one, and the cookie that identifies its browser. The same key, address and request again
// within 24 hours get the same token; the key with another request is refused as
// idempotency_key_reused. Neither the key nor the token is stored in clear.
struct ClientDetails {
    std::string address;
    std::optional<std::string> idempotency_key;
    std::optional<std::string> device = {};
    // The secret that a browser got when it became a guest with that key; see create_guest.
    std::optional<std::string> asker = {};

    SignInSource source() const { return {address, device}; }
};

inline constexpr int tokens_of_account_max = 100;  // past it the oldest is revoked
inline constexpr int bots_of_account_max = 10;
inline constexpr int addresses_of_account_max = 10;
inline constexpr std::chrono::hours session_life{24 * 90};

struct AccountLimits {
    base::PasswordCost password_cost;
    int vacation_days = 30;                            // a year
    std::string public_url = "http://127.0.0.1:8080";  // what links in mails begin with
    const base::TimeZones* zones = &base::TimeZones::system();
};

// Handles, passwords and tokens. Passwords are hashed on the hashing pool, never on an I/O thread.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Accounts {
public:
    // threads[i] belongs to I/O thread i. `hashing` has two threads, since a hash takes much
    // memory. Reads or creates the server's secret. `games` null: a server without games. Throws:
    // store::StorageError. Requires: all of them outlive the writer's stop(), which comes before
    // this is destroyed.
    Accounts(store::Store& store, base::BlockingPool& hashing, base::IoThreads& io,
             std::vector<Authenticator*> threads, base::Clock clock, base::Metrics& metrics,
             AccountLimits limits = {}, Games* games = nullptr);
    ~Accounts();
    Accounts(const Accounts&) = delete;
    Accounts& operator=(const Accounts&) = delete;

    // Errors: handle_taken (also by one that looks like it, or was deleted), common_password,
    // rate_limited, idempotency_key_reused. If the mail address is taken, only its owner learns of
    // it, by mail.
    // Requires: the request was decoded: its handle and password are allowed.
    base::Awaitable<protocol::Result<IssuedToken>> create_account(protocol::CreateAccount request,
                                                                  ClientDetails client);

    // A handle of its own: "guest-" and eight random letters. A repeat of a key gets the guest's
    // token only with the `asker` of the first request, since nothing else proves that it comes
    // from the same client. Errors: idempotency_key_not_yours. Requires: an asker if there is a
    // key.
    base::Awaitable<protocol::Result<IssuedToken>> create_guest(ClientDetails client);

    // The same with a session for a browser, of session_life, and without a key.
    base::Awaitable<protocol::Result<IssuedToken>> create_guest_session(std::string label,
                                                                        ClientDetails client);

    // Errors: bad_credentials, which costs the same time for an unknown handle; rate_limited;
    // idempotency_key_reused; invalid_field (an unknown scope); insufficient_scope (one that the
    // account can't give).
    base::Awaitable<protocol::Result<IssuedToken>> create_token(protocol::CreateToken request,
                                                                ClientDetails client);

    // A session for a browser, of session_life. Errors: bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<IssuedToken>> create_session(protocol::CreateSession request,
                                                                  ClientDetails client);

    // The cookie by which a browser is known in which the account's password was given right: the
    // one that it has, if that is good, or a new one.
    std::string device_cookie(protocol::AccountId account,
                              const std::optional<std::string>& present) const;
    // Whether this server made the cookie. Thread: any.
    std::optional<Device> read_device(std::string_view cookie) const;

    // The identity with this handle and password. Errors: bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<Identity>> identify(std::string handle, std::string password,
                                                         SignInSource source);

    // A guest becomes a member and keeps their id, games and tokens. What is in the logs of their
    // games keeps the name they had then. Errors: wrong_kind, handle_taken, common_password,
    // rate_limited.
    base::Awaitable<protocol::Result<void>> upgrade(Identity identity, protocol::Upgrade request,
                                                    std::string address);

    // A bot of the member's, and a token for it. A bot that they have already gets a new token, and
    // the old ones are revoked. It asks for the password. Errors: those of Additions::confirm,
    // wrong_kind, insufficient_scope (the bot's token would be
    // good for more than the one that asks), handle_taken, limit_reached, muted (by moderators).
    base::Awaitable<protocol::Result<IssuedToken>> create_bot(Identity identity,
                                                              protocol::CreateBot request,
                                                              SignInSource source);

    // When it returns, no I/O thread accepts the token any longer. Revoking twice is no error.
    base::Awaitable<protocol::Result<void>> revoke_token(Identity identity);

    // Call this after changing role, suspension or handle of the account: from now on every I/O
    // thread uses the stored values, for its bots too. Thread: any.
    void forget_account(protocol::AccountId account);

    // Tells who acts on tokens that have expired. Thread: any.
    void drop_expired();
    // Deletes links and sign-ups that have expired, up to a limit.
    static void prune(store::Transaction& transaction, base::Instant now);

    // Errors: no_such_player.
    base::Awaitable<protocol::Result<protocol::AccountView>> find(protocol::AccountId account);

    Additions& additions() { return *additions_; }
    Addresses& addresses() { return *addresses_; }
    Sessions& sessions() { return *sessions_; }
    SignUps& sign_ups() { return *sign_ups_; }
    Profiles& profiles() { return *profiles_; }
    Deletions& deletions() { return *deletions_; }

private:
    std::unique_ptr<Service> service_;
    std::unique_ptr<Additions> additions_;
    std::unique_ptr<Addresses> addresses_;
    std::unique_ptr<Sessions> sessions_;
    std::unique_ptr<SignUps> sign_ups_;
    std::unique_ptr<Profiles> profiles_;
    std::unique_ptr<Deletions> deletions_;
};

}  // namespace tanbo::account
