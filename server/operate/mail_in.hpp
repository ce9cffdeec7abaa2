#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "server/config/config.hpp"

namespace tanbo::app {

// One mail from a pipe, as a mail server's pipe transport hands it over.
struct MailIn {
    std::string sender;  // the return path; empty or MAILER-DAEMON: the null one
    std::vector<std::string> recipients;
};

// Delivers the message on `input` to the running server, by LMTP at mail.lmtp. Yields an exit code
// of sysexits.h: 0 if every recipient's mail is kept; 75 if one must be delivered again, also if
// the server can't be reached or is not set up for mail; otherwise 64 for an address that is none,
// 65 for a message that it doesn't take, 66 for no message, 67 for a recipient that there is not,
// 69 for what else is refused.
int deliver_mail(const Config& config, MailIn mail, std::istream& input, std::ostream& errors);

}  // namespace tanbo::app
