#include "server/live/endpoint.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "server/api_common/credentials.hpp"
#include "server/api_common/status.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/live/session.hpp"

namespace tanbo::live {
namespace {

using protocol::Code;
using protocol::refusal;
using Answer = std::variant<net::Response, net::Upgrade>;

std::optional<net::Response> refuse(const net::Request& request, net::OriginVerdict verdict) {
    if (verdict == net::OriginVerdict::foreign) {
        const auto error = refusal(Code::origin_not_allowed,
                                   "Pages from " + protocol::quotation(*request.header("Origin")) +
                                       " can't open a live socket here.");
        return api_common::problem(error, request.path);
    }
    const auto offered = request.list("Sec-WebSocket-Protocol");
    if (std::ranges::find(offered, subprotocol) == offered.end()) {
        const auto error = refusal(Code::malformed_request, "Sec-WebSocket-Protocol must offer " +
                                                                std::string(subprotocol) + ".");
        return api_common::problem(error, request.path);
    }
    return std::nullopt;
}

}  // namespace

Endpoint::Endpoint(Services services, LiveLimits limits, net::OriginPolicy origins,
                   base::Metrics& metrics)
    : services_(std::move(services)),
      limits_(limits),
      origins_(std::move(origins)),
      sockets_(metrics.gauge("tanbo_live_sockets", "Open live sockets.")),
      subscriptions_(metrics.gauge("tanbo_live_subscriptions", "Subscriptions of live sockets.")),
      messages_(metrics.counter("tanbo_live_messages_total", "Messages from live sockets.")) {}

Awaitable<Answer> Endpoint::upgrade(net::Request& request) {
    const net::OriginVerdict verdict = origins_.judge(request);
    if (auto refused = refuse(request, verdict)) co_return std::move(*refused);
    const std::size_t thread = static_cast<std::size_t>(base::IoThreads::current());
    SessionParts parts{services_, services_.threads[thread], limits_, sockets_, subscriptions_,
                       messages_};
    auto session = std::make_shared<Session>(parts, Peer(request));
    auto token = api_common::bearer_token(request);
    if (!token) co_return api_common::problem(token.error(), request.path);
    if (*token) {
        auto signed_in = co_await session->sign_in(std::move(**token));
        if (!signed_in) co_return api_common::problem(signed_in.error(), request.path);
    }
    // Browsers send cookies from any site's page: they count for our own only.
    if (!*token && verdict == net::OriginVerdict::own) {
        auto cookie = api_common::session_cookie(request);
        if (cookie) {
            co_await session->try_sign_in(std::move(*cookie));
        }
    }
    net::Upgrade upgrade;
    upgrade.subprotocol = subprotocol;
    upgrade.late = [session] { session->send_timeout(); };
    upgrade.session = [session](net::WebSocket& socket) { return session->run(socket); };
    co_return upgrade;
}

}  // namespace tanbo::live
