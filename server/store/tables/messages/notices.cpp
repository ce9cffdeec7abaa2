#include "server/store/tables/messages/notices.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"
#include "server/store/tables/messages/webhooks.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 4> notice_mode_words = {"each", "away", "digest", "off"};

const Sql select_notice_settings = R"(
SELECT s.mode, s.newest, s.read_up_to, s.calendar_renewals, s.webhooks, d.id,
       EXISTS (SELECT 1 FROM push_subscriptions AS p WHERE p.account = a.id)
FROM accounts AS a LEFT JOIN notice_settings AS s ON s.account = a.id
    LEFT JOIN addresses AS d ON d.account = a.id AND d.is_primary = 1
        AND d.verified_at IS NOT NULL AND d.stopped_at IS NULL
WHERE a.id = ?1)";
const Sql upsert_mode = R"(
INSERT INTO notice_settings (account, mode) VALUES (?1, ?2)
ON CONFLICT (account) DO UPDATE SET mode = excluded.mode)";
const Sql delete_mail_mutes = "DELETE FROM mail_mutes WHERE account = ?1";
const Sql update_read = R"(
UPDATE notice_settings SET read_up_to = CASE WHEN newest < ?2 THEN newest ELSE ?2 END
WHERE account = ?1 AND read_up_to < ?2)";
const Sql upsert_renewal = R"(
INSERT INTO notice_settings (account, calendar_renewals) VALUES (?1, 1)
ON CONFLICT (account) DO UPDATE SET calendar_renewals = notice_settings.calendar_renewals + 1)";
const Sql upsert_newest = R"(
INSERT INTO notice_settings (account, newest) VALUES (?1, 1)
ON CONFLICT (account) DO UPDATE SET newest = notice_settings.newest + 1)";
const Sql insert_notification = R"(
INSERT INTO notifications (account, number, kind, game, data, at, mail)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))";
const Sql delete_old_notices = "DELETE FROM notifications WHERE account = ?1 AND number <= ?2";
const Sql select_notice_page = R"(
SELECT number, kind, game, data, at FROM notifications
WHERE account = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3)";

const Sql count_watches_down = R"(
UPDATE game_watchers SET watchers = watchers - 1
WHERE game IN (SELECT game FROM watches WHERE account = ?1))";
const Sql delete_watches = "DELETE FROM watches WHERE account = ?1";
const Sql delete_waiting_things = "DELETE FROM waiting WHERE account = ?1";
const Sql delete_notifications = "DELETE FROM notifications WHERE account = ?1";
const Sql delete_settings = "DELETE FROM notice_settings WHERE account = ?1";

const Sql select_told = R"(
SELECT account FROM (
    SELECT o.account AS account
    FROM game_players AS m JOIN game_players AS o ON o.game = m.game
    WHERE m.account = ?1
    UNION SELECT s.account FROM challenges AS c JOIN challenge_seats AS s ON s.challenge = c.id
    WHERE c.creator = ?1
    UNION SELECT c.creator FROM challenge_seats AS m JOIN challenges AS c ON c.id = m.challenge
    WHERE m.account = ?1) AS told
WHERE account IS NOT NULL ORDER BY account)";
// ?2 and ?3: handles as JSON.
const Sql select_naming = R"(
SELECT EXISTS (SELECT 1 FROM notifications
    WHERE account = ?1 AND replace(data, ?2, ?3) <> data)
OR EXISTS (SELECT 1 FROM outbox
    WHERE account = ?1 AND sent_at IS NULL AND failed_at IS NULL AND replace(data, ?2, ?3) <> data))";
const Sql update_told = R"(
UPDATE notifications SET data = replace(data, ?2, ?3)
WHERE account = ?1 AND replace(data, ?2, ?3) <> data)";
const Sql update_queued = R"(
UPDATE outbox SET data = replace(data, ?2, ?3)
WHERE account = ?1 AND sent_at IS NULL AND failed_at IS NULL AND replace(data, ?2, ?3) <> data)";

