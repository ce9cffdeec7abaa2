#include "server/mail/outbound/zone.hpp"

#include <utility>

#include "server/account/mail_users.hpp"

namespace tanbo::mail::outbound {

text::MailZone zone_of(store::Reader& reader, protocol::AccountId account,
                       const base::TimeZones& zones) {
    auto name = account::time_zone_of(reader, account);
    text::MailZone zone;
    if (!name) return zone;
    zone.name = std::move(*name);
    zone.offset = [&zones, name = zone.name](base::Instant at) {
        return zones.local_time(name, at).offset;
    };
    return zone;
}

}  // namespace tanbo::mail::outbound
