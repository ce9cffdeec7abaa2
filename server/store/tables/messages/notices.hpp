#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/notice_modes.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// Of each account, the newest ones; older ones are deleted as new ones come.
inline constexpr std::int64_t notifications_max = 200;

using protocol::NoticeMode;

struct NoticeSettings {
    NoticeMode mode = NoticeMode::away;
    std::int64_t newest = 0;      // number of the newest notification; 0: none yet
    std::int64_t read_up_to = 0;  // number up to which they are read
    std::int64_t key_renewals = 0;
    int webhooks = 0;  // that are on
    bool has_mail_address = false;
    bool has_pushes = false;  // some browser of theirs is subscribed

    // Of those that are kept.
    std::int64_t unread() const;
};

struct NewNotification {
    AccountId account{};
    std::string_view kind = {};
    std::optional<GameId> game = {};
    std::string_view data = "{}";  // a JSON object
    Instant at{};
};

struct Notification {
    std::int64_t number = 0;
    std::string kind = {};
    std::optional<GameId> game = {};
    std::string data = {};
    Instant at{};
};

// The settings of an account that has chosen nothing are the default ones.
NoticeSettings notice_settings(Reader& reader, AccountId account);
void read_settings_ahead(Transaction& transaction, AccountId account);
// Games that were silenced are heard again.
void set_notice_mode(Transaction& transaction, AccountId account, NoticeMode mode);
// Everything up to this number is read; never takes back what was read. A number past the newest
// means the newest.
void set_read_up_to(Transaction& transaction, AccountId account, std::int64_t number);
// The accounts that have played with this one, or were going to: their notices may name it.
std::vector<AccountId> co_players_of(Reader& reader, AccountId account);
// Whether a notice to `told`, or a mail that is still to be sent to them, names a handle. Cost: a
// look at each.
bool do_notices_name(Reader& reader, AccountId told, std::string_view handle);
// These name another handle instead from now on. Cost: the same.
void rename_in_notices(Transaction& transaction, AccountId told, std::string_view from,
                       std::string_view to);

// The keys of the account's calendar and private feeds open nothing from now on.
void renew_keys(Transaction& transaction, AccountId account);

// Stores it under the account's next number and deletes what is past the cap. Returns the settings
// after that; their `newest` is the number. Cost: three rows at most, each found by its key.
NoticeSettings add_notification(Transaction& transaction, const NewNotification& notification);

// Newest first: numbers below `before`. At most `limit`.
std::vector<Notification> list_notifications(Reader& reader, AccountId account,
                                             std::optional<std::int64_t> before, int limit);

// Deletes all that is kept for an account that goes: notifications, settings, watches, webhooks
// and push subscriptions with what they wait to send, what waits for it.
void forget_notices(Transaction& transaction, AccountId account);

}  // namespace tanbo::store
