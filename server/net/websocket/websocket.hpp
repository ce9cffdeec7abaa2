#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http/http.hpp"

namespace tanbo::net {

// Source: RFC 6455, 7.4 and the IANA registry.
enum class CloseCode : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    protocol_error = 1002,
    unsupported_data = 1003,
    invalid_payload = 1007,
    policy_violation = 1008,
    too_big = 1009,
    internal_error = 1011,
    service_restart = 1012,
    try_again_later = 1013
};

struct Message {
    std::string data;
    bool is_text = true;
};

// A WebSocket after its handshake. Pings, pongs, fragments, UTF-8, closing and the peer's liveness
// are seen to behind it. Thread: the connection's. Two implementations: the connection's, and
// tests'.
class WebSocket {
public:
    virtual ~WebSocket() = default;

    // The next message, or nothing once either side has closed the socket. A call says that the
    // message before is done with. A drain waits for that: the answers to a received message go out
    // before the close. Requires: no other coroutine waits.
    virtual Awaitable<std::optional<Message>> receive() = 0;

    // Queues one text message without waiting; order is kept. False if the socket is closed, or
    // if the message would not fit the queue (256 messages or 64 KiB): then it is closed with
    // 1013.
    virtual bool send(Bytes text) = 0;
    // Waits until the queue is at most half full, then queues: for a backlog longer than the queue,
    // leaving room for send(). False if the socket is closed. Requires: no other coroutine waits.
    virtual Awaitable<bool> write(Bytes text) = 0;

    // Sends what is queued, then the close frame; the peer has Limits::close_timeout to answer.
    // Only the first call counts. Reasons are cut to 123 bytes.
    virtual void close(CloseCode code, std::string_view reason) = 0;

    // Until either side closes.
    virtual bool is_open() const = 0;
};

// How a handshake is accepted.
struct Upgrade {
    std::string subprotocol;  // one that the client offered, or empty
    bool text_only = true;    // a binary message closes with 1003
    // Called if a message that the session has taken is not done with within Limits::answer_within;
    // the socket is closed after it. May be empty.
    std::function<void()> late = {};
    // Runs for as long as the socket is used; the socket is closed with 1000 when it returns, with
    // 1011 when it throws.
    std::function<Awaitable<void>(WebSocket&)> session;
};

}  // namespace tanbo::net
