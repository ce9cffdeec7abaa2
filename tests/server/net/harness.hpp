#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/base/threads/signal.hpp"
#include "server/net/listener.hpp"

namespace tanbo::net {

// Limits with times that a test can wait for.
Limits short_times();

// The answer of the paths "/large" and "/middling": more than the kernel takes for one connection,
// and so little that it takes all of it.
inline constexpr std::size_t large_bytes = 400'000;
inline constexpr std::size_t middling_bytes = 20'000;

// The messages of the path "/ws-large", one after the other.
inline constexpr int large_messages = 40;
std::string large_message(int number);

// How many the path "/ws-drip" sends.
inline constexpr int dripped_messages = 40;

// A handler with a path for each thing a connection does.
class TestHandler final : public Handler {
public:
    Admission admit(const Request& request) override;
    Awaitable<std::optional<Response>> authorize(Request& request, Admission& admission) override;
    Awaitable<Response> handle(Request& request, Admission& admission) override;
    Awaitable<std::variant<Response, Upgrade>> upgrade(Request& request) override;
    Response late(const Request& request) override;
    Response fault(const Fault& fault) override;

    std::atomic<int> handled{0};
    std::atomic<int> streams_closed{0};
    std::atomic<int> sessions_ended{0};
    std::atomic<int> late_messages{0};
    std::atomic<bool> send_failed{false};

    // Called just before a late request is answered.
    std::function<void()> before_late = [] {};

    // The event for which the coroutines of "/held" and "/ws-held" wait.
    void release() { is_released_ = true; }

private:
    Response answer(Request& request);

    std::atomic<bool> is_released_{false};
};

// Waits until each thread has done what it was told, and what that told it.
void settle(base::IoThreads& threads);

// A listener on a free port of 127.0.0.1 with threads of its own.
class TestServer {
public:
    explicit TestServer(Limits limits = short_times(), int threads = 1,
                        std::vector<std::string> trusted_proxies = {});

    std::uint16_t port() const { return listener_->port(); }
    // Waits until it waits for clients: until then it takes descriptors for moments.
    void settle() { net::settle(*threads_); }
    Listener& listener() { return *listener_; }
    // Runs f() on the first of its threads.
    template <class F>
    void post(F&& f) {
        threads_->post_to(0, std::forward<F>(f));
    }
    TestHandler handler;
    base::Metrics metrics;

private:
    std::unique_ptr<base::IoThreads> threads_;
    std::unique_ptr<Listener> listener_;
};

// A client of plain sockets that shares nothing with the server's code. Reads give up after
// `patience`, which is a failure.
class TestClient {
public:
    explicit TestClient(std::uint16_t port, int receive_buffer_bytes = 0);
    ~TestClient();
    TestClient(const TestClient&) = delete;
    TestClient& operator=(const TestClient&) = delete;

    void send(std::string_view bytes);
    void shut_sending();
    // Up to and with the delimiter; what came if the connection ended before.
    std::string read_until(std::string_view delimiter);
    std::string read_exactly(std::size_t size);
    std::string read_to_end();
    // A head and the body that its Content-Length announces.
    std::string read_response();
    // Whether nothing but the end follows.
    bool is_at_end();
    // Whether something has come that was not read yet, if only the end. Does not wait.
    bool has_more() const;
    int fd() const { return fd_; }

private:
    bool fill();

    int fd_ = -1;
    std::string buffer_;
};

// Everything a request gets in answer, sending it on a connection of its own.
std::string ask(TestServer& server, std::string_view request);

// "HTTP/1.1 200 OK" -> 200; 0 if text doesn't begin so.
int status_of(std::string_view response);
std::string body_of(std::string_view response);
int count_of(std::string_view text, std::string_view part);

// A limit and no budget: what has to come may take a busy machine as long.
inline constexpr std::chrono::seconds patience{60};

// Polls without a fixed wait; false after `patience`.
bool eventually(const std::function<bool()>& condition);

}  // namespace tanbo::net
