#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/identity.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/scoped_entry.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::account {

// Room for some 10,000 tokens.
inline constexpr std::size_t cached_token_bytes_max = std::size_t{4} * 1024 * 1024;

// How exactly uses of a token are written down.
inline constexpr std::chrono::hours use_kept_to{1};

// After this time a token is read again: another node may have revoked it.
inline constexpr std::chrono::seconds token_known_for{60};

// A token was used, for the first time in this hour.
struct TokenUse {
    base::Digest token_hash{};
    protocol::AccountId account{};
    std::string network;  // see coarse_network
};

// Identifies the account of a bearer token. Found tokens are kept: most requests read no disk.
//
// Thread: its I/O thread only.
class Authenticator {
    struct Observed;

public:
    // A use of a token for longer than one request. Ends with its destruction. Requires: the
    // authenticator outlives it.
    using Observation = base::ScopedEntry<Authenticator, Observed>;

    Authenticator(store::Store& store, base::Clock clock, base::Metrics& metrics,
                  std::size_t cached_bytes_max = cached_token_bytes_max);
    ~Authenticator();
    Authenticator(const Authenticator&) = delete;
    Authenticator& operator=(const Authenticator&) = delete;

    // The token is all that follows "Bearer "; `network` is where it is shown. Errors: bad_token
    // (malformed, unknown, revoked, expired, or of a session that was not used for longer than
    // store::session_idle_max); storage_unavailable, overloaded.
    base::Awaitable<protocol::Result<Identity>> authenticate(std::string token,
                                                             std::string network = {});

    // Calls `on_void` once, when the identity's token is revoked, has expired, or can't be checked
    // for long (why_void). A session is in
    // use while it is observed: that its holder asks nothing else does not end that.
    // Requires: nothing was awaited since the identity was yielded, or a revocation goes unheard.
    [[nodiscard]] Observation observe(const Identity& identity, std::function<void()> on_void);

    // For Accounts: this token is void from now on, also for those who are being told otherwise.
    void forget(const base::Digest& token_hash);
    // For Accounts: what is known of this account has changed; its tokens and its bots' are read
    // again.
    void forget_account(protocol::AccountId account);
    // Tells those who observe tokens that have expired.
    void drop_expired();
    // Tells all who observe tokens: this node has not heard for too long which are revoked.
    void drop_unchecked();
    // True if this node knows all tokens that other nodes have revoked. Otherwise nothing is sent
    // to those who observe tokens.
    bool is_current() const;
    // Why an observation has ended: bad_token; or storage_unavailable, if it can't be checked.
    protocol::Error why_void() const;
    // A token that is kept counts only while this says so: what other nodes have revoked is known.
    // Requires: before the first authenticate.
    void set_cache_guard(std::function<bool()> is_trusted);
    // Sets the receiver of uses to write down. Requires: before the first authenticate.
    void report_uses(std::function<void(TokenUse)> report);

private:
    friend Observation;
    struct State;
    struct Observed {
        base::Digest hash{};
        std::uint64_t ticket = 0;
    };

    void end(const Observed& observed);

    std::unique_ptr<State> state_;
};

// A client's network without the host: "203.0.113.0/24", "2001:db8:1::/48"; what is no address
// comes back as it is.
std::string coarse_network(std::string_view client);

}  // namespace tanbo::account
