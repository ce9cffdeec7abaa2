#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/service.hpp"
#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/limits.hpp"

// Changes that decide who holds an account, and their notices. Private to this folder.
namespace tanbo::account {

inline constexpr std::chrono::hours take_back_life{72};
inline constexpr int changes_an_hour_max = 20;  // of addresses, of one account

// Saves the account's present state and emails its verified addresses. Those that may revert the
// change get a link for it. `subject` is the address that changes, if any. Returns true if it sent
// at least one link. Requires: the change is decided but not yet made.
bool notify_account_change(const Service& service, store::Transaction& transaction,
                           protocol::AccountId account, store::ChangeKind kind,
                           std::string_view subject, base::Instant now);

// Refuses if the account's addresses were changed too often within an hour: each change sends
// mails.
std::optional<protocol::Error> refuse_more_changes(store::Reader& reader,
                                                   protocol::AccountId account, base::Instant now);

// Ends whatever acts for the account, or tells of it, but what is kept and the token that asks for
// it: its tokens and sessions, those of its bots, its webhooks, the keys of its calendar and feeds.
// Bots keep their accounts: without a token they play no more. Returns which tokens it has revoked.
Revoked end_access(store::Transaction& transaction, protocol::AccountId account,
                   const protocol::KeptAccess& kept = {},
                   const std::optional<base::Digest>& asking = {});

// No reset is mailed for so long after a change was taken back: a mailbox alone, which a link went
// to, gets no password.
inline constexpr store::Limit take_backs{"take-backs", {{{1, std::chrono::hours(24 * 7)}}}};

// The change that the link of a mail takes back, or nothing if it is no good.
std::optional<store::AccountChange> find_good_change(store::Reader& reader, std::string_view token,
                                                     base::Instant now);

}  // namespace tanbo::account
