#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/base/threads/polling_workers.hpp"
#include "server/notify/agenda.hpp"
#include "server/notify/channels/email/mail_choices.hpp"
#include "server/notify/channels/live/pushes.hpp"
#include "server/notify/channels/push/push_subscriptions.hpp"
#include "server/notify/channels/push/sender.hpp"
#include "server/notify/channels/webhook/dispatcher.hpp"
#include "server/notify/channels/webhook/webhooks.hpp"
#include "server/notify/feeds.hpp"
#include "server/notify/inbox.hpp"
#include "server/notify/watcher_news.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

struct NoticeOptions {
    AddressPolicy addresses;  // that webhooks and pushes may be sent to
    RetryPlan retries;
    // Whether their messages are this process's to send now; empty: always. Thread: any.
    std::function<bool()> is_sender = {};
    std::string public_url;  // how the server is reached; empty: as the Host of a request says
};

// All that the API and mail ask about notices, and what goes out by itself.
class Notices {
public:
    // feeds[i] belongs to I/O thread i. Throws: store::StorageError. Requires: all of them
    // outlive this, but for the readers, which end before.
    Notices(store::Store& store, base::IoThreads& io, std::vector<game::Feed*> feeds,
            const base::Clock& clock, base::Metrics& metrics, NoticeOptions options);

    // For the writer's announce hook. Thread: the writer thread.
    void announce(const std::vector<store::Announcement>& announcements);

    // Sends no more: before the writer stops. Thread: not a sender's.
    void stop();

    // How the server is reached by who sent this, without a slash at the end.
    std::string site(std::string_view host, bool is_secure) const;

private:
    NoticeOptions options_;
    Keys keys_;
    Pushes pushes_;
    std::atomic<bool> is_stopping_ = false;
    Vapid vapid_;
    Dispatcher dispatcher_;
    PushSender push_sender_;
    base::PollingWorkers sender_;
    base::PollingWorkers pushing_;

public:
    Inbox inbox;
    Agenda agenda;
    Webhooks webhooks;
    PushSubscriptions push_subscriptions;
    Feeds feeds;
    MailChoices mail_choices;
    WatcherNotifier watcher_notifier;
};

}  // namespace tanbo::notify
