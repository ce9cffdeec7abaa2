#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/operate/mail_test/dns.hpp"

// The DNS that a mail server needs, and its faults in words.
namespace tanbo::app {

enum class Verdict : std::uint8_t { good, note, fault };

// A sentence or two about one part: what is wrong, and what to do.
struct MailFinding {
    Verdict verdict = Verdict::good;
    std::string part;  // "MX", "SPF", "Relay"
    std::string text;

    bool operator==(const MailFinding&) const = default;
};

// MX, addresses, PTR, SPF, DKIM and DMARC of a domain. `selector` names the key of its signatures.
std::vector<MailFinding> check_dns(const DnsLookup& lookup, const std::string& domain,
                                   const std::string& selector);

}  // namespace tanbo::app
