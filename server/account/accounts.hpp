#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/answers.hpp"
#include "protocol/error.hpp"
#include "protocol/requests.hpp"
#include "server/account/authenticator.hpp"
#include "server/base/async.hpp"
#include "server/base/blocking.hpp"
#include "server/base/clock.hpp"
#include "server/base/io_threads.hpp"
#include "server/base/metrics.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::storage {
class Database;
class GroupCommit;
}  // namespace tanbo::storage

namespace tanbo::account {

// An account and a token that speaks for it, as POST /accounts, /guests and /tokens answer.
struct Grant {
    std::int64_t account = 0;
    std::string handle;
    std::string token;
    std::optional<base::Instant> expires_at;
    bool is_repeat = false;
};

// Who asks for a grant: the client's address (net::client_network), and his Idempotency-Key where
// he sent one. The same key, address and request again within 24 hours get the same token; the key
// with another request is refused as idempotency_key_reused. Neither the key nor the token is
// stored in clear.
struct Applicant {
    std::string address;
    std::optional<std::string> idempotency_key;
};

struct AccountLimits {
    base::PasswordCost password_cost;
    // Passwords tried for one handle, from one address; then one more every so many seconds.
    double attempts_per_handle = 10;
    double handle_refill_per_second = 1.0 / 30;
    double attempts_per_address = 60;
    double address_refill_per_second = 1.0 / 2;
};

// Handles, passwords and tokens. Passwords are hashed on the hashing pool, never on an I/O thread.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Accounts {
public:
    // threads[i] belongs to I/O thread i. `hashing` has two threads: a hash takes 64 MiB. Reads or
    // creates the server's secret. Throws: storage::StorageError. Requires: all of them outlive
    // the writer's stop(), which comes before this is destroyed.
    Accounts(storage::Database& database, storage::GroupCommit& writer, base::BlockingPool& readers,
             base::BlockingPool& hashing, base::IoThreads& io, std::vector<Authenticator*> threads,
             base::Clock clock, base::Metrics& metrics, AccountLimits limits = {});
    ~Accounts();
    Accounts(const Accounts&) = delete;
    Accounts& operator=(const Accounts&) = delete;

    // Errors: handle_taken (without regard to case), rate_limited, idempotency_key_reused.
    // Requires: the request was decoded, so that its handle and password are allowed.
    base::Awaitable<protocol::Result<Grant>> create_account(protocol::CreateAccount request,
                                                            Applicant applicant);

    // A handle of its own: "guest-" and eight random letters. Errors: idempotency_key_reused.
    base::Awaitable<protocol::Result<Grant>> create_guest(Applicant applicant);

    // Errors: bad_credentials, which costs the same time for an unknown handle; rate_limited;
    // idempotency_key_reused.
    base::Awaitable<protocol::Result<Grant>> create_token(protocol::CreateToken request,
                                                          Applicant applicant);

    // When it returns, no I/O thread accepts the token any longer. Revoking twice is no error.
    base::Awaitable<protocol::Result<void>> revoke_token(Identity identity);

    // Role, suspension or handle of the account have changed: from now on every I/O thread goes by
    // what is stored. For the before_answer of whoever changes them. Thread: any.
    void forget_account(std::int64_t account);

    // Tells who acts on tokens that have expired. Thread: any.
    void sweep();

    // Errors: no_such_player.
    base::Awaitable<protocol::Result<protocol::AccountView>> find(std::int64_t account);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::account
