#include "server/notify/notices.hpp"

#include <utility>

#include "server/store/store.hpp"

namespace tanbo::notify {

namespace {

// The operator, as push services ask for an address: of the web, or of mail.
std::string contact_of(const std::string& public_url) {
    return public_url.starts_with("https://") ? public_url : std::string();
}

}  // namespace

Notices::Notices(store::Store& store, base::IoThreads& io,
                 std::vector<game::Feed*> feeds_of_threads, const base::Clock& clock,
                 base::Metrics& metrics, NoticeOptions options)
    : options_(std::move(options)),
      keys_(Keys::load(store, clock)),
      pushes_(io, std::move(feeds_of_threads)),
      vapid_(Vapid::load(store, clock, contact_of(options_.public_url))),
      dispatcher_(store, keys_, http_transport(options_.addresses, resolve, {}, &is_stopping_),
                  clock, metrics, options_.retries),
      push_sender_(store, keys_, vapid_,
                   http_transport(options_.addresses, resolve, {}, &is_stopping_), clock, metrics,
                   options_.retries),
      sender_(base::work_while({"webhooks", [this] { return dispatcher_.send_one(); },
                                [this] { return dispatcher_.next_due(); }},
                               options_.is_sender, clock),
              clock, sender_threads),
      pushing_(base::work_while({"pushes", [this] { return push_sender_.send_one(); },
                                 [this] { return push_sender_.next_due(); }},
                                options_.is_sender, clock),
               clock, push_threads),
      inbox(store),
      agenda(store, clock),
      webhooks(store, clock, keys_, options_.addresses),
      push_subscriptions(store, clock, vapid_, options_.addresses),
      feeds(store, keys_),
      mail_choices(store, clock),
      watcher_notifier(store) {}

void Notices::announce(const std::vector<store::Announcement>& announcements) {
    pushes_.deliver(announcements);
    watcher_notifier.receive(announcements);
    // Pushes are announced under the same word.
    const std::size_t queued = store::count_queued(announcements, store::DeliveryQueued::webhook);
    sender_.wake(queued);
    pushing_.wake(queued);
}

void Notices::stop() {
    is_stopping_ = true;
    sender_.stop();
    pushing_.stop();
}

std::string Notices::site(std::string_view host, bool is_secure) const {
    if (!options_.public_url.empty()) return options_.public_url;
    return std::string(is_secure ? "https://" : "http://").append(host);
}

}  // namespace tanbo::notify
