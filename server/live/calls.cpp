#include "server/live/calls.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace tanbo::live {
namespace {

net::Method method_of(std::string_view name) {
    using net::Method;
    constexpr std::array methods{Method::get, Method::post, Method::put, Method::delete_};
    const auto is_named = [name](Method method) { return net::method_name(method) == name; };
    const auto* const found = std::ranges::find_if(methods, is_named);
    return found == methods.end() ? Method::other : *found;
}

// A request, and the texts that it points into.
struct CallRequest {
    CallRequest(const Peer& peer, std::string_view token, protocol::LiveCall asked)
        : call(std::move(asked)), target(call.path), authorization("Bearer ") {
        if (!call.query.empty()) target.append("?").append(call.query);
        authorization += token;
        request.method = method_of(call.method);
        request.method_name = call.method;
        request.target = target;
        request.path = call.path;
        request.query = call.query;
        if (!token.empty()) request.fields.push_back({"Authorization", authorization});
        if (call.key) request.fields.push_back({"Idempotency-Key", *call.key});
        request.body = std::move(call.body);
        request.peer = peer.address;
        request.network = peer.network;
        request.is_secure = peer.is_secure;
        request.is_local = peer.is_local;
        request.id = peer.request_id;
    }

    protocol::LiveCall call;
    std::string target;
    std::string authorization;
    net::Request request;
};

std::string text_of(net::Response& response) {
    if (auto* text = std::get_if<std::string>(&response.body)) return std::move(*text);
    if (const auto* bytes = std::get_if<net::Bytes>(&response.body)) return **bytes;
    return {};  // a stream: no call leads to one
}

Awaitable<net::Response> answer_of(net::Handler& rest, net::Request& request) {
    net::Admission admission = rest.admit(request);
    if (admission.refusal) co_return std::move(*admission.refusal);
    if (request.body.size() > admission.body_bytes_max) {
        net::Fault fault = net::body_too_large(admission.body_bytes_max);
        fault.request = &request;
        co_return rest.fault(fault);
    }
    co_return co_await rest.handle(request, admission);
}

}  // namespace

Peer::Peer(const net::Request& handshake)
    : address(handshake.peer),
      request_id(handshake.id),
      network(handshake.network),
      is_local(handshake.is_local),
      is_secure(handshake.is_secure) {}

bool may_change(const protocol::LiveCall& call) {
    return call.method != net::method_name(net::Method::get);
}

// The request is not in the frame, because it is large: see Session::serve.
Awaitable<CallAnswer> call_rest(net::Handler& rest, const Peer& peer, std::string_view token,
                                protocol::LiveCall call) {
    constexpr int refusals_begin = 400;
    const auto asked = std::make_unique<CallRequest>(peer, token, std::move(call));
    net::Response response = co_await answer_of(rest, asked->request);
    co_return CallAnswer{response.status < refusals_begin, text_of(response)};
}

}  // namespace tanbo::live
