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
                "The password of " + data.handle +
                    " was changed. Other devices were signed out.\n" +
                    "Programs, bots and webhooks lost their access unless they were kept.\n"};
    }
    if (kind == "account-deletion") {
        return {"Tanbo: your account will be deleted",
                "Somebody who knows its password has asked that the account " + data.handle +
                    "\nbe deleted. Nobody can sign in to it any more.\n"};
    }
    return {};
}

// The addition: a subject and a sentence.
MailText addition_of(std::string_view kind, const protocol::MailData& data) {
    if (kind == "webhook-added") {
        return {"Tanbo: a webhook was added to your account",
                "A webhook was added to the account " + data.handle +
                    ". It sends your notifications to\n\n  " + data.subject + "\n"};
    }
    if (kind == "bot-added") {
        return {"Tanbo: a bot of yours got a token",
                "A token was made for the bot " + data.subject + " of the account " + data.handle +
                    ".\nIts former tokens are void.\n"};
    }
    if (kind == "token-added") {
        const std::string label = data.subject.empty() ? "" : " \"" + data.subject + "\"";
        return {
            "Tanbo: a program signed in to your account",
            "The password of " + data.handle + " was given, and a token" + label + " was made.\n"};
    }
    return {};
}

MailText addition_text(std::string_view kind, const protocol::MailData& data,
                       const MailZone& zone) {
    MailText text = addition_of(kind, data);
    if (text.subject.empty()) return text;
    if (data.at) text.body += "\nTime: " + mail_time(*data.at, zone) + "\n";
    if (!data.network.empty()) text.body += "From: " + data.network + "\n";
    text.body += "\nIf that was you, there is nothing to do.";
    text.body += data.link.empty()
                     ? " If it was not, ask for a new\npassword at once: that ends it.\n"
                     : " If it was not, end it on this\npage. It ends all access to your account, "
                       "so change your password then:\n" +
                           link_lines(data, zone);
    return text;
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
    MailText text = change_text(kind, data, zone);
    return text.subject.empty() ? addition_text(kind, data, zone) : text;
}

}  // namespace tanbo::mail::text
