#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::net {

// The room of sockaddr_un, without the NUL.
inline constexpr std::size_t socket_path_bytes_max = 107;

// An endpoint that only programs of this machine reach: a loopback address with a port, or a
// Unix socket.
struct LocalEndpoint {
    std::string address;  // empty: it is a Unix socket
    std::uint16_t port = 0;
    std::string path;  // of the Unix socket

    bool is_unix() const { return address.empty(); }

    bool operator==(const LocalEndpoint&) const = default;
};

// "127.0.0.1:2424", "[::1]:0" or "unix:/absolute/path"; nothing for all else.
std::optional<LocalEndpoint> parse_local_endpoint(std::string_view text);

// As parse_local_endpoint reads it.
std::string to_text(const LocalEndpoint& endpoint);

}  // namespace tanbo::net
