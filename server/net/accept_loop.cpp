#include "server/net/accept_loop.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tanbo::net {

void Reserve::reject_next(int listening, std::string_view answer) {
    close();
    const int client = ::accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client >= 0) {
        const auto sent = ::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
        if (sent > 0) ::shutdown(client, SHUT_WR);
        ::close(client);
    }
    open();
}

void Reserve::open() {
    descriptor_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void Reserve::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

bool wait_until(const std::function<bool()>& is_over, std::chrono::milliseconds deadline) {
    constexpr std::chrono::milliseconds interval{2};
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!is_over()) {
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(interval);
    }
    return true;
}

}  // namespace tanbo::net
