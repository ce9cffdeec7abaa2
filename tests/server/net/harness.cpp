#include "tests/server/net/harness.hpp"

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>

#include "server/base/threads/timer.hpp"
#include "server/net/socket.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

Bytes bytes(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

Response text(std::string body) {
    Response response;
    response.content_type = "text/plain";
    response.body = std::move(body);
    return response;
}

Response stream(Producer produce, std::string heartbeat = "") {
    Response response;
    response.content_type = "text/event-stream";
    response.body = Stream{std::move(produce), std::move(heartbeat)};
    return response;
}

Awaitable<void> produce_three(BodyStream& out) {
    for (const char* piece : {"one\n", "two\n", "three\n"}) {
        const bool is_written = co_await out.write(bytes(piece));
        if (!is_written) co_return;
    }
}

// Far more than the queue holds, waiting for room.
Awaitable<void> produce_much(BodyStream& out) {
    for (int i = 0; i < 3000; ++i) {
        const bool is_written = co_await out.write(bytes(std::string(999, 'x') + "\n"));
        if (!is_written) co_return;
    }
}

Awaitable<void> produce_failure(BodyStream& out) {
    out.send(bytes("begun\n"));
    throw std::runtime_error("the log is gone");
    co_return;
}

Awaitable<void> wait_for_close(BodyStream& out, std::atomic<int>& closed) {
    base::Signal signal;
    out.on_closed([&signal] { signal.notify(); });
    out.send(bytes("begun\n"));
    while (!out.is_closed()) co_await signal.wait();
    closed.fetch_add(1);
}

Awaitable<void> flood_stream(BodyStream& out, std::atomic<bool>& failed) {
    const Bytes piece = bytes(std::string(1000, 'x'));
    while (out.send(piece)) {
    }
    failed = true;
    co_return;
}

Awaitable<void> echo(WebSocket& socket, std::atomic<int>& ended) {
    while (auto message = co_await socket.receive()) {
        socket.send(bytes((message->is_text ? "" : "binary:") + message->data));
    }
    ended.fetch_add(1);
}

// Lets other work of this thread go on until the flag is set.
Awaitable<void> wait_for(const std::atomic<bool>& flag) {
    base::Signal turn;
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    while (!flag) {
        boost::asio::post(executor, [&turn] { turn.notify(); });
        co_await turn.wait();
    }
}

// Until the end of this thread's work.
Awaitable<void> wait_for_ever() {
    base::Timer timer(co_await boost::asio::this_coro::executor);
    timer.expires_at(SteadyTime::max());
    co_await timer.async_wait(base::awaited_tuple);
}

// Echoes, but each message once it is released only.
Awaitable<void> echo_when_released(WebSocket& socket, std::atomic<int>& taken,
                                   const std::atomic<bool>& is_released) {
    while (auto message = co_await socket.receive()) {
        taken.fetch_add(1);
        co_await wait_for(is_released);
        socket.send(bytes(message->data));
    }
}

Awaitable<void> read_to_the_end(WebSocket& socket) {
    std::optional<Message> received;
    do {
        received = co_await socket.receive();
    } while (received);
}

// Messages beyond what queue and kernel hold, to a client that reads or doesn't.
Awaitable<void> flood(WebSocket& socket, std::atomic<bool>& failed) {
    const Bytes message = bytes(std::string(1000, 'x'));
    while (socket.send(message)) {
    }
    failed = true;
    co_await read_to_the_end(socket);
}

// Messages one by one, each flushed before the next.
Awaitable<void> drip(WebSocket& socket) {
    base::Signal turn;
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    for (int i = 0; i < dripped_messages; ++i) {
        socket.send(bytes("drop"));
        boost::asio::post(executor, [&turn] { turn.notify(); });
        co_await turn.wait();
    }
}

Awaitable<void> backlog(WebSocket& socket) {
    for (int i = 0; i < 2000; ++i) {
        const bool is_written = co_await socket.write(bytes(std::to_string(i)));
        if (!is_written) co_return;
    }
}

Awaitable<void> write_large(WebSocket& socket) {
    for (int i = 0; i < large_messages; ++i) {
        const bool is_written = co_await socket.write(bytes(large_message(i)));
        if (!is_written) co_return;
    }
}

Awaitable<void> count_burst(WebSocket& socket, int messages, std::size_t size,
                            std::atomic<bool>& failed) {
    for (int i = 0; i < messages; ++i) {
        if (!socket.send(bytes(std::string(size, 'x')))) failed = true;
    }
    co_await read_to_the_end(socket);
}

std::vector<Awaitable<void>> both(Awaitable<void> one, Awaitable<void> other) {
    std::vector<Awaitable<void>> tasks;
    tasks.push_back(std::move(one));
    tasks.push_back(std::move(other));
    return tasks;
}

Awaitable<void> fail_session() {
    throw std::runtime_error("the hub is gone");
    co_return;
}

}  // namespace

