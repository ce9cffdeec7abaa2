#include "server/notify/channels/live/pushes.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "protocol/people/challenges.hpp"
#include "protocol/people/notices.hpp"
#include "server/notify/turn.hpp"

namespace tanbo::notify {

namespace {

// Whom an announcement is for: an account, or the lobby if there is none.
std::optional<protocol::AccountId> account_of(const store::Announcement& announcement) {
    if (const auto* const told = std::get_if<store::AccountNotified>(&announcement)) {
        return told->account;
    }
    if (const auto* const turn = std::get_if<store::TurnBegan>(&announcement)) return turn->account;
    return std::nullopt;
}

bool is_pushed(const store::Announcement& announcement) {
    return account_of(announcement) || std::holds_alternative<store::LobbyChanged>(announcement);
}

// The message is made only if somebody listens.
void push(const store::Announcement& announcement, game::Feed& feed) {
    const auto message = [&announcement] {
        return std::make_shared<const std::string>(encode_push(announcement));
    };
    const auto of = account_of(announcement);
    if (!of) {
        if (feed.has_lobby_followers()) feed.notify_lobby(message());
        return;
    }
    const protocol::AccountId account = *of;
    if (feed.has_followers_of(account)) feed.notify_account(account, message());
}

}  // namespace

std::string encode_push(const store::Announcement& announcement) {
    if (const auto* const told = std::get_if<store::AccountNotified>(&announcement)) {
        return protocol::encode_my_notice(told->kind, told->number, told->at, told->data);
    }
    if (const auto* const turn = std::get_if<store::TurnBegan>(&announcement)) {
        const auto kind = protocol::notice_kind_name(protocol::NoticeKind::your_turn);
        return protocol::encode_my_notice(kind, {}, turn->at, turn_data(turn->game, *turn->match));
    }
    if (const auto* const lobby = std::get_if<store::LobbyChanged>(&announcement)) {
        return protocol::encode_challenge_notice(lobby->type, lobby->challenge);
    }
    return {};
}

Pushes::Pushes(base::IoThreads& io, std::vector<game::Feed*> feeds)
    : io_(io), feeds_(std::move(feeds)) {}

void Pushes::deliver(const std::vector<store::Announcement>& announcements) const {
    std::shared_ptr<const std::vector<store::Announcement>> shared;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        game::Feed* const feed = feeds_[i];
        if (!feed->has_account_followers() && !feed->has_lobby_followers()) continue;
        if (shared == nullptr) {
            auto pushed = std::make_shared<std::vector<store::Announcement>>();
            std::ranges::copy_if(announcements, std::back_inserter(*pushed), is_pushed);
            shared = std::move(pushed);
        }
        io_.post_to(static_cast<int>(i), [feed, shared] {
            for (const store::Announcement& announcement : *shared) push(announcement, *feed);
        });
    }
}

}  // namespace tanbo::notify
