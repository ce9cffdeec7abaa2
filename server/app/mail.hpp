#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "server/app/doors.hpp"
#include "server/app/nodes.hpp"
#include "server/app/people.hpp"
#include "server/app/play.hpp"
#include "server/app/storage.hpp"
#include "server/config/config.hpp"
#include "server/mail/inbound/service.hpp"
#include "server/mail/outbound/worker.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::app {

// Mails in and out; neither if the settings name no domain.
class Mail {
public:
    // Requires: all but the settings outlive it.
    Mail(Storage& storage, Play& play, Nodes& nodes, notify::Notices& notices, People& people,
         Doors& doors, const Config& config);

    void start();
    // News of what this node, or another one, has committed.
    void announce(const std::vector<store::Announcement>& announcements);
    // Takes no mail from now on; then waits for those on their way, no longer than that. False if
    // some were given up.
    void begin_drain();
    bool drain(std::chrono::milliseconds deadline);
    void stop_sending();
    void release();

private:
    std::unique_ptr<mail::outbound::OutboxWorker> outbound_;
    std::atomic<mail::outbound::OutboxWorker*> open_outbound_ = nullptr;  // from when it is started
    std::unique_ptr<mail::inbound::InboundService> inbound_;
};

}  // namespace tanbo::app
