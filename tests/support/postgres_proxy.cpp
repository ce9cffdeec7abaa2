#include "tests/support/postgres_proxy.hpp"

#include <array>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

namespace tanbo::test {
namespace {

constexpr int turn_ms = 20;
constexpr std::string_view host = "host=";
constexpr const char* socket_name = ".s.PGSQL.5432";

sockaddr_un address_of(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    return address;
}

const sockaddr* general(const sockaddr_un& address) {
    return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

bool is_ready(int socket) {
    pollfd one{socket, POLLIN, 0};
    return ::poll(&one, 1, turn_ms) > 0;
}

bool send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

// Empty: the other side has closed.
std::string receive(int socket) {
    std::array<char, 65'536> buffer;
    const ssize_t bytes = ::recv(socket, buffer.data(), buffer.size(), 0);
    return {buffer.data(), static_cast<std::size_t>(bytes > 0 ? bytes : 0)};
}

}  // namespace

PostgresProxy::PostgresProxy(const std::string& words) {
    const std::size_t end = words.find(' ');
    server_ = std::filesystem::path(words.substr(host.size(), end - host.size())) / socket_name;
    words_ = std::string(host) + folder_.path().string() + words.substr(end);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(folder_.path() / socket_name);
    if (::bind(listener_, general(address), sizeof address) != 0 || ::listen(listener_, 8) != 0) {
        throw std::runtime_error("no proxy");
    }
    thread_ = std::thread([this] { serve(); });
}

PostgresProxy::~PostgresProxy() {
    is_over_ = true;
    thread_.join();
    ::close(listener_);
}

// Then a moment has passed.
bool PostgresProxy::is_silent() const {
    if (!swallows_) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(turn_ms));
    return true;
}

void PostgresProxy::serve() {
    std::vector<std::thread> relays;
    while (!is_over_) {
        if (is_silent() || !is_ready(listener_)) continue;
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_un address = address_of(server_);
        if (::connect(server, general(address), sizeof address) != 0) {
            ::close(client);
            ::close(server);
            continue;
        }
        relays.emplace_back([this, client, server] { relay(client, server); });
    }
    for (std::thread& relay : relays) relay.join();
}

void PostgresProxy::relay(int client, int server) {
    bool is_to_be_cut = false;  // with the next answer
    while (!is_over_ && !is_down_) {
        if (is_silent()) continue;
        std::array<pollfd, 2> both = {pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
        if (::poll(both.data(), both.size(), turn_ms) <= 0) continue;
        if (both[0].revents != 0) {
            const std::string bytes = receive(client);
            const bool commits = bytes.find("COMMIT") != std::string::npos;
            const Cut cut = commits ? cut_.exchange(Cut::none) : Cut::none;
            if (cut != Cut::none) ++cuts_;
            if (bytes.empty() || cut == Cut::before) break;
            is_to_be_cut = cut == Cut::after;
            if (cut != Cut::loss && !send_all(server, bytes)) break;
            if (cut == Cut::silence || cut == Cut::loss) swallows_ = true;
        }
        if (both[1].revents != 0) {
            const std::string bytes = receive(server);
            if (bytes.empty() || is_to_be_cut || !send_all(client, bytes)) break;
        }
    }
    ::close(client);
    ::close(server);
}

}  // namespace tanbo::test
