#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "server/net/http/http.hpp"

namespace tanbo::net {

using Address = boost::asio::ip::address;

// An IPv4 address in IPv6 clothes (::ffff:1.2.3.4) is that IPv4 address.
Address normalized(const Address& address);

// The number of a client's network: an IPv4 address, or the 64 leading bits of an IPv6 address, as
// client_network() has it. It is never one of the small numbers of the server (base::ClientKey) and
// of unknown peers.
std::uint64_t network_number(const Address& address);
inline constexpr std::uint64_t unknown_network = 3;

// Nothing for what isn't an address or carries a zone.
std::optional<Address> parse_address(std::string_view text);

// An address in the order of the network.
struct AddressBytes {
    std::array<unsigned char, 16> values{};
    std::size_t size = 0;  // 4 or 16
};

// All addresses that share a prefix.
class AddressRange {
public:
    // "10.0.0.0/8", "fd00::/8", or one address.
    static std::optional<AddressRange> parse(std::string_view text);

    bool contains(const Address& address) const;

private:
    AddressBytes bytes_;
    unsigned prefix_bits_ = 0;
};

// The proxies to believe about the client's address.
class TrustedProxies {
public:
    // Throws: std::invalid_argument naming the text that isn't an address or a range.
    explicit TrustedProxies(const std::vector<std::string>& ranges,
                            bool exempts_this_machine = false);

    // Writes request.peer, network, is_secure and is_local for a connection from that address: its
    // own, or, from a trusted proxy, the rightmost of X-Forwarded-For that isn't one. What can't be
    // read there is a stranger, unknown_peer.
    void identify(const Address& address, const std::string& address_text, Request& request) const;

    bool contains(const Address& address) const;

private:
    std::optional<Address> forwarded_peer(const Request& request, const Address& address) const;

    std::vector<AddressRange> ranges_;
    bool exempts_this_machine_;
};

}  // namespace tanbo::net
