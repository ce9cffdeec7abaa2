#include "server/notify/channels/webhook/address.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <netinet/in.h>
#include <sys/socket.h>

namespace tanbo::notify {

namespace {

constexpr int ipv4_offset_bits = 96;

constexpr std::array<std::string_view, 15> special_ipv4 = {
    "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4"};

// Global unicast, and what of it is not for everybody: protocol assignments with Teredo,
// documentation, 6to4.
constexpr std::string_view global_ipv6 = "2000::/3";
constexpr std::array<std::string_view, 4> special_ipv6 = {"2001::/23", "2001:db8::/32", "2002::/16",
                                                          "3fff::/20"};

template <std::size_t Count>
std::vector<AddressRange> ranges_of(const std::array<std::string_view, Count>& texts) {
    std::vector<AddressRange> ranges;
    ranges.reserve(Count);
    for (const std::string_view text : texts) ranges.push_back(*parse_range(text));
    return ranges;
}

bool is_in(const std::vector<AddressRange>& ranges, const Address& address) {
    return std::ranges::any_of(ranges,
                               [&](const AddressRange& range) { return range.has(address); });
}

Address mapped(const std::uint8_t* ipv4) {
    Address address;
    address.bytes[10] = address.bytes[11] = 0xFF;
    std::copy_n(ipv4, 4, address.bytes.begin() + 12);
    return address;
}

}  // namespace

bool Address::is_ipv4() const {
    const bool has_zeros =
        std::all_of(bytes.begin(), bytes.begin() + 10, [](std::uint8_t byte) { return byte == 0; });
    return has_zeros && bytes[10] == 0xFF && bytes[11] == 0xFF;
}

std::optional<Address> parse_address(std::string_view text) {
    const std::string literal(text);
    Address address;
    if (inet_pton(AF_INET6, literal.c_str(), address.bytes.data()) == 1) return address;
    std::array<std::uint8_t, 4> ipv4{};
    if (inet_pton(AF_INET, literal.c_str(), ipv4.data()) == 1) return mapped(ipv4.data());
    return std::nullopt;
}

std::string to_text(const Address& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const bool is_ipv4 = address.is_ipv4();
    inet_ntop(is_ipv4 ? AF_INET : AF_INET6, address.bytes.data() + (is_ipv4 ? 12 : 0), text.data(),
              text.size());
    return text.data();
}

std::optional<Address> address_of(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        const auto* const ipv4 = reinterpret_cast<const sockaddr_in*>(address);
        return mapped(reinterpret_cast<const std::uint8_t*>(&ipv4->sin_addr));
    }
    if (address->sa_family != AF_INET6) return std::nullopt;
    const auto* const ipv6 = reinterpret_cast<const sockaddr_in6*>(address);
    Address made;
    std::copy_n(ipv6->sin6_addr.s6_addr, made.bytes.size(), made.bytes.begin());
    return made;
}

bool AddressRange::has(const Address& address) const {
    const auto whole = static_cast<std::size_t>(bits / 8);
    if (!std::equal(first.bytes.begin(), first.bytes.begin() + bits / 8, address.bytes.begin())) {
        return false;
    }
    if (bits % 8 == 0) return true;
    const int shift = 8 - bits % 8;
    return (first.bytes[whole] >> shift) == (address.bytes[whole] >> shift);
}

std::optional<AddressRange> parse_range(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto first = parse_address(text.substr(0, slash));
    if (!first) return std::nullopt;
    const int offset = first->is_ipv4() ? ipv4_offset_bits : 0;
    if (slash == std::string_view::npos) return AddressRange{*first, 128};
    const std::string_view digits = text.substr(slash + 1);
    int bits = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
    if (!is_number || bits < 0 || bits > 128 - offset) return std::nullopt;
    return AddressRange{*first, bits + offset};
}

bool is_public(const Address& address) {
    static const std::vector<AddressRange> not_ipv4 = ranges_of(special_ipv4);
    static const std::vector<AddressRange> not_ipv6 = ranges_of(special_ipv6);
    static const AddressRange global = *parse_range(global_ipv6);
    if (address.is_ipv4()) return !is_in(not_ipv4, address);
    return global.has(address) && !is_in(not_ipv6, address);
}

bool AddressPolicy::admits(const Address& address) const {
    return is_public(address) || is_in(allowed_, address);
}

}  // namespace tanbo::notify
