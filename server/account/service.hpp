#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/account/access/throttle.hpp"
#include "server/account/access/token_issuer.hpp"
#include "server/account/account_games_port.hpp"
#include "server/account/accounts.hpp"
#include "server/account/refusals.hpp"
#include "server/base/concurrency_limit.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"

// The common part of this folder. Private to it.
namespace tanbo::account {

// Tokens that are good for nothing any longer.
using Revoked = std::vector<base::Digest>;

// The reason for giving the password again: who holds the account, or what goes on acting for it.
enum class Confirms : std::uint8_t { holder, addition };

// The means of services of accounts, and acts of several of them. Thread: any I/O thread.
struct Service {
    Service(store::Store& s, base::BlockingPool& h, base::IoThreads& i,
            std::vector<Authenticator*> t, base::Clock c, base::Metrics& metrics, AccountLimits l,
            Games* g);

    // --- reading and writing ---
    base::Awaitable<protocol::Result<std::optional<store::Account>>> find(std::string handle_key);
    base::Awaitable<protocol::Result<store::Account>> find(protocol::AccountId account);
    base::Awaitable<protocol::Result<IssuedToken>> issue(TokenRequest request);
    // `work` yields what it has revoked; when this returns, no I/O thread accepts it any longer.
    base::Awaitable<protocol::Result<void>> revoke(store::Work<Revoked> work);
    // With what the account's games are to do, or without them if there are none.
    base::Awaitable<protocol::Result<void>> transact(Games::Work work);

    // --- passwords ---
    // Of a password that somebody chooses, for whatever they set one by. Errors: common_password,
    // rate_limited.
    base::Awaitable<protocol::Result<std::string>> hash(std::string password,
                                                        std::string client_address);
    base::Awaitable<protocol::Result<bool>> verify(std::string password, std::string encoded);
    base::Awaitable<protocol::Result<bool>> verify_of(const Attempt& attempt, std::string password);
    // The account with this handle and password. Costs one hash whether there is one or not.
    // Errors: bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<store::Account>> check(std::string handle,
                                                            std::string password,
                                                            SignInSource source);
    // The password again, of a member, for something that a token alone must not do. A session that
    // gave it a moment ago (fresh_for) may leave it out. Errors: password_required,
    // bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<void>> confirm(Identity identity, std::string password,
                                                    SignInSource source,
                                                    Confirms what = Confirms::holder);
    // A place among the hashes at once of an account, or of a client address. Errors: rate_limited.
    protocol::Result<base::ConcurrencyLimit::Slot> take_hash(protocol::AccountId account);
    protocol::Result<base::ConcurrencyLimit::Slot> take_hash(const std::string& client_address);
    protocol::Result<base::ConcurrencyLimit::Slot> take_hash(base::ConcurrencyLimit& limit,
                                                             const std::string& asker);
    // Counts an act of the subject. Errors: rate_limited, which begins with `what`.
    base::Awaitable<protocol::Result<void>> admit(const store::Limit& limit, std::string subject,
                                                  std::string_view what);

    // --- what the I/O threads know ---
    void on_every_thread(const std::function<void(Authenticator&)>& work);
    void forget(const Revoked& token_hashes);
    void forget_account(protocol::AccountId account);

    base::Instant now() const { return clock(); }

    store::Store& store;
    base::BlockingPool& hashing;
    base::IoThreads& io;
    std::vector<Authenticator*> threads;
    base::Clock clock;
    AccountLimits limits;
    std::vector<CalendarStep> calendar_steps = {};
    Games* games;
    std::optional<TokenIssuer> token_issuer;
    std::optional<Devices> devices;
    base::ConcurrencyLimit hashes_of_account{hashes_of_account_max};
    base::ConcurrencyLimit hashes_of_address{hashes_of_address_max};
    std::string dummy_hash;  // verified for unknown handles, which must cost the same
    base::Counter& accepted;
    base::Counter& rejected;
    base::Counter& limited;
    base::Counter& hashes;
    base::Counter& new_members;
    base::Counter& new_guests;
    base::Counter& new_bots;
};

// For how long a session need not give its password again.
constexpr std::chrono::minutes fresh_for(Confirms what) {
    return std::chrono::minutes(what == Confirms::holder ? 5 : 10);
}

// Tokens of links in mails.
inline constexpr std::string_view link_prefix = "tbl_";
// Tokens of links that veto taking a change back. A veto is final: it voids all earlier links.
inline constexpr std::string_view veto_prefix = "tbv_";
bool is_link_token(std::string_view token);

// Links in mails: written in the transaction that causes them.
void put_mail(store::Transaction& transaction, std::string_view kind, protocol::AccountId account,
              std::string_view address, std::string_view data, base::Instant now);

// Checks the limits of claiming an address: of the address, the network and the account, if any.
// Errors: rate_limited, alike for addresses that are verified and others.
protocol::Result<void> can_claim(store::Reader& reader, std::optional<protocol::AccountId> account,
                                 std::string_view address, std::string_view network,
                                 base::Instant now);
// A claimed address and the mail that asks for it to be verified, or, if another account has
// verified it, the mail that says so. False if the account has it already. Requires: can_claim().
bool claim_address(const Service& service, store::Transaction& transaction,
                   protocol::AccountId account, std::string_view handle, std::string_view address,
                   std::string_view network, base::Instant now);

}  // namespace tanbo::account