std::string large_message(int number) {
    return std::string(5000, static_cast<char>('a' + number % 26));
}

Limits short_times() {
    Limits limits;
    limits.sweep_interval = 5ms;
    limits.progress_interval = 5ms;
    limits.linger_timeout = 500ms;
    return limits;
}

Admission TestHandler::admit(const Request& request) {
    Admission admission;
    admission.body_bytes_max = 100;
    admission.may_take_long = request.path == "/held/long";
    admission.is_websocket = request.path.substr(0, 3) == "/ws";
    if (request.path == "/forbidden") {
        admission.refusal = text("no\n");
        admission.refusal->status = 403;
    }
    if (request.path == "/bad-admission") throw std::runtime_error("no table");
    return admission;
}

Awaitable<std::optional<Response>> TestHandler::authorize(Request& request, Admission&) {
    std::optional<Response> refusal;
    if (request.path == "/unauthorized") {
        refusal = text("who?\n");
        refusal->status = 401;
    } else if (request.path == "/bad-authorization") {
        throw std::runtime_error("no tokens");
    } else if (request.path == "/held-authorization") {
        co_await wait_for(is_released_);
    }
    co_return refusal;
}

Awaitable<Response> TestHandler::handle(Request& request, Admission&) {
    handled.fetch_add(1);
    if (request.path == "/throw") throw std::runtime_error("no such game");
    if (request.path == "/throw-nothing-said") throw std::runtime_error("");
    if (request.path == "/throw-a-number") throw 7;
    if (request.path == "/held" || request.path == "/held/long") {
        co_await wait_for(is_released_);
    } else if (request.path == "/never") {
        co_await wait_for_ever();
    }
    co_return answer(request);
}

Response TestHandler::late(const Request& request) {
    before_late();
    Response response =
        text("late " + std::string(request.method_name) + " " + std::string(request.path) + "\n");
    response.status = 503;
    return response;
}

Response TestHandler::answer(Request& request) {
    if (request.path == "/echo") return text(request.body);
    if (request.path == "/peer") return text(request.peer + (request.is_secure ? " secure" : ""));
    if (request.path == "/id") return text(request.id);
    if (request.path == "/empty") {
        Response response;
        response.status = 204;
        return response;
    }
    if (request.path == "/bad-field") {
        Response response = text("x");
        response.headers.emplace_back("X-Bad", "a\r\nSet-Cookie: b");
        return response;
    }
    if (request.path == "/large") return text(std::string(large_bytes, 'x'));
    if (request.path == "/middling") return text(std::string(middling_bytes, 'x'));
    if (request.path == "/stream") return stream(produce_three);
    if (request.path == "/much") return stream(produce_much);
    if (request.path == "/failing-stream") return stream(produce_failure);
    if (request.path == "/endless") {
        return stream([this](BodyStream& out) { return wait_for_close(out, streams_closed); },
                      ": beat\n");
    }
    if (request.path == "/flood") {
        return stream([this](BodyStream& out) { return flood_stream(out, send_failed); });
    }
    return text("hello");
}

