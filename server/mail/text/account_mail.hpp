#pragma once

#include <string>
#include <string_view>

#include "protocol/people/account_answers.hpp"
#include "server/mail/text/game_mail.hpp"

// The words of mails about an account.
namespace tanbo::mail::text {

struct MailText {
    std::string subject;
    std::string body;  // lines of at most 72 columns but for links, each ended by a line feed
};

// Kinds: verify-address, address-known, password-reset, of changes of the account address-added,
// address-removed, primary-changed, password-changed, account-deletion, change-undone, and of what
// was added to it webhook-added, bot-added, token-added. Of a kind that it does not know the text
// is empty. Times are those of the zone.
MailText account_mail_text(std::string_view kind, const protocol::MailData& data,
                           const MailZone& zone);

}  // namespace tanbo::mail::text
