#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// The DNS, asked through the system's resolver.
namespace tanbo::app {

enum class DnsType : std::uint8_t { a, aaaa, mx, ptr, txt };

// The records of a name: addresses; host names without the dot at their end, those of MX by
// preference; texts. Empty if there is none; nothing if the DNS gave no answer.
using DnsRecords = std::optional<std::vector<std::string>>;
using DnsLookup = std::function<DnsRecords(const std::string& name, DnsType type)>;

// `server` is asked, "192.0.2.1:53", or the system's resolver if it is empty. Throws:
// std::invalid_argument if it is no IPv4 address with a port.
DnsLookup dns_lookup(const std::string& server);

// "25.2.0.192.in-addr.arpa" for "192.0.2.25", and as well for IPv6. Requires: an address.
std::string reverse_name(const std::string& address);

}  // namespace tanbo::app