Awaitable<std::variant<Response, Upgrade>> TestHandler::upgrade(Request& request) {
    std::variant<Response, Upgrade> result;
    if (request.path == "/ws-refused") {
        Response refusal = text("no\n");
        refusal.status = 403;
        result = std::move(refusal);
        co_return result;
    }
    if (request.path == "/ws-held-upgrade") {
        co_await wait_for(is_released_);
    }
    Upgrade accepted;
    for (const std::string_view offered : request.list("Sec-WebSocket-Protocol")) {
        if (offered == "tanbo.v1+json") accepted.subprotocol = offered;
    }
    accepted.text_only = request.path != "/ws-any";
    accepted.session = [this](WebSocket& socket) { return echo(socket, sessions_ended); };
    if (request.path == "/ws-flood") {
        accepted.session = [this](WebSocket& socket) { return flood(socket, send_failed); };
    } else if (request.path == "/ws-drip") {
        accepted.session = drip;
    } else if (request.path == "/ws-backlog") {
        accepted.session = backlog;
    } else if (request.path == "/ws-large") {
        accepted.session = [](WebSocket& socket) {
            return base::run_all("large", both(write_large(socket), read_to_the_end(socket)));
        };
    } else if (request.path == "/ws-held") {
        accepted.late = [this] { late_messages.fetch_add(1); };
        accepted.session = [this](WebSocket& socket) {
            return echo_when_released(socket, handled, is_released_);
        };
    } else if (request.path == "/ws-fails") {
        accepted.session = [](WebSocket&) { return fail_session(); };
    } else if (request.path == "/ws-burst") {
        const int messages = std::stoi(std::string(request.query.substr(0, 3)));
        const auto size = static_cast<std::size_t>(std::stoi(std::string(request.query.substr(4))));
        accepted.session = [this, messages, size](WebSocket& socket) {
            return count_burst(socket, messages, size, send_failed);
        };
    }
    result = std::move(accepted);
    co_return result;
}

Response TestHandler::fault(const Fault& fault) {
    Response response;
    response.status = fault.status;
    response.content_type = "application/problem+json";
    response.body = "{\"code\":\"" + std::string(fault.code) + "\"}";
    return response;
}

void settle(base::IoThreads& threads) {
    for (int i = 0; i < threads.size(); ++i) {
        boost::asio::post(threads.executor(i), boost::asio::use_future).get();
        boost::asio::post(threads.executor(i), boost::asio::use_future).get();
    }
}

TestServer::TestServer(Limits limits, int threads, std::vector<std::string> trusted_proxies)
    : threads_(std::make_unique<base::IoThreads>(threads)) {
    ListenerOptions options;
    options.limits = limits;
    options.trusted_proxies = std::move(trusted_proxies);
    listener_ = std::make_unique<Listener>(*threads_, handler, metrics, options);
    threads_->start();
    listener_->start();
}

TestClient::TestClient(std::uint16_t port, int receive_buffer_bytes) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_buffer_bytes > 0) {
        setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
    }
    const timeval limit{patience.count(), 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        throw std::runtime_error("can't connect");
    }
}

TestClient::~TestClient() {
    ::close(fd_);
}

void TestClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;  // the server may have closed: what it said is read afterwards
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void TestClient::shut_sending() {
    ::shutdown(fd_, SHUT_WR);
}

bool TestClient::fill() {
    std::array<char, 65536> part{};
    const auto size = ::recv(fd_, part.data(), part.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        throw std::runtime_error("nothing came in time; so far: " + buffer_);
    }
    if (size <= 0) return false;
    buffer_.append(part.data(), static_cast<std::size_t>(size));
    return true;
}

std::string TestClient::read_until(std::string_view delimiter) {
    std::size_t at = buffer_.find(delimiter);
    while (at == std::string::npos && fill()) at = buffer_.find(delimiter);
    const std::size_t size = at == std::string::npos ? buffer_.size() : at + delimiter.size();
    std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return taken;
}

std::string TestClient::read_exactly(std::size_t size) {
    while (buffer_.size() < size && fill()) {
    }
    std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, taken.size());
    return taken;
}

std::string TestClient::read_to_end() {
    while (fill()) {
    }
    return std::exchange(buffer_, {});
}

std::string TestClient::read_response() {
    std::string response = read_until("\r\n\r\n");
    const std::string name = "Content-Length: ";
    const std::size_t at = response.find(name);
    if (at != std::string::npos) {
        response += read_exactly(std::stoul(response.substr(at + name.size())));
    }
    return response;
}

bool TestClient::is_at_end() {
    return read_to_end().empty();
}

bool TestClient::has_more() const {
    pollfd ready{fd_, POLLIN, 0};
    return !buffer_.empty() || ::poll(&ready, 1, 0) == 1;
}

std::string ask(TestServer& server, std::string_view request) {
    TestClient client(server.port());
    client.send(request);
    return client.read_to_end();
}

int status_of(std::string_view response) {
    if (response.substr(0, 9) != "HTTP/1.1 " || response.size() < 12) return 0;
    return std::stoi(std::string(response.substr(9, 3)));
}

std::string body_of(std::string_view response) {
    const std::size_t end = response.find("\r\n\r\n");
    return end == std::string_view::npos ? "" : std::string(response.substr(end + 4));
}

int count_of(std::string_view text, std::string_view part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

bool eventually(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

}  // namespace tanbo::net
