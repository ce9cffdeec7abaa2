#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/base/threads/async.hpp"

namespace tanbo::net {

using base::Awaitable;

// Immutable bytes shared by all who send them.
using Bytes = std::shared_ptr<const std::string>;

enum class Method : std::uint8_t { get, head, post, put, delete_, options, patch, other };

// "GET" ...; "" for other: its name is Request::method_name.
std::string_view method_name(Method method);

// Names compare without regard to case.
struct Field {
    std::string_view name;
    std::string_view value;
};

// The peer of a request if its proxy tells no address that can be read.
inline constexpr std::string_view unknown_peer = "unknown";

// A request with framing that has passed the strict filter. The views point into `head` (or, in a
// test that fills the fields itself, anywhere that lives as long).
struct Request {
    Request() = default;
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

    Method method = Method::get;
    std::string_view method_name;
    std::string_view target;  // as sent, without the scheme and the host of a whole URL
    std::string_view path;    // the target up to '?', still percent-encoded
    std::string_view query;   // what follows '?', still percent-encoded
    std::string_view host;    // of the Host field, port included
    std::vector<Field> fields;
    std::string body;

    std::string peer;           // the client's address: a forwarded one only from a trusted proxy
    std::uint64_t network = 0;  // network_number of it
    bool is_secure = false;     // the client speaks TLS to a trusted proxy
    bool is_local = false;      // no limit applies: see ListenerOptions::exempts_this_machine
    std::string id;             // X-Request-Id if it is sane, else our own
    bool is_websocket = false;  // a WebSocket handshake

    std::string head;

    // The value of the first field of that name, or nothing.
    std::optional<std::string_view> header(std::string_view name) const;
    std::vector<std::string_view> headers(std::string_view name) const;
    // The comma-separated elements of all fields of that name, trimmed, empty ones left out.
    std::vector<std::string_view> list(std::string_view name) const;
};

// The client that a limit by address counts: an IPv4 address, or the 64 leading bits of an IPv6
// address, because a host may take any address of its /64 and change it at will. Other text comes
// back as it is. Source: RFC 7421, 2; RFC 8981.
std::string client_network(std::string_view peer);

// The body of an answer that is written as it comes into being (server-sent events, NDJSON).
// Thread: the connection's. Two implementations: the connection's, and tests'.
class BodyStream {
public:
    virtual ~BodyStream() = default;

    // Queues without waiting. False if the stream is closed, or the bytes would not fit the
    // queue (256 pieces or 64 KiB): then the connection is dropped.
    virtual bool send(Bytes bytes) = 0;
    // Waits until the queue has room, then queues. False if the stream is closed.
    virtual Awaitable<bool> write(Bytes bytes) = 0;
    // The peer is gone, too slow, or the server drains: return from the producer.
    virtual bool is_closed() const = 0;
    // Called once, from the event loop, when the stream closes while the producer runs: it can wake
    // a producer that waits for something else. Replaces the one before.
    virtual void on_closed(std::function<void()> callback) = 0;
};

// Writes the body and returns at its end; what is queued then is still sent.
using Producer = std::function<Awaitable<void>(BodyStream&)>;

struct Stream {
    Producer produce;
    // Sent whenever nothing else was for Limits::stream_heartbeat; empty for never.
    std::string heartbeat;
};

// Content-Length, Transfer-Encoding, Connection, Date and X-Request-Id are the connection's own
// business. HEAD, 204 and 304 send no body whatever is here.
struct Response {
    int status = 200;
    std::string content_type;  // empty for no body
    std::vector<std::pair<std::string, std::string>> headers;
    std::variant<std::string, Bytes, Stream> body;
    bool close = false;  // end the connection after this answer
};

// "Not Found" for 404; "Unknown" for a status without a name.
std::string_view reason_phrase(int status);

}  // namespace tanbo::net
