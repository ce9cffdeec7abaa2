#include "server/mail/inbound/reply_limit.hpp"

#include <algorithm>
#include <string>

#include "server/mail/mime/mailbox.hpp"

namespace tanbo::mail::inbound {
namespace {

// A mail that waits is looked at again sooner.
constexpr std::chrono::hours wait_forgotten{3};

base::RateLimit::Options sender_options(double mails_per_minute) {
    base::RateLimit::Options options;
    options.burst = std::max(1.0, mails_per_minute);
    options.refill_per_second = mails_per_minute / 60;
    return options;
}

base::RateLimit::Options stranger_options() {
    base::RateLimit::Options options;
    options.burst = strangers_burst;
    options.refill_per_second = strangers_per_second;
    return options;
}

base::RateLimit::Options refusal_options() {
    base::RateLimit::Options options;
    options.burst = refusals_burst;
    options.refill_per_second = refusals_per_second;
    return options;
}

}  // namespace

ReplyLimit::ReplyLimit(double mails_per_minute)
    : senders_(sender_options(mails_per_minute)),
      strangers_(stranger_options()),
      refusals_(refusal_options()) {}

std::optional<std::chrono::seconds> ReplyLimit::wait_for(std::string_view sender,
                                                         base::Instant now) {
    return senders_.take(sender, now);
}

bool ReplyLimit::can_wait(const std::string& sender, protocol::InboundMailId mail,
                          base::Instant now) {
    auto& mails = waiting_[sender];
    std::erase_if(mails, [now](const auto& one) { return one.second + wait_forgotten < now; });
    if (!mails.contains(mail) && mails.size() >= waiting_of_account_max) return false;
    mails.insert_or_assign(mail, now);
    return true;
}

void ReplyLimit::end_wait(const std::string& sender, protocol::InboundMailId mail) {
    const auto mails = waiting_.find(sender);
    if (mails == waiting_.end()) return;
    mails->second.erase(mail);
    if (mails->second.empty()) waiting_.erase(mails);
}

bool ReplyLimit::can_answer_stranger(base::Instant now) {
    return !strangers_.take("strangers", now);
}

bool ReplyLimit::can_refuse(std::string_view address, base::Instant now) {
    return !refusals_.take(mime::address_key(address), now);
}

base::Digest refusal_of(std::string_view address, std::string_view text) {
    return base::sha256(mime::address_key(address).append("\n").append(text));
}

}  // namespace tanbo::mail::inbound
