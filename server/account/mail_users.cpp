#include "server/account/mail_users.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/profiles.hpp"

namespace tanbo::account {

std::optional<Identity> find_mail_user(store::Reader& reader, protocol::AccountId account) {
    const auto row = store::find_account(reader, account);
    if (!row || row->deleted_at) return std::nullopt;
    return identity_of(*row);
}

std::optional<Identity> find_mail_user(store::Reader& reader, std::string_view address) {
    const auto verified = store::find_verified(reader, store::address_key(address));
    return verified ? find_mail_user(reader, verified->account) : std::nullopt;
}

std::optional<std::string> mail_address_of(store::Reader& reader, protocol::AccountId account) {
    const auto owner = store::find_account(reader, account);
    if (!owner || owner->deleted_at) return std::nullopt;
    const auto address = store::mail_address(reader, account);
    return address ? std::optional(address->text) : std::nullopt;
}

bool takes_mail_at(store::Reader& reader, protocol::AccountId account, std::string_view address) {
    const auto verified = store::find_verified(reader, store::address_key(address));
    return verified && verified->account == account && !verified->stopped_at;
}

std::optional<std::string> time_zone_of(store::Reader& reader, protocol::AccountId account) {
    auto profile = store::find_profile(reader, account);
    return profile ? std::optional(std::move(profile->time_zone)) : std::nullopt;
}

std::int64_t count_stopped_addresses(store::Reader& reader) {
    return store::count_stopped_addresses(reader);
}

ReturnCounted count_returned_mail(store::Transaction& transaction, const ReturnedMail& mail,
                                  base::Instant now) {
    const auto address = store::find_verified(transaction, store::address_key(mail.address));
    if (!address || (mail.account && *mail.account != address->account)) {
        return ReturnCounted::stale;
    }
    // A mail from before its owner showed again that they read it says nothing.
    if (address->verified_at && *address->verified_at > mail.written_at) {
        return ReturnCounted::stale;
    }
    const std::int64_t score =
        mail.is_permanent ? store::permanent_bounce_score : store::passing_bounce_score;
    if (!store::score_bounce(transaction, *address, score, mail.fault, now)) {
        return ReturnCounted::counted;
    }
    transaction.announce(store::AddressStopped{address->account});
    return ReturnCounted::stopped;
}

void log_stopped_addresses(const std::vector<store::Announcement>& announcements) {
    for (const store::Announcement& one : announcements) {
        const auto* const stopped = std::get_if<store::AddressStopped>(&one);
        if (stopped == nullptr) continue;
        base::log::info("address-stopped", "an address gets no more emails",
                        {{"account", stopped->account}});
    }
}

}  // namespace tanbo::account
