#include "server/net/lines/line_client.hpp"

#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

#include "server/net/address.hpp"

namespace tanbo::net {
namespace {

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

int connect_unix(int fd, const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int connect_tcp(int fd, const Address& to, std::uint16_t port) {
    if (to.is_v4()) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(to.to_v4().to_uint());
        return ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(port);
    const auto bytes = to.to_v6().to_bytes();
    std::copy(bytes.begin(), bytes.end(), std::begin(address.sin6_addr.s6_addr));
    return ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int family_of(const std::optional<Address>& address) {
    if (!address) return AF_UNIX;
    return address->is_v4() ? AF_INET : AF_INET6;
}

}  // namespace

LineClient::LineClient(const LocalEndpoint& endpoint, std::chrono::seconds patience) {
    const auto address = parse_address(endpoint.address);
    fd_ = ::socket(family_of(address), SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd_ < 0) fail("no socket");
    const timeval time{static_cast<time_t>(patience.count()), 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
    const int result =
        address ? connect_tcp(fd_, *address, endpoint.port) : connect_unix(fd_, endpoint.path);
    if (result == 0) return;
    const int error = errno;
    ::close(fd_);
    errno = error;
    fail("could not connect");
}

LineClient::~LineClient() {
    ::close(fd_);
}

void LineClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) fail("could not send");
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string LineClient::read_line() {
    std::size_t end = buffer_.find('\n');
    while (end == std::string::npos) {
        if (buffer_.size() > line_bytes_max) throw std::runtime_error("a line is too long");
        std::array<char, 4'096> part{};
        const auto size = ::recv(fd_, part.data(), part.size(), 0);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) fail("no answer");
        if (size == 0) throw std::runtime_error("the connection ended before the answer");
        buffer_.append(part.data(), static_cast<std::size_t>(size));
        end = buffer_.find('\n');
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

}  // namespace tanbo::net
