#include "server/notice/pushes.hpp"

#include <memory>
#include <string>
#include <utility>

namespace tanbo::notice {

namespace {

struct Push {
    std::int64_t account;
    game::SharedBytes message;
};

}  // namespace

Pushes::Pushes(base::IoThreads& io, std::vector<game::Feed*> feeds)
    : io_(io), feeds_(std::move(feeds)) {}

void Pushes::deliver(const std::vector<storage::Announcement>& announcements) const {
    std::shared_ptr<std::vector<Push>> pushes;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        game::Feed* const feed = feeds_[i];
        if (!feed->has_account_followers()) continue;
        if (pushes == nullptr) {
            pushes = std::make_shared<std::vector<Push>>();
            for (const storage::Announcement& one : announcements) {
                pushes->push_back({static_cast<std::int64_t>(one.account),
                                   std::make_shared<const std::string>(one.message)});
            }
        }
        io_.post_to(static_cast<int>(i), [feed, pushes] {
            for (const Push& push : *pushes) feed->tell_account(push.account, push.message);
        });
    }
}

}  // namespace tanbo::notice
