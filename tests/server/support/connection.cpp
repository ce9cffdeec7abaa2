#include "tests/server/support/connection.hpp"

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace tanbo::test {
namespace {

constexpr timeval longest_wait{120, 0};

}  // namespace

Connection::Connection(std::uint16_t port, int receive_buffer_bytes)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &longest_wait, sizeof longest_wait);
    setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (receive_buffer_bytes > 0) {
        setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes,
                   sizeof receive_buffer_bytes);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const void* raw = &address;
    if (::connect(descriptor_, static_cast<const sockaddr*>(raw), sizeof address) != 0) {
        ::close(descriptor_);
        throw std::runtime_error("nobody listens on port " + std::to_string(port));
    }
}

Connection::~Connection() {
    ::close(descriptor_);
}

bool Connection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool Connection::fill() {
    std::array<char, 16'384> piece;
    const ssize_t got = ::recv(descriptor_, piece.data(), piece.size(), 0);
    if (got < 0 && errno == EAGAIN) throw std::runtime_error("the server is silent");
    is_ended_ = got <= 0;
    if (is_ended_) ::shutdown(descriptor_, SHUT_RDWR);  // a server that closed waits for that
    if (!is_ended_) buffer_.append(piece.data(), static_cast<std::size_t>(got));
    return !is_ended_;
}

std::string Connection::read_until(std::string_view marker) {
    std::size_t at = buffer_.find(marker);
    while (at == std::string::npos && fill()) at = buffer_.find(marker);
    return read(at == std::string::npos ? buffer_.size() : at + marker.size());
}

std::string Connection::read(std::size_t bytes) {
    while (buffer_.size() < bytes && fill()) {
    }
    std::string taken = buffer_.substr(0, bytes);
    buffer_.erase(0, taken.size());
    return taken;
}

}  // namespace tanbo::test
