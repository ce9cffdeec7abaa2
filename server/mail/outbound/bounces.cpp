#include "server/mail/outbound/bounces.hpp"

#include "server/base/log.hpp"
#include "server/store/addresses.hpp"
#include "server/store/mail_watches.hpp"
#include "server/store/outbox.hpp"

namespace tanbo::mail::outbound {
namespace {

// What is kept of what a stranger's server says.
constexpr std::size_t fault_bytes_max = 200;

std::string kept(const std::string& fault) {
    std::string text;
    for (const char c : fault.substr(0, fault_bytes_max)) {
        text += c >= ' ' && c < '\x7F' ? c : '?';
    }
    return text;
}

}  // namespace

BounceEffect count_bounce(store::Transaction& transaction, const Bounce& bounce,
                          base::Instant now) {
    const auto mail = store::find_mail(transaction, bounce.mail);
    if (!mail || mail->address.empty()) return BounceEffect::stale;
    if (!store::mark_mail_bounced(transaction, mail->id, now)) return BounceEffect::repeat;
    const std::string key = store::address_key(mail->address);
    if (bounce.is_permanent) store::delete_mail_watches_of_address(transaction, key);
    const auto address = store::find_verified(transaction, key);
    if (!address || (mail->account && *mail->account != address->account)) {
        return BounceEffect::stale;
    }
    // A mail from before he showed again that he reads it says nothing.
    if (address->verified_at && *address->verified_at > mail->created_at) {
        return BounceEffect::stale;
    }
    const std::int64_t score =
        bounce.is_permanent ? store::permanent_bounce_score : store::passing_bounce_score;
    if (!store::score_bounce(transaction, *address, score, kept(bounce.fault), now)) {
        return BounceEffect::counted;
    }
    base::log::info("address-stopped", "an address gets no more mail",
                    {{"account", address->account}});
    return BounceEffect::stopped;
}

std::string_view bounce_effect_name(BounceEffect effect) {
    switch (effect) {
        case BounceEffect::counted:
            return "counted";
        case BounceEffect::stopped:
            return "stopped";
        case BounceEffect::repeat:
            return "repeat";
        case BounceEffect::stale:
            return "stale";
    }
    return {};
}

}  // namespace tanbo::mail::outbound
