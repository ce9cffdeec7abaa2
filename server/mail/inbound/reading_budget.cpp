#include "server/mail/inbound/reading_budget.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::mail::inbound {

namespace {

constexpr std::array<std::string_view, standings> names{"token", "account", "vouched", "stranger"};

}  // namespace

ReadingBudget::ReadingBudget(base::Metrics& metrics, std::chrono::milliseconds burst)
    : burst_(burst) {
    for (std::size_t number = 0; number < standings; ++number) {
        accounts_.at(number).left = burst;
        accounts_.at(number).spent = &metrics.counter(
            "tanbo_inbound_mail_reading_microseconds_total", "CPU time spent reading emails.",
            {{"standing", std::string(names.at(number))}});
    }
}

// A clock that goes back counts as standing still.
ReadingBudget::Account& ReadingBudget::refilled(MailStanding standing, base::Instant now) {
    Account& account = accounts_.at(static_cast<std::size_t>(standing));
    const Time passed = std::max(Time(now - account.at), Time::zero());
    account.left = std::min<Time>(burst_, account.left + passed * reading_rate(standing).share);
    account.at = std::max(account.at, now);
    return account;
}

bool ReadingBudget::can_read(MailStanding standing, base::Instant now) {
    return refilled(standing, now).left > Time::zero();
}

void ReadingBudget::spend(MailStanding standing, std::chrono::nanoseconds cpu_time,
                          base::Instant now) {
    Account& account = refilled(standing, now);
    account.left -= cpu_time + time_beside_reading;
    const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(cpu_time);
    account.spent->add(static_cast<std::uint64_t>(std::max<std::int64_t>(0, spent.count())));
}

std::chrono::milliseconds ReadingBudget::wait(base::Instant now) {
    std::optional<Time> shortest;
    for (std::size_t number = 0; number < standings; ++number) {
        const auto standing = static_cast<MailStanding>(number);
        const Time missing = -refilled(standing, now).left;
        if (missing < Time::zero()) continue;
        const Time wait = missing / reading_rate(standing).share;
        shortest = std::min(shortest.value_or(wait), wait);
    }
    return std::chrono::ceil<std::chrono::milliseconds>(shortest.value_or(Time::zero()));
}

}  // namespace tanbo::mail::inbound
