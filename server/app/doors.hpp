#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "server/api_common/limiter.hpp"
#include "server/app/metrics_text.hpp"
#include "server/app/nodes.hpp"
#include "server/app/people.hpp"
#include "server/app/play.hpp"
#include "server/app/readiness.hpp"
#include "server/app/storage.hpp"
#include "server/config/config.hpp"
#include "server/http/api.hpp"
#include "server/live/endpoint.hpp"
#include "server/net/listener.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::app {

// The ways in by HTTP: REST with its pages, live sockets, and what limits their clients.
struct Doors {
    // Requires: all but the settings outlive it.
    Doors(Storage& storage, Play& play, Nodes& nodes, notify::Notices& notices, People& people,
          const Config& config);

    std::atomic<bool> is_draining = false;
    const http::Site site;
    Readiness readiness;
    MetricsText metrics_text;
    api_common::Limiter commands;
    api_common::Limiter sign_ups;
    api_common::Limiter messages;
    const http::SignUpLimit sign_up_limit;
    const http::MessageLimit message_limit{messages};
    const http::Unready unready = [this] { return readiness.reason(); };
    const http::MetricsText metrics_answer = [this] { return metrics_text.get(); };
    // Takes a message beside a game, sent by mail, from its author's budget. Errors: rate_limited.
    const std::function<protocol::Result<void>(protocol::AccountId)> admit_message;
    live::Endpoint live_endpoint;
    http::Api http_api;
    std::unique_ptr<net::Listener> listener;

private:
    live::Services live_services(Storage& storage, Play& play, notify::Notices& notices);
    std::vector<http::Needs> http_needs(Storage& storage, Play& play, notify::Notices& notices,
                                        People& people);
};

}  // namespace tanbo::app
