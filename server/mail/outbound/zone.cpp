#include "server/mail/outbound/zone.hpp"

#include "server/store/profiles.hpp"

namespace tanbo::mail::outbound {

text::MailZone zone_of(store::Reader& reader, protocol::AccountId account,
                       const base::TimeZones& zones) {
    const auto profile = store::find_profile(reader, account);
    text::MailZone zone;
    if (!profile) return zone;
    zone.name = profile->time_zone;
    zone.offset = [&zones, name = zone.name](base::Instant at) {
        return zones.local_time(name, at).offset;
    };
    return zone;
}

}  // namespace tanbo::mail::outbound
