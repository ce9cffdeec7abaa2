#include "server/mail/outbound/bounces.hpp"

#include "server/account/mail_users.hpp"
#include "server/mail/outbound/queue.hpp"
#include "server/notify/notifications.hpp"

namespace tanbo::mail::outbound {
namespace {

// The part that is kept of the words of a stranger's server.
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
    const auto mail = find_mail(transaction, bounce.mail);
    if (!mail || mail->address.empty()) return BounceEffect::stale;
    if (!mark_bounced(transaction, mail->id, now)) return BounceEffect::repeat;
    if (bounce.is_permanent) notify::forget_mail_watches(transaction, mail->address);
    const std::string fault = kept(bounce.fault);
    const account::ReturnedMail returned{mail->account, mail->address, mail->created_at,
                                         bounce.is_permanent, fault};
    switch (account::count_returned_mail(transaction, returned, now)) {
        case account::ReturnCounted::counted:
            return BounceEffect::counted;
        case account::ReturnCounted::stopped:
            return BounceEffect::stopped;
        case account::ReturnCounted::stale:
            return BounceEffect::stale;
    }
    return BounceEffect::stale;
}

}  // namespace tanbo::mail::outbound
