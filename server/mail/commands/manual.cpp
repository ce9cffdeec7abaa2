#include "server/mail/text/manual.hpp"

#include <utility>

#include "server/account/sign_ups.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/text/replies.hpp"

// Questions that anybody may ask: how it works, and for an account.
namespace tanbo::mail::commands {
namespace {

using protocol::Code;
using protocol::refusal;

// The page on which the account is made.
std::string sign_up_link(const CommandContext& context, const notify::SignedTokens& tokens,
                         const account::SignUp& sign_up) {
    notify::TokenClaim claim;
    claim.purpose = notify::TokenPurpose::sign_up;
    claim.subject = number_of(sign_up.id);
    claim.expires_at = sign_up.expires_at;
    return context.site.url + "/account/register?token=" + tokens.make(claim, context.now);
}

}  // namespace

CommandTask run(const CommandContext& context, MailHelp command) {
    if (!command.verb.empty()) co_return answered(text::mail_help_on(command.verb));
    co_return answered(text::mail_help(mime::commands_address(context.site.domain)));
}

CommandTask run(const CommandContext&, MailRules) {
    co_return answered(text::mail_rules());
}

CommandTask run(const CommandContext&, MailSetups) {
    co_return answered(text::mail_setups());
}

// The answer goes to the address itself, so it may say what the address has already.
CommandTask run(const CommandContext& context, MailRegister command, account::SignUps& sign_ups,
                const notify::SignedTokens& tokens) {
    const Sender& sender = context.sender;
    if (sender.identity) {
        co_return refused(refusal(Code::wrong_kind,
                                  "You already have the account " + sender.identity->handle + "."));
    }
    std::string address = sender.address;
    auto asked = co_await sign_ups.ask(std::move(command.handle), std::move(address));
    if (!asked) co_return refused(asked.error());
    const std::string link = sign_up_link(context, tokens, *asked);
    co_return acted(text::register_text(asked->handle, link, asked->expires_at, sender.zone));
}

}  // namespace tanbo::mail::commands
