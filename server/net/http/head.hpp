#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "server/net/handler.hpp"
#include "server/net/listener.hpp"

// The strict filter in front of everything: the head of a request, from its raw bytes. Beast
// accepts forms that let a proxy and us disagree on where a request ends; they are refused here.
// Source: RFC 9112; each refusal's reason stands beside it.
namespace tanbo::net {

// How the body travels and what becomes of the connection.
struct Framing {
    bool is_http_11 = true;
    bool is_chunked = false;
    std::uint64_t content_length = 0;
    bool keep_alive = true;
    bool expects_continue = false;

    bool has_body() const { return is_chunked || content_length > 0; }
};

// The end of the head, as far as the bytes go.
struct HeadEnd {
    std::size_t size = 0;     // of the head with its empty line; 0 if it isn't complete
    std::size_t scanned = 0;  // where to go on when more bytes have come
};

// Looks for the empty line from `from` on, which is what a call before has scanned.
// Errors: bad-request for a line feed without its carriage return; target-too-long and
// header-too-large if the maxima are passed without an end.
std::variant<HeadEnd, Fault> find_head_end(std::string_view bytes, std::size_t from,
                                           const Limits& limits);

// Reads a complete head (in request.head) into the request's other members and its framing. Peer,
// id and is_secure are left alone. A target may be a whole URL if it names the Host that is sent or
// the options' authority. Source: RFC 9112, 3.2.2.
std::optional<Fault> parse_head(Request& request, Framing& framing, const ListenerOptions& options);

// Whether the fields of a handshake are sound; the fault is 426 for another version.
// Requires: request.is_websocket. Source: RFC 6455, 4.2.1.
std::optional<Fault> check_handshake(const Request& request, const Framing& framing);

}  // namespace tanbo::net
