#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/http/handler.hpp"
#include "server/net/handler.hpp"
#include "server/net/http/origin.hpp"

namespace tanbo::http {

// The limits of the REST API.
struct ApiOptions {
    std::size_t body_bytes_max = 65'536;
    net::OriginPolicy origins;
};

// The live API, as the REST API hands it a handshake.
using LiveUpgrade =
    std::function<Awaitable<std::variant<net::Response, net::Upgrade>>(net::Request&)>;

// Turns requests into calls of the handlers of the route table and their refusals into problem
// documents; adds what every answer carries.
//
// Thread: any I/O thread, all at once.
class Api final : public net::Handler {
public:
    // threads[i] to I/O thread i; `commands` limits accounts. Requires: all of them outlive it.
    Api(std::vector<Needs> threads, api_common::Limiter& commands, base::Metrics& metrics,
        ApiOptions options, LiveUpgrade live);
    ~Api() override;

    net::Admission admit(const net::Request& request) override;
    Awaitable<std::optional<net::Response>> authorize(net::Request& request,
                                                      net::Admission& admission) override;
    Awaitable<net::Response> handle(net::Request& request, net::Admission& admission) override;
    Awaitable<std::variant<net::Response, net::Upgrade>> upgrade(net::Request& request) override;
    net::Response late(const net::Request& request) override;
    net::Response fault(const net::Fault& fault) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::http
