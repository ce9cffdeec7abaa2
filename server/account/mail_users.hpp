#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/account/access/identity.hpp"
#include "server/base/clock.hpp"
#include "server/store/commit/announcements.hpp"

namespace tanbo::store {
class Reader;
class Transaction;
}  // namespace tanbo::store

// The owners of addresses, and the destination of an account's mails.
//
// Throws (all of them): store::StorageError. Thread: that of the reader.
namespace tanbo::account {

// The identity that acts for the account by mail; nothing if there is none, or it is deleted.
std::optional<Identity> find_mail_user(store::Reader& reader, protocol::AccountId account);
// The same for the account that has verified this address.
std::optional<Identity> find_mail_user(store::Reader& reader, std::string_view address);

// The address of its mails; nothing if it is deleted or has no address that takes them.
std::optional<std::string> mail_address_of(store::Reader& reader, protocol::AccountId account);
// Whether its mails may go to that address.
bool takes_mail_at(store::Reader& reader, protocol::AccountId account, std::string_view address);
// The zone of its clocks, "Europe/Berlin"; nothing if it has chosen none.
std::optional<std::string> time_zone_of(store::Reader& reader, protocol::AccountId account);

// How many addresses get no more mail because too much came back.
std::int64_t count_stopped_addresses(store::Reader& reader);

// A mail that came back.
struct ReturnedMail {
    std::optional<protocol::AccountId> account;  // that it was for; nothing: for an address alone
    std::string_view address;
    base::Instant written_at;
    bool is_permanent = false;
    std::string_view fault;  // what is kept of the report
};
enum class ReturnCounted : std::uint8_t {
    counted,
    stopped,  // counted, and the address gets no more mail
    stale,    // no account has the address any more, or it was verified again since
};
// Announces AddressStopped.
ReturnCounted count_returned_mail(store::Transaction& transaction, const ReturnedMail& mail,
                                  base::Instant now);

// For the writer's announce hook.
void log_stopped_addresses(const std::vector<store::Announcement>& announcements);

}  // namespace tanbo::account
