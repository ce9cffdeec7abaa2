#pragma once

#include <chrono>
#include <string>

#include "server/config/config.hpp"
#include "server/mail/outbound/smtp.hpp"

namespace tanbo::app {

struct MailTest {
    std::string address;  // that the test goes to, and the reply comes from
    std::string selector = "tanbo";
    std::string dns = {};  // "192.0.2.1:53"; empty: the system's resolver
    int wait_s = 300;      // for the reply; 0: none is waited for
};

// Looks at everything between the server and an address, and prints it: the DNS of the domain, the
// running server, the relay, which is given a mail to that address, and the reply to it. Yields
// exit_ok, exit_refused if something is wrong, exit_usage or exit_config.
//
// Throws: store::StorageError.
int test_mail(const Config& config, const MailTest& order, mail::outbound::RelaySettings relay);

}  // namespace tanbo::app
