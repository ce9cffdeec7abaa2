#include "server/mail/inbound/reply_policy.hpp"

#include <algorithm>
#include <variant>

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

bool may_answer_stranger(const AuthenticatedSender& from, const commands::MailRequest& request) {
    if (from.sender.address.empty()) return false;
    if (from.is_wrong_bearer) return true;
    if (has_answerable(request)) return true;
    return !request.lines.empty() && (from.has_account || from.sender.is_vouched);
}

}  // namespace

Handling handling_of(const AuthenticatedSender& from, const commands::MailRequest& request,
                     bool takes_passwords) {
    const bool has_address = !from.sender.address.empty();
    if (from.sender.level != commands::Level::unknown) {
        return has_address ? Handling::reply : Handling::without_reply;
    }
    if (!from.is_forged && may_answer_stranger(from, request)) return Handling::reply;
    if (takes_passwords && has_login(request)) return Handling::without_reply;
    return from.is_forged ? Handling::drop_forged : Handling::drop_unknown;
}

}  // namespace tanbo::mail::inbound
