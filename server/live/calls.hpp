#pragma once

#include <string>

#include "protocol/games/live/call.hpp"
#include "server/net/handler.hpp"

namespace tanbo::live {

using base::Awaitable;

// The client of a socket, as its handshake told. For each of its calls the REST API is told the
// same.
struct Peer {
    explicit Peer(const net::Request& handshake);

    std::string address;
    std::string request_id;
    std::uint64_t network;  // net::network_number
    bool is_local;
    bool is_secure;
};

// The answer of the REST API to a call.
struct CallAnswer {
    bool is_done = false;
    std::string body;  // JSON: the answer, or the problem; empty for 204
};

// True for a call that may change something.
bool may_change(const protocol::LiveCall& call);

// Asks the REST API in this process, as the holder of the token. All that a request over HTTP
// passes, it passes too: the route table, limits, scopes, keys, metrics. An empty token is none.
Awaitable<CallAnswer> call_rest(net::Handler& rest, const Peer& peer, std::string_view token,
                                protocol::LiveCall call);

}  // namespace tanbo::live
