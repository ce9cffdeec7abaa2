#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/net/handler.hpp"
#include "server/net/http/origin.hpp"

namespace tanbo::api_common {
class Limiter;
}
namespace tanbo::game {
class Feed;
class Referee;
class Views;
}  // namespace tanbo::game
namespace tanbo::notify {
class Inbox;
}
namespace tanbo::tournament {
class Feed;
}

namespace tanbo::live {

using base::Awaitable;

inline constexpr std::string_view subprotocol = "tanbo.v1+json";

struct LiveLimits {
    std::size_t subscriptions = 64;   // of one socket
    double messages_per_second = 50;  // from one socket; a burst of twice as many
};

// The means of one I/O thread's sockets.
struct ThreadServices {
    game::Views& views;
    game::Feed& feed;
    account::Authenticator& authenticator;
    tournament::Feed& tournaments;
    base::Executor executor;
};

// The means of all sockets; threads[i] belongs to I/O thread i. Everything outlives the endpoint.
struct Services {
    game::Referee& referee;
    notify::Inbox& inbox;
    // Answers calls of the REST API. Thread: any I/O thread.
    std::function<net::Handler&()> rest;
    base::Clock clock;
    std::vector<ThreadServices> threads;
    api_common::Limiter& commands;
    std::string_view build;  // of the page: a client that has another is stale
    std::string epoch = {};  // of the database (protocol/json/epoch.hpp)
};

// Takes the handshakes of /api/v1/live.
//
// Thread: any I/O thread, all at once.
class Endpoint {
public:
    Endpoint(Services services, LiveLimits limits, net::OriginPolicy origins,
             base::Metrics& metrics);

    // Refuses 403 for a foreign page, 401 for a bad token, 400 if the client does not offer the
    // subprotocol.
    Awaitable<std::variant<net::Response, net::Upgrade>> upgrade(net::Request& request);

private:
    Services services_;
    LiveLimits limits_;
    net::OriginPolicy origins_;
    base::Gauge& sockets_;
    base::Gauge& subscriptions_;
    base::Counter& messages_;
};

}  // namespace tanbo::live
