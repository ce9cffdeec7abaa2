#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "server/base/cpu_timer.hpp"
#include "server/mail/mime/mail.hpp"

// The CPU time that mails cost their reader, in proportion to that of an honest one. Seconds depend
// on the machine, on what else it does, and on what the program was built for.
namespace tanbo::mail {

// A mail that is made to cost much must not cost more than so many honest ones.
inline constexpr int honest_costs_max = 3;
inline constexpr std::size_t costly_bytes = 1'000'000;

// A page of words of that size, with its head.
inline std::string honest_page() {
    std::string raw = "From: a@b.example\r\nContent-Type: text/html\r\n\r\n";
    while (raw.size() < costly_bytes) {
        raw +=
            "<p class=MsoNormal>Well played, but is K10 not better, as it leaves you less to "
            "say?</p>\r\n";
    }
    return raw;
}

inline std::chrono::nanoseconds reading_cost(const std::string& raw) {
    const auto before = base::thread_cpu_time();
    static_cast<void>(
        mime::read_mail(raw, {.bytes_max = raw.size(), .time_max = std::chrono::hours(1)}));
    return base::thread_cpu_time() - before;
}

// The cost of an honest page: the least of three, as what else runs can only add to it.
inline std::chrono::nanoseconds honest_reading_cost() {
    static const std::chrono::nanoseconds least = [] {
        const std::string page = honest_page();
        return std::min({reading_cost(page), reading_cost(page), reading_cost(page)});
    }();
    return least;
}

}  // namespace tanbo::mail
