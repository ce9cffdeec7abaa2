#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "server/mail/commands/parse.hpp"
#include "server/mail/inbound/sender.hpp"

// Who is answered: a function of who has sent a mail and what it asks.
namespace tanbo::mail::inbound {

enum class Handling : std::uint8_t {
    reply,          // its commands are run, and their sender is told what came of them
    without_reply,  // they are run without an answer, unless a password shows who asks
    ask_again,      // its sender could not be found out: nothing is done, and they are told so
    drop_forged,    // the mail server says that somebody else has sent it
    drop_unknown,   // its sender is unknown, and it asks nothing that anyone may
};

// A mail to an address that is only claimed might go to somebody who has never heard of this
// server: a stranger is answered if they ask what anybody may, or the address is known or theirs.
// `takes_passwords`: the classic form is on.
Handling handling_of(const AuthenticatedSender& from, const commands::MailRequest& request,
                     bool takes_passwords);

// Lines that a person writes beside a point: a greeting above it; a sentence or two and a name
// below. What quotes a mail of ours without marks holds more.
inline constexpr std::size_t lines_before_a_point_max = 1;
inline constexpr std::size_t lines_beside_a_point_max = 5;

// The point of a mail that a program has marked: of all that it asks, this alone is obeyed. Nothing
// if it holds no point, or so much else that it may quote a mail. `written` is what was read;
// `is_answer_of_itself`: a program has not only marked it but written it; nothing else may stand
// there.
std::optional<commands::MailLine> only_point(const commands::MailRequest& request,
                                             std::string_view written, bool is_answer_of_itself);

}  // namespace tanbo::mail::inbound
