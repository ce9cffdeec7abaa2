// Instants as clocks at the reader's place show them.

#include "server/mail/text/game_mail.hpp"

namespace tanbo::mail::text {

namespace {

using std::chrono::minutes;

std::string two(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

minutes offset_of(engine::Instant at, const MailZone& zone) {
    return zone.offset ? zone.offset(at) : minutes(0);
}

// "UTC+1", "UTC-3:30"
std::string offset_text(minutes offset) {
    if (offset.count() == 0) return "UTC";
    const auto length = std::chrono::abs(offset);
    std::string text = offset.count() < 0 ? "UTC-" : "UTC+";
    text += std::to_string(length / minutes(60));
    return length.count() % 60 == 0 ? text : text + ":" + two(length.count() % 60);
}

std::string day_text(std::chrono::sys_days day) {
    constexpr std::string_view days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::chrono::year_month_day date(day);
    return std::string(days[std::chrono::weekday(day).c_encoding()]) + " " +
           std::to_string(static_cast<unsigned>(date.day())) + " " +
           std::string(months[static_cast<unsigned>(date.month()) - 1]) + " " +
           std::to_string(static_cast<int>(date.year()));
}

}  // namespace

std::string mail_day(engine::Instant at, const MailZone& zone) {
    return day_text(std::chrono::floor<std::chrono::days>(at + offset_of(at, zone)));
}

std::string mail_time(engine::Instant at, const MailZone& zone) {
    const minutes offset = offset_of(at, zone);
    const auto local = at + offset;
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const auto of_day = std::chrono::floor<minutes>(local - day);
    const std::string place = offset_text(offset);
    const bool is_named = !zone.name.empty() && zone.name != place;
    return day_text(day) + ", " + two(of_day / minutes(60)) + ":" + two(of_day.count() % 60) +
           " (" + place + (is_named ? ", " + zone.name + ")" : ")");
}

}  // namespace tanbo::mail::text
