#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/error.hpp"
#include "server/account/authenticator.hpp"
#include "server/base/async.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/net/handler.hpp"
#include "server/net/origin.hpp"

namespace tanbo::game {
class Feed;
class Referee;
class Views;
}  // namespace tanbo::game

namespace tanbo::live {

using base::Awaitable;

inline constexpr std::string_view subprotocol = "tanbo.v1+json";

struct LiveLimits {
    std::size_t subscriptions = 64;   // of one socket
    double messages_per_second = 50;  // from one socket; a burst of twice as many
};

// What the sockets of one I/O thread work with.
struct ThreadServices {
    game::Views& views;
    game::Feed& feed;
    account::Authenticator& authenticator;
    base::Executor executor;
};

// What HTTP and live sockets have in common and the live door is told, not knowing HTTP.
struct Conventions {
    // A refusal's status, and its answer to a handshake of this path.
    int (*status_of)(const protocol::Error&) = nullptr;
    net::Response (*problem)(const protocol::Error&, std::string_view path) = nullptr;
    // The token of an Authorization field, or nothing where there is none.
    protocol::Result<std::optional<std::string>> (*bearer_token)(const net::Request&) = nullptr;
    // The session that a browser's cookie names, or nothing.
    std::optional<std::string> (*session_cookie)(const net::Request&) = nullptr;
    // Whether the account may send another command now, from this address.
    std::function<protocol::Result<void>(std::int64_t account, bool is_local)> admit_command;
};

// What all sockets work with; threads[i] belongs to I/O thread i. Everything outlives the door.
struct Services {
    game::Referee& referee;
    base::Clock clock;
    std::vector<ThreadServices> threads;
    Conventions conventions;
};

// Takes the handshakes of /api/v1/live.
//
// Thread: any I/O thread, all at once.
class Door {
public:
    Door(Services services, LiveLimits limits, net::OriginPolicy origins, base::Metrics& metrics);

    // Refuses 403 for a foreign page, 401 for a bad token, 400 where the client does not offer the
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
