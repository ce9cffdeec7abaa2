#pragma once

#include <functional>

#include "server/account/accounts.hpp"
#include "server/chat/chat.hpp"
#include "server/config/config.hpp"
#include "server/game/referee.hpp"
#include "server/game/views/views.hpp"
#include "server/http/api.hpp"
#include "server/live/endpoint.hpp"
#include "server/mail/inbound/service.hpp"
#include "server/mail/outbound/worker.hpp"
#include "server/net/listener.hpp"
#include "server/notify/notices.hpp"
#include "server/store/database.hpp"

// The meaning of the settings for each part of the server. Requires of all: settings without a
// fault.
namespace tanbo::app {

// I/O threads.
int thread_count(const Config& config);

// `on_fatal` is called once the log has the failure.
store::DatabaseOptions database_options(const Config& config,
                                        std::function<void(store::Fault)> on_fatal);
net::ListenerOptions listener_options(const Config& config);
http::ApiOptions api_options(const Config& config);
live::LiveLimits live_limits(const Config& config);
game::ViewLimits view_limits(const Config& config);
// Requires: the streams outlive what is made of it.
game::RefereeLimits referee_limits(const Config& config, const game::BotStreams& bots);
account::AccountLimits account_limits(const Config& config);
chat::ChatOptions chat_options(const Config& config);
// Whether other nodes may use the database too.
bool shares_database(const Config& config);
notify::NoticeOptions notice_options(const Config& config);
mail::inbound::InboundOptions inbound_options(const Config& config);
// Throws: BadSetting if a file that the settings name has no line.
mail::outbound::OutboxWorkerOptions outbox_worker_options(const Config& config);

}  // namespace tanbo::app
