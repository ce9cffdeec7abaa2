#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr;

// Which addresses a webhook may be sent to: what anybody can reach, and nothing of the operator's
// own networks unless they say so.
namespace tanbo::notify {

// An IPv4 address is kept as the IPv6 address that maps it (::ffff:a.b.c.d).
struct Address {
    std::array<std::uint8_t, 16> bytes{};

    bool is_ipv4() const;
    bool operator==(const Address&) const = default;
};

// A literal, without brackets: nothing for anything else.
std::optional<Address> parse_address(std::string_view text);
// As a literal, without brackets.
std::string to_text(const Address& address);
// Of AF_INET or AF_INET6; nothing for others.
std::optional<Address> address_of(const sockaddr* address);

// Addresses that begin with the same bits.
struct AddressRange {
    Address first;
    int bits = 128;  // of the mapped form: 96 more than an IPv4 prefix says

    bool has(const Address& address) const;
};

// "10.0.0.0/8", "fd00::/8", or a single address: nothing for anything else.
std::optional<AddressRange> parse_range(std::string_view text);

// Whether the whole world may have this address: not loopback, private, link-local, shared
// (carrier's NAT), multicast, reserved or documentation, and not one that tunnels to such.
// Source: IANA special-purpose registries for IPv4 and IPv6 (RFC 6890).
bool is_public(const Address& address);

// The public addresses, and the ranges that the operator allows besides.
class AddressPolicy {
public:
    AddressPolicy() = default;
    explicit AddressPolicy(std::vector<AddressRange> allowed) : allowed_(std::move(allowed)) {}

    // Whether something may be sent there.
    bool admits(const Address& address) const;

private:
    std::vector<AddressRange> allowed_;
};

}  // namespace tanbo::notify
