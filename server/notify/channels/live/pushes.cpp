#include "server/notify/channels/live/pushes.hpp"

#include <memory>
#include <string>
#include <utility>

namespace tanbo::notify {

namespace {

// The message is made where somebody listens.
void push(const store::Announcement& announcement, game::Feed& feed) {
    const auto message = [&announcement] {
        return std::make_shared<const std::string>(announcement.message());
    };
    if (!announcement.account) {
        if (feed.has_lobby_followers()) feed.notify_lobby(message());
        return;
    }
    const auto account = static_cast<std::int64_t>(*announcement.account);
    if (feed.has_followers_of(account)) feed.notify_account(account, message());
}

}  // namespace

Pushes::Pushes(base::IoThreads& io, std::vector<game::Feed*> feeds)
    : io_(io), feeds_(std::move(feeds)) {}

void Pushes::deliver(const std::vector<store::Announcement>& announcements) const {
    std::shared_ptr<const std::vector<store::Announcement>> shared;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        game::Feed* const feed = feeds_[i];
        if (!feed->has_account_followers() && !feed->has_lobby_followers()) continue;
        if (shared == nullptr) {
            shared = std::make_shared<const std::vector<store::Announcement>>(announcements);
        }
        io_.post_to(static_cast<int>(i), [feed, shared] {
            for (const store::Announcement& announcement : *shared) push(announcement, *feed);
        });
    }
}

}  // namespace tanbo::notify
