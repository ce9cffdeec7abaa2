#include "server/mail/text/account_mail.hpp"

namespace tanbo::mail::text {

namespace {

constexpr std::string_view ending =
    "\nIf you did not ask for this, ignore it: nothing happens then.\n";

std::string link_lines(const protocol::MailData& data, const MailZone& zone) {
    const std::string end = data.expires_at ? ", until " + mail_time(*data.expires_at, zone) : "";
    return "\n  " + data.link + "\n\nThe link works once" + end + ".\n";
}

// The change: a subject and a sentence.
MailText change_of(std::string_view kind, const protocol::MailData& data) {
    if (kind == "address-added") {
        return {"Tanbo: an address was added to your account", "The address\n\n  " + data.subject +
                                                                   "\n\nwas added to the account " +
                                                                   data.handle + ".\n"};
    }
    if (kind == "address-removed") {
        return {"Tanbo: an address was removed from your account",
                "The address\n\n  " + data.subject + "\n\nwas removed from the account " +
                    data.handle + ".\n"};
    }
    if (kind == "primary-changed") {
        return {"Tanbo: your mails go elsewhere", "The mails of the account " + data.handle +
                                                      " now go to\n\n  " + data.subject + "\n"};
    }
    if (kind == "password-changed") {
        return {"Tanbo: your password was changed",
                "The password of " + data.handle + " was changed, and other devices were signed\n" +
                    "out.\n"};
    }
    if (kind == "account-deletion") {
        return {"Tanbo: your account will be deleted",
                "Somebody who knows its password has asked that the account " + data.handle +
                    "\nbe deleted. Nobody can sign in to it any more.\n"};
    }
    return {};
}

MailText change_text(std::string_view kind, const protocol::MailData& data, const MailZone& zone) {
    MailText text = change_of(kind, data);
    if (text.subject.empty()) return text;
    text.body += "\nIf that was you, there is nothing to do.";
    text.body += data.link.empty()
                     ? " If it was not, ask for a new\npassword at once.\n"
                     : " If it was not, take it back on\nthis page, which also signs everybody "
                       "out:\n" +
                           link_lines(data, zone);
    return text;
}

}  // namespace

MailText account_mail_text(std::string_view kind, const protocol::MailData& data,
                           const MailZone& zone) {
    if (kind == "verify-address") {
        return {"Tanbo: is this address yours?",
                "The player " + data.handle +
                    " says that this is their address. If that is you,\n" +
                    "open this page and press its button:\n" + link_lines(data, zone) +
                    std::string(ending)};
    }
    if (kind == "address-known") {
        return {"Tanbo: somebody named your address",
                "The player " + data.handle +
                    " says that this is their address. This address is\n" +
                    "verified for your account already, so nothing has changed. If that was\n" +
                    "you, take the address away from your other account first.\n"};
    }
    if (kind == "password-reset") {
        return {"Tanbo: a new password", "To set a new password for " + data.handle +
                                             ", open this page:\n" + link_lines(data, zone) +
                                             std::string(ending)};
    }
    return change_text(kind, data, zone);
}

}  // namespace tanbo::mail::text
