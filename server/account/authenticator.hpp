#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/error.hpp"
#include "server/account/scope.hpp"
#include "server/base/async.hpp"
#include "server/base/blocking.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::storage {
class Database;
}

namespace tanbo::account {

// Who a token speaks for.
struct Identity {
    std::int64_t account = 0;
    std::string handle;
    bool is_guest = false;
    base::Digest token_hash{};
    Scopes scopes = Scopes::usual();

    engine::Player player() const { return {account, handle}; }
};

inline constexpr std::size_t cached_tokens_max = 10'000;

// Tells from a bearer token who it is. Found tokens are kept, so that most requests read no disk.
//
// Thread: its I/O thread only.
class Authenticator {
public:
    Authenticator(storage::Database& database, base::BlockingPool& readers, base::Clock clock,
                  base::Metrics& metrics, std::size_t cached_max = cached_tokens_max);
    ~Authenticator();
    Authenticator(const Authenticator&) = delete;
    Authenticator& operator=(const Authenticator&) = delete;

    // The token is all that follows "Bearer ". Errors: bad_token (malformed, unknown, revoked,
    // expired); storage_unavailable, overloaded.
    base::Awaitable<protocol::Result<Identity>> authenticate(std::string token);

    // For Accounts: this token is void from now on, also for those who are being told otherwise.
    void forget(const base::Digest& token_hash);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::account
