#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/store/tables/messages/notices.hpp"

// Notices to accounts, and those that they want by mail, for the code that makes the mails.
//
// Throws (all of them): store::StorageError. Thread: that of the reader.
namespace tanbo::notify {

using store::NoticeSettings;
using store::Notification;

// The settings of an account that has chosen nothing are the default ones.
NoticeSettings settings_of(store::Reader& reader, protocol::AccountId account);

// Nothing if none of that number is kept.
std::optional<Notification> find_notification(store::Reader& reader, protocol::AccountId account,
                                              std::int64_t number);
// Newest first: those with numbers below `before`, at most `limit`.
std::vector<Notification> notifications_before(store::Reader& reader, protocol::AccountId account,
                                               std::int64_t before, int limit);
// Those from one number to another that the account has not read, oldest first.
std::vector<Notification> unread_notifications(store::Reader& reader, protocol::AccountId account,
                                               std::int64_t from, std::int64_t to);

// Whether the account wants no mails of the game.
bool is_muted(store::Reader& reader, protocol::AccountId account, protocol::GameId game);
// Whether the account follows the game.
bool is_watching(store::Reader& reader, protocol::AccountId account, protocol::GameId game);
// Whether the mail watch of that number still follows the game.
bool is_watched_by_mail(store::Reader& reader, protocol::MailWatchId watch, protocol::GameId game);

// A game in which it is the account's turn.
struct DueMove {
    protocol::GameId game{};
    std::optional<base::Instant> deadline;
};
// Of the `limit` most urgent things that wait for the account the moves.
std::vector<DueMove> due_moves(store::Reader& reader, protocol::AccountId account, int limit);

// Ends all mail watches at this address that have no account.
void forget_mail_watches(store::Transaction& transaction, std::string_view address);

}  // namespace tanbo::notify
