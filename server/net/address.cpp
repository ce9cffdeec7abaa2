#include "server/net/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "server/net/http/text.hpp"
#include "server/net/listener.hpp"

namespace tanbo::net {
namespace {

AddressBytes bytes_of(const Address& address) {
    AddressBytes bytes;
    const auto take = [&bytes](const auto& values) {
        std::ranges::copy(values, bytes.values.begin());
        bytes.size = values.size();
    };
    if (address.is_v4()) {
        take(address.to_v4().to_bytes());
    } else {
        take(address.to_v6().to_bytes());
    }
    return bytes;
}

std::optional<unsigned> parse_prefix(std::string_view text, unsigned max) {
    unsigned bits = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), bits);
    if (failure != std::errc() || end != text.data() + text.size() || bits > max) {
        return std::nullopt;
    }
    return bits;
}

// Fields of proxies that name the client: a request with one comes from a proxy.
constexpr std::array<std::string_view, 9> fields_of_proxies{"Forwarded",
                                                            "Via",
                                                            "X-Real-IP",
                                                            "X-Client-IP",
                                                            "True-Client-IP",
                                                            "CF-Connecting-IP",
                                                            "Fastly-Client-IP",
                                                            "X-Cluster-Client-IP",
                                                            "X-Original-Forwarded-For"};
constexpr std::string_view prefix_of_proxies = "X-Forwarded";

bool is_of_a_proxy(const Field& field) {
    return equal_names(field.name.substr(0, prefix_of_proxies.size()), prefix_of_proxies) ||
           std::ranges::any_of(fields_of_proxies, [&field](std::string_view name) {
               return equal_names(field.name, name);
           });
}

}  // namespace

Address normalized(const Address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
    }
    return address;
}

// The prefixes ::/64 to 0:1:ffff:ffff::/64 are unassigned: numbers of the server and IPv4 addresses
// lie there.
std::uint64_t network_number(const Address& address) {
    constexpr std::uint64_t ipv4_networks = std::uint64_t{1} << 32;
    constexpr std::uint64_t loopback_network = 1;
    const Address plain = normalized(address);
    if (plain.is_v4()) return ipv4_networks + plain.to_v4().to_uint();
    const auto bytes = plain.to_v6().to_bytes();
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size() / 2; ++i) number = number << 8 | bytes[i];
    return number == 0 ? loopback_network : number;
}

std::optional<Address> parse_address(std::string_view text) {
    if (text.find('%') != std::string_view::npos) return std::nullopt;
    boost::system::error_code error;
    const Address address = boost::asio::ip::make_address(std::string(text), error);
    if (error) return std::nullopt;
    return normalized(address);
}

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto address = parse_address(text.substr(0, slash));
    if (!address) return std::nullopt;
    AddressRange range;
    range.bytes_ = bytes_of(*address);
    const auto all_bits = static_cast<unsigned>(range.bytes_.size * 8);
    range.prefix_bits_ = all_bits;
    if (slash != std::string_view::npos) {
        const auto bits = parse_prefix(text.substr(slash + 1), all_bits);
        if (!bits) return std::nullopt;
        range.prefix_bits_ = *bits;
    }
    return range;
}

bool AddressRange::contains(const Address& address) const {
    const AddressBytes bytes = bytes_of(address);
    if (bytes.size != bytes_.size) return false;
    const std::size_t whole = prefix_bits_ / 8;
    if (!std::equal(bytes.values.begin(), bytes.values.begin() + static_cast<std::ptrdiff_t>(whole),
                    bytes_.values.begin())) {
        return false;
    }
    const unsigned rest = prefix_bits_ % 8;
    if (rest == 0) return true;
    return (bytes.values[whole] >> (8 - rest)) == (bytes_.values[whole] >> (8 - rest));
}

TrustedProxies::TrustedProxies(const std::vector<std::string>& ranges, bool exempts_this_machine)
    : exempts_this_machine_(exempts_this_machine) {
    for (const std::string& text : ranges) {
        const auto range = AddressRange::parse(text);
        if (!range) throw std::invalid_argument("not an address or a range: " + text);
        ranges_.push_back(*range);
    }
}

bool TrustedProxies::contains(const Address& address) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const AddressRange& range) { return range.contains(address); });
}

// Nothing: a stranger.
std::optional<Address> TrustedProxies::forwarded_peer(const Request& request,
                                                      const Address& address) const {
    const auto fields = request.headers("X-Forwarded-For");
    const auto hops = request.list("X-Forwarded-For");
    if (hops.empty()) return fields.empty() ? std::optional(address) : std::nullopt;
    std::optional<Address> peer;
    for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
        peer = parse_address(*hop);
        if (!peer || !contains(*peer)) break;
    }
    return peer;
}

void TrustedProxies::identify(const Address& address, const std::string& address_text,
                              Request& request) const {
    request.peer = address_text;
    request.network = network_number(address);
    request.is_secure = false;
    request.is_local = exempts_this_machine_ && normalized(address).is_loopback() &&
                       std::ranges::none_of(request.fields, is_of_a_proxy);
    if (ranges_.empty() || !contains(address)) return;
    const auto peer = forwarded_peer(request, address);
    if (peer != address) {
        request.peer = peer ? peer->to_string() : std::string(unknown_peer);
        request.network = peer ? network_number(*peer) : unknown_network;
    }
    const auto schemes = request.list("X-Forwarded-Proto");
    request.is_secure = !schemes.empty() && equal_names(schemes.back(), "https");
}

bool is_address_range(std::string_view text) {
    return AddressRange::parse(text).has_value();
}

}  // namespace tanbo::net
