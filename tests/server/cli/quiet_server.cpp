#include "tests/server/cli/quiet_server.hpp"

#include <poll.h>
#include <unistd.h>
#include <utility>

namespace tanbo::cli {

namespace {

bool is_readable(int socket) {
    pollfd ready{socket, POLLIN, 0};
    return ::poll(&ready, 1, 0) == 1;
}

}  // namespace

QuietServer::QuietServer(int bytes, std::chrono::milliseconds between, std::string last)
    : bytes_(bytes), between_(between), last_(std::move(last)) {}

QuietServer::~QuietServer() {
    if (connection_ >= 0) ::close(connection_);
    ::close(listening_.socket);
}

std::string QuietServer::url() const {
    return "http://127.0.0.1:" + std::to_string(listening_.port);
}

void QuietServer::tend() {
    const auto now = std::chrono::steady_clock::now();
    if (connection_ < 0) {
        if (!is_readable(listening_.socket)) return;
        connection_ = ::accept(listening_.socket, nullptr, nullptr);
        say("HTTP/1.1 200 OK\r\n\r\n");
        next_ = now + between_;
    } else if (now >= next_ && bytes_ > 0) {
        say("\n");
        next_ = now + between_;
        if (--bytes_ == 0) say(last_);
    }
}

void QuietServer::say(const std::string& text) {
    ::send(connection_, text.data(), text.size(), MSG_NOSIGNAL);
}

}  // namespace tanbo::cli
