#include "tests/server/mail/commands/in_words.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

#include "protocol/games/game_options.hpp"

namespace tanbo::mail::commands {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string span_text(std::chrono::seconds span) {
    std::string text;
    std::int64_t left = span.count();
    constexpr std::array<std::pair<char, std::int64_t>, 4> units{
        {{'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}}};
    for (const auto& [letter, length_s] : units) {
        if (left < length_s) continue;
        text += std::to_string(left / length_s) + letter;
        left %= length_s;
    }
    return text.empty() ? "0s" : text;
}

std::string day_text(std::chrono::year_month_day day) {
    return std::to_string(static_cast<int>(day.year())) + "-" +
           std::to_string(static_cast<unsigned>(day.month())) + "-" +
           std::to_string(static_cast<unsigned>(day.day()));
}

std::string ply_text(const std::optional<std::uint32_t>& ply) {
    return ply ? " #" + std::to_string(*ply) : std::string();
}

std::string challenge_text(const MailChallenge& challenge) {
    std::string text;
    for (const std::string& handle : challenge.opponents) {
        text += " " + (handle.empty() ? "(anybody)" : handle);
    }
    if (!challenge.setup.empty()) text += " on " + challenge.setup;
    if (challenge.terms.clock.kind != engine::ClockKind::none) {
        text += " at " + clock_short(challenge.terms.clock);
    }
    for (const protocol::GameOption& option : protocol::game_options()) {
        const std::size_t value = option.value(challenge.terms);
        if (value == 0) continue;
        text.append(" ").append(option.argument);
        if (!option.is_flag()) text.append("=").append(option.words[value]);
    }
    return text;
}

std::string arguments_of(const MailCommand& command) {
    return std::visit(
        Overloaded{
            [](const MailHelp& help) { return help.verb.empty() ? "" : " " + help.verb; },
            [](const MailTest& test) { return test.setup.empty() ? "" : " " + test.setup; },
            [](const MailStandings& of) { return of.setup.empty() ? "" : " " + of.setup; },
            [](const MailRegister& data) { return " " + data.handle; },
            [](const MailGames& of) { return of.handle.empty() ? "" : " " + of.handle; },
            [](const MailRatings& of) { return of.handle.empty() ? "" : " " + of.handle; },
            [](const MailChallenge& data) { return challenge_text(data); },
            [](const MailAccept& data) { return " " + to_string(data.challenge); },
            [](const MailDecline& data) {
                const std::string id = " " + to_string(data.challenge);
                return data.reason.empty() ? id : id + " " + data.reason;
            },
            [](const MailShow& data) { return " " + to_string(data.game) + ply_text(data.ply); },
            [](const MailPreview& data) { return " " + to_string(data.game) + " " + data.point; },
            [](const MailMove& data) {
                return " " + to_string(data.game) + " " + data.point + ply_text(data.ply);
            },
            [](const MailPlan& data) {
                return " " + to_string(data.game) + ply_text(data.ply) + " " +
                       protocol::encode_plan_branches(data.plan);
            },
            [](const MailSay& data) { return " " + to_string(data.game) + " " + data.text; },
            [](const MailSubstitute& data) {
                std::string text = " " + to_string(data.game);
                if (!data.bot.empty()) text += " " + data.bot;
                if (data.seat) text.append(" ").append(engine::seat_name(*data.seat));
                return text;
            },
            [](const MailWatch& data) {
                return " " + to_string(data.game) +
                       (data.mode == protocol::MailWatchMode::daily ? " daily" : " each");
            },
            [](const MailVacation& data) {
                return " " + day_text(data.from) + ".." + day_text(data.until);
            },
            [](const MailNotify& data) {
                static const char* const names[] = {" each", " away", " digest", " off"};
                return std::string(names[static_cast<int>(data.mode)]);
            },
            [](const auto& data) {
                if constexpr (requires { data.game; }) return " " + to_string(data.game);
                if constexpr (requires { data.tournament; }) {
                    return " " + to_string(data.tournament);
                }
                return std::string();
            }},
        command);
}

}  // namespace

std::string clock_short(const engine::ClockSettings& clock) {
    std::string text = "none";
    if (clock.kind == engine::ClockKind::per_move) text = span_text(clock.initial) + "/move";
    if (clock.kind == engine::ClockKind::total) text = "total:" + span_text(clock.initial);
    if (clock.kind == engine::ClockKind::fischer) {
        text = span_text(clock.initial) + "+" + span_text(clock.increment);
        if (clock.maximum != engine::clock_max) text += "/" + span_text(clock.maximum);
    }
    if (clock.weekends_off) text += ",weekends";
    if (clock.sleep_off) text += ",sleep";
    if (clock.vacations) text += ",vacations";
    return text;
}

std::string in_words(const MailLine& line) {
    if (const auto* error = std::get_if<protocol::Error>(&line.command))
        return "error: " + error->detail;
    const auto& command = std::get<MailCommand>(line.command);
    std::string text = std::string(mail_verb(command)) + arguments_of(command);
    if (line.login) text += " by " + line.login->handle + "/" + line.login->password;
    return text;
}

std::string in_words(const MailRequest& request) {
    std::string text;
    for (const MailLine& line : request.lines) {
        const bool is_error = std::holds_alternative<protocol::Error>(line.command);
        text += (is_error ? "error" : in_words(line)) + "\n";
    }
    for (std::size_t i = 0; i < request.passed_over.size(); ++i) text += "(...)\n";
    return text;
}

}  // namespace tanbo::mail::commands