// Handles need no escapes.
std::string in_json(std::string_view handle) {
    return '"' + std::string(handle) + '"';
}

}  // namespace

std::int64_t NoticeSettings::unread() const {
    return newest - std::max(read_up_to, newest - std::min(newest, notifications_max));
}

NoticeSettings notice_settings(Reader& reader, AccountId account) {
    NoticeSettings settings;
    Query select = reader.read(select_notice_settings);
    if (!select.bind(account).step()) return settings;
    settings.has_mail_address = !select.is_null(5);
    settings.has_pushes = select.integer(6) != 0;
    if (select.is_null(0)) return settings;
    settings.mode = value_of<NoticeMode>(notice_mode_words, select.text(0));
    settings.newest = select.integer(1);
    settings.read_up_to = select.integer(2);
    settings.key_renewals = select.integer(3);
    settings.webhooks = static_cast<int>(select.integer(4));
    return settings;
}

void read_settings_ahead(Transaction& transaction, AccountId account) {
    transaction.read(select_notice_settings).read_ahead(account);
}

void set_notice_mode(Transaction& transaction, AccountId account, NoticeMode mode) {
    transaction.expect_turn_channels(account);
    transaction.write(upsert_mode).run(account, word_of(notice_mode_words, mode));
    transaction.write(delete_mail_mutes).run(account);
}

void set_read_up_to(Transaction& transaction, AccountId account, std::int64_t number) {
    transaction.write(update_read).run(account, number);
}

std::vector<AccountId> co_players_of(Reader& reader, AccountId account) {
    return reader.read(select_told).bind(account).first_column<AccountId>();
}

bool do_notices_name(Reader& reader, AccountId told, std::string_view handle) {
    const std::string name = in_json(handle);
    Query select = reader.read(select_naming);
    select.bind(told, name, std::string_view()).step();
    return select.integer(0) != 0;
}

void rename_in_notices(Transaction& transaction, AccountId told, std::string_view from,
                       std::string_view to) {
    const std::string old_name = in_json(from);
    const std::string new_name = in_json(to);
    for (const Sql* statement : {&update_told, &update_queued}) {
        transaction.write(*statement).run(told, old_name, new_name);
    }
}

void renew_keys(Transaction& transaction, AccountId account) {
    transaction.write(upsert_renewal).run(account);
}

NoticeSettings add_notification(Transaction& transaction, const NewNotification& notification) {
    transaction.lock_account(notification.account);
    transaction.write(upsert_newest).post(notification.account);
    const NoticeSettings settings = notice_settings(transaction, notification.account);
    const std::int64_t number = settings.newest;
    transaction.write(insert_notification)
        .post(notification.account, number, notification.kind, notification.game, notification.data,
              notification.at, word_of(notice_mode_words, settings.mode));
    if (number > notifications_max) {
        transaction.write(delete_old_notices)
            .post(notification.account, number - notifications_max);
    }
    return settings;
}

std::vector<Notification> list_notifications(Reader& reader, AccountId account,
                                             std::optional<std::int64_t> before, int limit) {
    std::vector<Notification> page;
    Query select = reader.read(select_notice_page);
    select.bind(account, before.value_or(std::numeric_limits<std::int64_t>::max()), limit);
    while (select.step()) {
        Notification& notification = page.emplace_back();
        notification.number = select.integer(0);
        notification.kind = select.text(1);
        notification.game = select.optional_id<GameId>(2);
        notification.data = select.text(3);
        notification.at = select.instant(4);
    }
    return page;
}

void forget_notices(Transaction& transaction, AccountId account) {
    for (const Webhook& webhook : webhooks_of(transaction, account)) {
        delete_webhook(transaction, webhook);
    }
    delete_push_subscriptions_of(transaction, account);
    transaction.write(count_watches_down).run(account);
    for (const Sql* statement :
         {&delete_watches, &delete_waiting_things, &delete_notifications, &delete_settings}) {
        transaction.write(*statement).run(account);
    }
}

}  // namespace tanbo::store
