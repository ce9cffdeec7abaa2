#include "server/mail/courtesy.hpp"

#include <algorithm>

namespace tanbo::mail {
namespace {

constexpr std::size_t refusals_kept = 10'000;
constexpr std::size_t refusal_bytes = 200;

base::RateLimit::Options sender_options(double letters_per_minute) {
    base::RateLimit::Options options;
    options.burst = std::max(1.0, letters_per_minute);
    options.refill_per_second = letters_per_minute / 60;
    return options;
}

base::RateLimit::Options stranger_options() {
    base::RateLimit::Options options;
    options.burst = strangers_burst;
    options.refill_per_second = strangers_per_second;
    return options;
}

}  // namespace

Courtesy::Courtesy(double letters_per_minute)
    : senders_(sender_options(letters_per_minute)),
      strangers_(stranger_options()),
      said_(refusals_kept, refusals_kept * refusal_bytes) {}

std::optional<std::chrono::seconds> Courtesy::wait_for(std::string_view sender, base::Instant now) {
    return senders_.take(sender, now);
}

bool Courtesy::may_answer_stranger(base::Instant now) {
    return !strangers_.take("strangers", now);
}

bool Courtesy::is_news(std::string_view address, std::string_view text, storage::LetterId letter,
                       base::Instant now) {
    const std::string key =
        base::to_hex(base::sha256(std::string(address).append("\n").append(text)));
    const Said* const said = said_.find(key);
    if (said != nullptr && said->letter != letter && now - said->at < repeated_refusal_silence) {
        return false;
    }
    said_.put(key, {letter, now}, refusal_bytes);
    return true;
}

}  // namespace tanbo::mail
