#include "server/notice/pushes.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tanbo::notice {

namespace {

struct Push {
    std::optional<storage::AccountId> account;  // nothing: the lobby
    game::SharedBytes message;

    void to(game::Feed& feed) const {
        if (account) {
            feed.tell_account(static_cast<std::int64_t>(*account), message);
        } else {
            feed.tell_lobby(message);
        }
    }
};

}  // namespace

Pushes::Pushes(base::IoThreads& io, std::vector<game::Feed*> feeds)
    : io_(io), feeds_(std::move(feeds)) {}

void Pushes::deliver(const std::vector<storage::Announcement>& announcements) const {
    std::shared_ptr<std::vector<Push>> pushes;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        game::Feed* const feed = feeds_[i];
        if (!feed->has_account_followers() && !feed->has_lobby_followers()) continue;
        if (pushes == nullptr) {
            pushes = std::make_shared<std::vector<Push>>();
            for (const storage::Announcement& one : announcements) {
                pushes->push_back({one.account, std::make_shared<const std::string>(one.message)});
            }
        }
        io_.post_to(static_cast<int>(i), [feed, pushes] {
            for (const Push& push : *pushes) push.to(*feed);
        });
    }
}

}  // namespace tanbo::notice
