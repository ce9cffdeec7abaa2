#pragma once

#include <any>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/net/http/http.hpp"
#include "server/net/websocket/websocket.hpp"

namespace tanbo::net {

// A handler's decision on a request before its body is read.
struct Admission {
    std::size_t body_bytes_max = 0;  // past it: 413
    // The path speaks WebSocket: a handshake goes to upgrade(), anything else is answered 426.
    // Elsewhere an Upgrade field is ignored. Source: RFC 9110, 7.8.
    bool is_websocket = false;
    // Answered at once; the body is not read.
    std::optional<Response> refusal = std::nullopt;
    // The handler's findings on the way, for its handle(); the connection only carries it.
    std::any found = {};
    // authorize() was asked and had nothing against it.
    bool is_authorized = false;
    // Limits::answer_within is not kept: the work itself may take longer, or it waits for
    // something.
    bool may_take_long = false;
};

// A refusal by the connection itself: malformed, too large, too slow, failed.
// Codes: bad-request 400, request-timeout 408, body-too-large 413, target-too-long 414,
// expectation-failed 417, upgrade-required 426, header-too-large 431, internal-error 500,
// too-many-connections 429 and 503, version-not-supported 505.
struct Fault {
    int status;
    std::string_view code;
    std::string detail;
    // The request, if its head is sound.
    const Request* request = nullptr;
};

// The fault of a body that is longer than the admission says.
Fault body_too_large(std::size_t bytes_max);

// The questions of a listener's connections. Two implementations: the server's API, and tests'.
// Thread: the connection's; one handler serves all threads at once.
class Handler {
public:
    virtual ~Handler() = default;

    // After the head is read and found sound, before the body. request.body is empty.
    virtual Admission admit(const Request& request) = 0;

    // Before a client that waits for it is told to send its body: a refusal that does not depend on
    // the body, or nothing. The default has none. Source: RFC 9110, 10.1.1.
    virtual Awaitable<std::optional<Response>> authorize(Request& request, Admission& admission);

    // The request whole, with what admit() said of it. An exception is logged with the request's id
    // and answered 500.
    virtual Awaitable<Response> handle(Request& request, Admission& admission) = 0;

    // A handshake on a path that admit() calls a WebSocket. The default refuses with 404.
    virtual Awaitable<std::variant<Response, Upgrade>> upgrade(Request& request);

    // The answer in place of the handler's own, which has not come within Limits::answer_within and
    // goes nowhere when it comes; the connection is closed after it. The default is an empty 503.
    virtual Response late(const Request& request);

    // The answer to a fault; the connection is closed after it. The default is plain text.
    virtual Response fault(const Fault& fault);
};

}  // namespace tanbo::net
