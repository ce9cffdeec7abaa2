#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace tanbo::test {

// A socket that listens on a free port of 127.0.0.1. Its holder closes it.
struct Listening {
    int socket = -1;
    int port = 0;
};

inline Listening listen_on_loopback() {
    Listening listening;
    listening.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listening.socket, reinterpret_cast<sockaddr*>(&address), sizeof address);
    socklen_t size = sizeof address;
    getsockname(listening.socket, reinterpret_cast<sockaddr*>(&address), &size);
    listening.port = ntohs(address.sin_port);
    listen(listening.socket, 8);
    return listening;
}

}  // namespace tanbo::test
