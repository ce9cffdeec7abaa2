#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/account/service.hpp"
#include "server/store/account_changes.hpp"

// Changes that decide who holds an account, and who is told of them. Private to this folder.
namespace tanbo::account {

inline constexpr std::chrono::hours take_back_life{72};
inline constexpr int changes_an_hour_max = 20;  // of addresses, of one account

// Keeps the account as it is and mails every address that was verified before, with a link that
// takes the change back. `subject` is the address that the change is about, if there is one.
// Yields whether anybody has got such a link. Call it when the change has been decided on, and
// before it is made.
bool tell_change(const Service& service, store::Transaction& transaction,
                 protocol::AccountId account, store::ChangeKind kind, std::string_view subject,
                 base::Instant now);

// Refuses if the account's addresses were changed too often within an hour: each change mails
// somebody.
std::optional<protocol::Error> refuse_more_changes(store::Reader& reader,
                                                   protocol::AccountId account, base::Instant now);

// Revokes all tokens of the account and of its bots; returns which.
Revoked revoke_all(store::Transaction& transaction, protocol::AccountId account);

// The change that the link of a mail takes back, or nothing if it is no good.
std::optional<store::AccountChange> find_good_change(store::Reader& reader, std::string_view token,
                                                     base::Instant now);

}  // namespace tanbo::account
