#pragma once

#include <cstdint>
#include <optional>

#include "server/base/clock.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/sender.hpp"

// Who may give which command: a function of who has sent it and what it is.
namespace tanbo::mail::commands {

// The need of a command. Level::token: the bearer of a token for that game or challenge is enough.
// Level::address: a token is not enough.
Level level_for(const MailCommand& command);
// Whether the command changes anything: what a suspended account may not.
bool is_changing(const MailCommand& command);

// Why a command is not run.
enum class Refusal : std::uint8_t {
    superseded,      // it is of another epoch, and names a game or a challenge
    suspended,       // the account may not change anything
    old_token,       // the mail that is answered is too old, and nothing else is shown
    doubted,         // it looks like the account's, but Sender::doubt speaks against it
    unknown_sender,  // the address is the sender's, and no account has it
    not_vouched,     // it takes more than the sender has shown
    leaving_only,    // the mail that is answered asks whether they leave, and nothing else
};

// Nothing: the command may be run.
std::optional<Refusal> why_refused(const Sender& sender, const MailCommand& command,
                                   base::Instant now);

}  // namespace tanbo::mail::commands
