#include "protocol/account_mails.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::string_view ending =
    "\nIf you did not ask for this, ignore it: nothing happens then.\n";

std::string link_lines(const MailData& data) {
    return "\n  " + data.link + "\n\nThe link works once, until " + data.expires_at + ".\n";
}

}  // namespace

MailText account_mail_text(std::string_view kind, const MailData& data) {
    if (kind == "verify-address") {
        return {"Tanbo: is this address yours?",
                "The player " + data.handle + " says that he reads mail here. If that is you,\n" +
                    "open this page and press its button:\n" + link_lines(data) +
                    std::string(ending)};
    }
    if (kind == "address-known") {
        return {"Tanbo: somebody named your address",
                "The player " + data.handle + " says that he reads mail here. This address is\n" +
                    "verified for your account already, so nothing has changed. If that was\n" +
                    "you, take the address away from your other account first.\n"};
    }
    if (kind == "password-reset") {
        return {"Tanbo: a new password", "To set a new password for " + data.handle +
                                             ", open this page:\n" + link_lines(data) +
                                             std::string(ending)};
    }
    if (kind == "password-changed") {
        return {"Tanbo: your password was changed",
                "The password of " + data.handle + " was changed, and other devices were signed\n" +
                    "out. If that was not you, ask for a new password at once.\n"};
    }
    return {};
}

}  // namespace tanbo::protocol
