#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>

#include "server/base/threads/async.hpp"

namespace tanbo::bench {

struct Answer {
    int status = 0;
    std::string body;
};

// A keep-alive connection that knows just enough HTTP and WebSocket for this server's answers: the
// generator costs little beside what it measures. It is no client to copy.
//
// Throws: std::runtime_error or boost::system::system_error for anything unexpected: a load is only
// worth measuring if everything is answered.
class Wire {
public:
    explicit Wire(base::Executor executor);

    base::Awaitable<void> connect(std::uint16_t port);

    // One request and its answer. `token` may be empty.
    base::Awaitable<Answer> get(std::string path, std::string token);
    base::Awaitable<Answer> post(std::string path, std::string token, std::string body);

    // From then on messages are sent and received.
    base::Awaitable<void> upgrade(std::string path, std::string subprotocol);
    base::Awaitable<void> send(std::string message);
    // The next text message; pings are answered. Valid until the next call.
    base::Awaitable<std::string_view> receive();

private:
    base::Awaitable<void> answer_ping();
    base::Awaitable<void> write(std::string text);
    base::Awaitable<Answer> read_answer();
    // Makes at least `size` unread bytes available.
    base::Awaitable<void> fill(std::size_t size);
    std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }

    boost::asio::basic_stream_socket<boost::asio::ip::tcp, base::Executor> socket_;
    std::string buffer_;
    std::size_t begin_ = 0;  // of what is unread
};

// The value of "key": in a flat piece of JSON, without its quotes; throws if there is none.
std::string_view json_value(std::string_view json, std::string_view key);

}  // namespace tanbo::bench
