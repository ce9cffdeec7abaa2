#include "server/net/lines/local_endpoint.hpp"

#include <charconv>

#include "server/net/address.hpp"

namespace tanbo::net {
namespace {

constexpr std::string_view unix_scheme = "unix:";

std::optional<LocalEndpoint> parse_path(std::string_view path) {
    const bool has_nul = path.find('\0') != std::string_view::npos;
    if (!path.starts_with('/') || path.ends_with('/') || has_nul) return std::nullopt;
    if (path.size() > socket_path_bytes_max) return std::nullopt;
    return LocalEndpoint{"", 0, std::string(path)};
}

}  // namespace

std::optional<LocalEndpoint> parse_local_endpoint(std::string_view text) {
    if (text.starts_with(unix_scheme)) return parse_path(text.substr(unix_scheme.size()));
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view host = text.substr(0, colon);
    const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
    if (is_bracketed) host = host.substr(1, host.size() - 2);
    const auto address = parse_address(host);
    if (!address || !address->is_loopback() || address->is_v6() != is_bracketed)
        return std::nullopt;
    const std::string_view digits = text.substr(colon + 1);
    const char* last = digits.data() + digits.size();
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, port);
    if (error != std::errc{} || end != last) return std::nullopt;
    return LocalEndpoint{std::string(host), port, ""};
}

std::string to_text(const LocalEndpoint& endpoint) {
    if (endpoint.is_unix()) return std::string(unix_scheme) + endpoint.path;
    const bool is_v6 = endpoint.address.find(':') != std::string::npos;
    const std::string host = is_v6 ? "[" + endpoint.address + "]" : endpoint.address;
    return host + ":" + std::to_string(endpoint.port);
}

}  // namespace tanbo::net
