#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/tables/accounts/limits.hpp"
#include "server/store/transaction.hpp"

// How many mails others can have sent to an address, over all purposes and accounts.
namespace tanbo::store {

// To an address that has not answered: no link that was sent there was followed.
inline constexpr Limit mails_to_stranger{
    "mail-stranger", {{{3, std::chrono::hours(1)}, {8, std::chrono::hours(24)}}}};
// To one that has answered: of each kind that anyone can cause by naming it.
inline constexpr Limit mails_of_kind{"mail-kind",
                                     {{{3, std::chrono::hours(1)}, {8, std::chrono::hours(24)}}}};

// The mailbox that an address leads to: in lower case, without what stands behind a "+", and at
// Gmail without dots.
std::string mailbox_key(std::string_view address);

// When one more mail of that kind may be sent to the address; nothing: now.
std::optional<Instant> mail_limited_until(Reader& reader, std::string_view address,
                                          std::string_view kind, Instant now);
// Counts one, if it counts. False if it is past the limit.
bool take_mail(Transaction& transaction, std::string_view address, std::string_view kind,
               Instant now);

}  // namespace tanbo::store
