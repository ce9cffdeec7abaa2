#include "server/mail/text/account_mail.hpp"

namespace tanbo::mail::text {

namespace {

constexpr std::string_view ending = "\nIf you did not request this, ignore this email.\n";

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
        return {"Tanbo: your email address changed",
                "Emails for the account " + data.handle + " now go to\n\n  " + data.subject + "\n"};
    }
    if (kind == "password-changed") {
        return {"Tanbo: your password was changed",
                "The password of " + data.handle +
                    " was changed. Other devices were signed out.\n" +
                    "Programs, bots and webhooks lost access unless you kept them.\n"};
    }
    if (kind == "account-deletion") {
        return {"Tanbo: your account will be deleted",
                "Someone who knows its password asked to delete the account " + data.handle +
                    ".\nSigning in to it is no longer possible.\n"};
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
        return {"Tanbo: a token for your bot",
                "The bot " + data.subject + " of the account " + data.handle +
                    " got a new token.\nIts former tokens no longer work.\n"};
    }
    if (kind == "token-added") {
        const std::string label = data.subject.empty() ? "" : " \"" + data.subject + "\"";
        return {
            "Tanbo: a program signed in to your account",
            "A program used the password of " + data.handle + " to create a token" + label + ".\n"};
    }
    return {};
}

MailText addition_text(std::string_view kind, const protocol::MailData& data,
                       const MailZone& zone) {
    MailText text = addition_of(kind, data);
    if (text.subject.empty()) return text;
    if (data.at) text.body += "\nTime: " + mail_time(*data.at, zone) + "\n";
    if (!data.network.empty()) text.body += "From: " + data.network + "\n";
    text.body += "\nIf that was you, you need to do nothing.";
    text.body += data.link.empty()
                     ? " If not, reset your\npassword at once: that ends it.\n"
                     : " If not, end all access to\nyour account on this page, then change your "
                       "password:\n" +
                           link_lines(data, zone);
    return text;
}

// A change that somebody has undone by a link that went to another address.
MailText undone_text(const protocol::MailData& data, const MailZone& zone) {
    return {"Tanbo: a change of your account was undone",
            "A link in an email undid a change of the account " + data.handle + ":\n" +
                data.subject + ". Addresses and password are what they were before.\n" +
                "\nIf that was you, you need to do nothing. If not, veto it on this page.\n" +
                "It also signs out all devices:\n" + link_lines(data, zone)};
}

MailText change_text(std::string_view kind, const protocol::MailData& data, const MailZone& zone) {
    MailText text = change_of(kind, data);
    if (text.subject.empty()) return text;
    text.body += "\nIf that was you, you need to do nothing.";
    text.body += data.link.empty()
                     ? " If not, reset your\npassword at once.\n"
                     : " If not, undo the change on\nthis page. It also signs out all "
                       "devices:\n" +
                           link_lines(data, zone);
    return text;
}

}  // namespace

MailText account_mail_text(std::string_view kind, const protocol::MailData& data,
                           const MailZone& zone) {
    if (kind == "verify-address") {
        return {"Tanbo: confirm your address",
                "To confirm this address for the Tanbo account " + data.handle +
                    ",\nopen this page and press its button:\n" + link_lines(data, zone) +
                    "\nPassword resets go to this address from 7 days after that.\n"
                    "Until then, keep your password at hand.\n" +
                    std::string(ending)};
    }
    if (kind == "address-known") {
        return {"Tanbo: another account tried to add your address",
                "The account " + data.handle +
                    " tried to add this address. It is already verified\n" +
                    "for your account, so nothing has changed. If that was you, remove the\n" +
                    "address from your other account first.\n"};
    }
    if (kind == "password-reset") {
        return {"Tanbo: reset your password", "To set a new password for " + data.handle +
                                                  ", open this page:\n" + link_lines(data, zone) +
                                                  std::string(ending)};
    }
    if (kind == "change-undone") return undone_text(data, zone);
    MailText text = change_text(kind, data, zone);
    return text.subject.empty() ? addition_text(kind, data, zone) : text;
}

}  // namespace tanbo::mail::text
