#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/devices.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/limits.hpp"

// Limits on wrong passwords. They are counted by place: a device cookie, a token of the account, or
// else the client's address. Wrong passwords elsewhere never lock the owner out of a known place.
// Neighbours share an address, and only a cookie or a token keeps their guesses apart. Getting one
// takes the password.
namespace tanbo::account {

using std::chrono::minutes;

// --- from places that the account has never been used from ---
inline constexpr store::Limit guesses_from_address{"guess-account-address", {{{10, minutes(15)}}}};
inline constexpr store::Limit guesses_at_account{"guess-account", {{{30, minutes(15)}}}};
inline constexpr store::Limit guesses_by_address{"guess-address", {{{100, minutes(15)}}}};
// --- from one that is known ---
inline constexpr store::Limit mistakes_in_place{"guess-known", {{{10, minutes(15)}}}};
// Tries that are being hashed: many at once can't get round the limit.
inline constexpr store::Limit tries_in_place{"guess-known-now", {{{30, minutes(15)}}}};

// --- by account ---
inline constexpr store::Limit password_changes{"password-changes",
                                               {{{10, minutes(15)}, {30, minutes(24 * 60)}}}};

// --- by account and client address ---
inline constexpr store::Limit confirmations{"confirmations", {{{30, minutes(15)}}}};

// --- what else costs hashes or looks links up, by client address ---
inline constexpr store::Limit new_passwords{"new-passwords", {{{300, minutes(15)}}}};
inline constexpr store::Limit followed_links{"links", {{{100, minutes(15)}}}};
inline constexpr store::Limit resets_by_address{"resets-address", {{{60, minutes(15)}}}};
// By client address and the account to reset.
inline constexpr store::Limit resets_of_one{"resets", {{{10, minutes(15)}}}};

// --- mails with links, which anyone can cause by naming an account or an address: what one network
// causes keeps the owner, who comes from another, from nothing ---
// Resets, by account: from networks in which its password was given right, from any other one, and
// from all others together.
inline constexpr store::Limit resets_from_known{"reset-mails-known",
                                                {{{5, minutes(60)}, {20, minutes(24 * 60)}}}};
inline constexpr store::Limit resets_from_network{"reset-mails-network",
                                                  {{{3, minutes(60)}, {4, minutes(24 * 60)}}}};
inline constexpr store::Limit resets_from_strangers{"reset-mails",
                                                    {{{8, minutes(60)}, {24, minutes(24 * 60)}}}};
// Links that verify an address, by mailbox: from one network, and from all.
inline constexpr store::Limit claims_from_network{"claim-mails-network",
                                                  {{{3, minutes(60)}, {4, minutes(24 * 60)}}}};
inline constexpr store::Limit claims_of_mailbox{"claim-mails",
                                                {{{8, minutes(60)}, {16, minutes(24 * 60)}}}};

// No limit, but a row: a reset that is mailed and one that is not both write and commit.
inline constexpr store::Limit resets_looked_up{"resets-looked-up", {{{1'000'000, minutes(15)}}}};

// Archives of all that is kept of an account: each is many rows to read, and much to send.
inline constexpr store::Limit exports_of_account{"exports",
                                                 {{{5, minutes(60)}, {20, minutes(24 * 60)}}}};

// Mails that tell of what was added to an account: who has its password could send very many.
inline constexpr store::Limit additions_told{"additions-told",
                                             {{{20, minutes(60)}, {60, minutes(24 * 60)}}}};

// Links for addresses that an account names.
inline constexpr store::Limit claims_of_account{"address-claims", {{{5, minutes(60)}}}};

// The most hashes that are calculated or wait for it: past that, threads are left to others. A
// whole club may sign in from one address.
inline constexpr std::size_t hashes_of_account_max = 4;
inline constexpr std::size_t hashes_of_address_max = 32;

inline constexpr std::string_view too_many_links_followed =
    "Too many email links were opened from your network address";

// Counts one that signs up, or gives a password, for all nodes over one database: at most so many
// a minute from each client (two nodes that look at once may both admit the last). Errors:
// rate_limited; storage_unavailable, overloaded, shutting_down.
base::Awaitable<protocol::Result<void>> take_sign_up(store::Store& store, base::Clock clock,
                                                     int per_minute, std::string client);

// The place at which a password is tried.
struct SignInSource {
    SignInSource(std::string client_address, std::optional<std::string> device_cookie = {})
        : address(std::move(client_address)), device(std::move(device_cookie)) {}

    std::string address;                // net::client_network
    std::optional<std::string> device;  // the cookie that the client showed
    // The account's token or session that the request came with, by its session_id.
    std::optional<std::string> token = {};
};

// A try that was counted before its hash is calculated.
struct Attempt {
    std::optional<store::Account> account;    // nothing: no account has the handle
    std::optional<std::string> known_source;  // nothing: one that the account was never used from
    std::vector<protocol::HitId> hits;
    std::optional<base::Instant> limited_until;  // it is refused, and was not counted

    // The account's, as the log tells it.
    std::optional<protocol::AccountId> number() const {
        if (!account) return std::nullopt;
        return account->id;
    }
    // Why it is refused.
    std::string_view fault() const {
        if (limited_until) return "too many wrong passwords";
        if (!account) return "no such account";
        return account->password_hash ? "wrong password" : "account without a password";
    }
};

enum class Outcome : std::uint8_t {
    right,
    wrong,
    unknown  // it was not hashed: it counts for nothing
};

// Counts a try, unless it is past a limit.
Attempt begin_attempt(store::Transaction& transaction, const Devices& devices,
                      std::string_view handle_key, const SignInSource& source, base::Instant now);
// Whether end_attempt() would change anything.
bool needs_end(const Attempt& attempt, Outcome outcome);
void end_attempt(store::Transaction& transaction, const Attempt& attempt,
                 const SignInSource& source, Outcome outcome, base::Instant now);

}  // namespace tanbo::account
