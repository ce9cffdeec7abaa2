// The cost to tell many sockets the same: one send() each, no more.
//
//     tanbo_bench_send_loop SOCKETS EVENTS BYTES
//
// Prints the microseconds of processor time that the sender takes for one send. Another process
// reads.
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <string>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

int checked(int result) {
    if (result < 0) throw std::system_error(errno, std::generic_category());
    return result;
}

sockaddr_in loopback(in_port_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = port;
    return address;
}

// The port in the network's byte order.
in_port_t listen_anywhere(int listener, int sockets) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    checked(bind(listener, reinterpret_cast<sockaddr*>(&address), size));
    checked(listen(listener, sockets));
    checked(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size));
    return address.sin_port;
}

// Connects, then reads until all are closed.
void read_all(in_port_t port, int sockets) {
    const int poll = checked(epoll_create1(0));
    for (int i = 0; i < sockets; ++i) {
        const int reader = checked(socket(AF_INET, SOCK_STREAM, 0));
        const sockaddr_in address = loopback(port);
        checked(connect(reader, reinterpret_cast<const sockaddr*>(&address), sizeof address));
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = reader;
        checked(epoll_ctl(poll, EPOLL_CTL_ADD, reader, &event));
    }
    std::array<epoll_event, 256> ready{};
    std::array<char, 65'536> bytes{};
    for (int left = sockets; left > 0;) {
        const int count = checked(epoll_wait(poll, ready.data(), ready.size(), -1));
        for (int i = 0; i < count; ++i) {
            if (read(ready.at(static_cast<std::size_t>(i)).data.fd, bytes.data(), bytes.size()) > 0)
                continue;
            close(ready.at(static_cast<std::size_t>(i)).data.fd);
            --left;
        }
    }
}

double cpu_us() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto us = [](const timeval& time) {
        return 1e6 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec);
    };
    return us(used.ru_utime) + us(used.ru_stime);
}

double send_all(const std::vector<int>& sockets, int events, const std::string& message) {
    double used = 0;
    for (int event = 0; event < events; ++event) {
        const double begin = cpu_us();
        for (const int one : sockets)
            checked(static_cast<int>(send(one, message.data(), message.size(), MSG_NOSIGNAL)));
        used += cpu_us() - begin;
        usleep(2'000);  // those who read get their turn
    }
    return used / (static_cast<double>(sockets.size()) * events);
}

double run(int count, int events, std::size_t bytes) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    const int listener = checked(socket(AF_INET, SOCK_STREAM, 0));
    const in_port_t port = listen_anywhere(listener, count);
    const pid_t child = checked(fork());
    if (child == 0) {
        close(listener);
        read_all(port, count);
        std::_Exit(0);
    }
    std::vector<int> sockets;
    for (int i = 0; i < count; ++i) {
        sockets.push_back(checked(accept(listener, nullptr, nullptr)));
        const int yes = 1;
        setsockopt(sockets.back(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    const double used = send_all(sockets, events, std::string(bytes, 'x'));
    for (const int one : sockets) close(one);
    int status = 0;
    checked(waitpid(child, &status, 0));
    if (status != 0) throw std::runtime_error("the reader failed");
    return used;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: tanbo_bench_send_loop SOCKETS EVENTS BYTES\n", stderr);
        return 2;
    }
    try {
        std::printf("%.3f\n", run(std::stoi(argv[1]), std::stoi(argv[2]), std::stoul(argv[3])));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
