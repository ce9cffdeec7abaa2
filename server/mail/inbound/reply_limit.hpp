#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/rate_limit.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::mail::inbound {

// The time in which the same refusal is not sent again to the same address. A proven writer gets it
// so often, the second time in short; an address that is only claimed, once. Mails without a
// command are all refused alike, whatever they say, and only so many of a day. Two programs that
// answer each other come to an end so, also if one numbers what it says.
inline constexpr std::chrono::minutes repeated_refusal_pause{10};
inline constexpr int refusals_told = 2;
inline constexpr std::chrono::hours day_of_refusals{24};
inline constexpr int wordy_mails_told_a_day = 6;
// Refusals that differ, to one address: so many at once, then so many a second.
inline constexpr double refusals_burst = 8;
inline constexpr double refusals_per_second = 1.0 / 1800;
// Answers to people without an account, all together: what others can make this server send to
// addresses that they have only claimed.
inline constexpr double strangers_per_second = 0.5;
inline constexpr double strangers_burst = 30;

// Mails of one account that wait for their turn at once, from all addresses; what is past that is
// dropped. One address has as many (store::waiting_of_sender_max) and its mail server keeps the
// rest: an honest sender gets here only with several.
inline constexpr std::size_t waiting_of_account_max = 50;

// Counts of answers by addressee. A restart forgets them, as it forgets those of requests.
// refusal_of is kept across restarts: no sender is told the same over and over. Thread: one.
class ReplyLimit {
public:
    explicit ReplyLimit(double mails_per_minute);

    // Counts a mail of this account or address. Nothing if it is its turn, else after how long
    // it is.
    std::optional<std::chrono::seconds> wait_for(std::string_view sender, base::Instant now);

    // Whether a mail that it is not the turn of may wait: of one account so many do at once,
    // however many addresses its mails are from.
    bool can_wait(const std::string& sender, protocol::InboundMailId mail, base::Instant now);
    void end_wait(const std::string& sender, protocol::InboundMailId mail);

    // Whether one more mail of a stranger may be answered.
    bool can_answer_stranger(base::Instant now);
    // Whether this address may be refused one more thing.
    bool can_refuse(std::string_view address, base::Instant now);

private:
    base::RateLimit senders_;
    base::RateLimit strangers_;
    base::RateLimit refusals_;
    // When they were looked at last.
    std::unordered_map<std::string, std::map<protocol::InboundMailId, base::Instant>> waiting_;
};

// The kinds of refusals that are the same whatever the mail says.
inline constexpr std::string_view words_alone = "words alone";  // it holds no command
inline constexpr std::string_view unchecked = "unchecked";      // its signature was not checked

// The mark by which two refusals are the same: whom they go to, in any case, and what they say, or
// their kind. Kept with the mails that were answered so (InboundQueue::refusals).
base::Digest refusal_of(std::string_view address, std::string_view text);

}  // namespace tanbo::mail::inbound
