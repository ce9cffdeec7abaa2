#include "server/mail/inbound/reply_policy.hpp"

#include <algorithm>
#include <variant>

#include "protocol/json/words.hpp"
#include "server/mail/commands/permission.hpp"

namespace tanbo::mail::inbound {
namespace {

bool has_answerable(const commands::MailRequest& request) {
    return std::ranges::any_of(request.lines, [](const commands::MailLine& line) {
        const auto* const command = std::get_if<commands::MailCommand>(&line.command);
        return command != nullptr && !line.login &&
               commands::level_for(*command) == commands::Level::unknown;
    });
}

bool has_login(const commands::MailRequest& request) {
    return std::ranges::any_of(
        request.lines, [](const commands::MailLine& line) { return line.login.has_value(); });
}

bool can_answer_stranger(const AuthenticatedSender& from, const commands::MailRequest& request) {
    if (from.sender.address.empty()) return false;
    if (from.is_wrong_bearer) return true;
    if (has_answerable(request)) return true;
    // They have had a mail of ours.
    if (from.sender.token_fault == notify::TokenFault::superseded) return true;
    return !request.lines.empty() && (from.has_account || from.sender.is_vouched);
}

// How many lines that are not blank stand before the one that holds the text.
std::size_t lines_before(std::string_view written, std::string_view text) {
    std::size_t count = 0;
    while (!written.empty()) {
        const std::string_view line = written.substr(0, written.find('\n'));
        if (line.find(text) != line.npos) return count;
        if (!protocol::trimmed(line).empty()) ++count;
        written.remove_prefix(std::min(line.size() + 1, written.size()));
    }
    return count;
}

}  // namespace

Handling handling_of(const AuthenticatedSender& from, const commands::MailRequest& request,
                     bool takes_passwords) {
    const bool has_address = !from.sender.address.empty();
    if (from.sender.level != commands::Level::unknown) {
        return has_address ? Handling::reply : Handling::without_reply;
    }
    const bool is_known_later = takes_passwords && has_login(request);
    if (from.is_unchecked && !is_known_later) {
        return has_address ? Handling::ask_again : Handling::drop_unknown;
    }
    const bool is_denied = from.is_forged || from.is_unchecked;
    if (!is_denied && can_answer_stranger(from, request)) return Handling::reply;
    if (is_known_later) return Handling::without_reply;
    return from.is_forged ? Handling::drop_forged : Handling::drop_unknown;
}

std::optional<commands::MailLine> only_point(const commands::MailRequest& request,
                                             std::string_view written, bool is_answer_of_itself) {
    const std::size_t all = request.lines.size() + request.passed_over.size();
    const std::size_t beside_max = is_answer_of_itself ? 0 : lines_beside_a_point_max;
    if (request.is_cut || all > beside_max + 1) return std::nullopt;
    std::optional<commands::MailLine> point;
    for (const commands::MailLine& line : request.lines) {
        if (!line.is_point) continue;
        const auto* const command = std::get_if<commands::MailCommand>(&line.command);
        if (point || command == nullptr) return std::nullopt;
        point = line;
    }
    const bool is_on_top =
        point && lines_before(written, point->source) <= lines_before_a_point_max;
    return is_on_top ? point : std::nullopt;
}

}  // namespace tanbo::mail::inbound
