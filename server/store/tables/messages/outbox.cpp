#include "server/store/tables/messages/outbox.hpp"

#include <iterator>
#include <string>
#include <utility>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/messages/mail_limits.hpp"

namespace tanbo::store {
namespace {

constexpr int due_rows_per_mail = 4;

const std::string insert_any_mail = R"(
INSERT INTO outbox (message, kind, account, address, game, data, created_at, due_at, rank,
                    wanted_by)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
const Sql insert_outbox_row(insert_any_mail);
const Sql insert_mail_of_game(insert_any_mail + R"( WHERE NOT EXISTS (
    SELECT 1 FROM outbox WHERE address = ?4 AND sent_at IS NULL AND failed_at IS NULL
        AND dropped_at IS NULL
    ORDER BY due_at, id LIMIT 1 OFFSET ?11))");
const Sql update_data = R"(
UPDATE outbox SET data = ?2 WHERE message = ?1 AND fault IS NULL AND sent_at IS NULL
    AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql select_outbox_after = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, dropped_at, fault
FROM outbox WHERE id > ?1 ORDER BY id LIMIT ?2)";
const Sql select_outbox_row = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, dropped_at, fault
FROM outbox WHERE id = ?1)";
const Sql select_by_message = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, dropped_at, fault
FROM outbox WHERE message = ?1)";
const Sql select_newest_of_account = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, dropped_at, fault
FROM outbox WHERE account = ?1 ORDER BY id DESC LIMIT ?2)";
// The mail that comes next of the address and rank of a `mail`.
std::string next_of_rank(const std::string& order) {
    return R"(coalesce(
    (SELECT id FROM outbox AS tried
     WHERE tried.address = mail.address AND tried.rank = mail.rank AND fault IS NOT NULL
         AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL
     ORDER BY id LIMIT 1),
    (SELECT id FROM outbox AS first
     WHERE first.address = mail.address AND first.rank = mail.rank AND sent_at IS NULL
         AND failed_at IS NULL AND dropped_at IS NULL AND first.due_at <= ?1
     ORDER BY )" +
           order + R"(, id LIMIT 1)))";
}
// Each row costs two look-ups.
std::string mails_in_order(const std::string& order_of_all, const std::string& order_of_one) {
    return R"(
SELECT id, address, due_at, rank, CASE WHEN id = )" +
           next_of_rank(order_of_one) + R"( THEN 1 ELSE 0 END FROM outbox AS mail
WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL AND due_at <= ?1
ORDER BY )" +
           order_of_all + R"(, id LIMIT ?2)";
}
// Each address costs a few look-ups, however many mails wait for it.
std::string mails_by_address(const std::string& order_of_all, const std::string& order_of_one) {
    return R"(
WITH RECURSIVE waiting (address) AS (
    SELECT (SELECT address FROM outbox
            WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL
            ORDER BY address LIMIT 1)
    UNION ALL
    SELECT (SELECT next.address FROM outbox AS next
            WHERE next.address > waiting.address AND next.sent_at IS NULL
                AND next.failed_at IS NULL AND next.dropped_at IS NULL
            ORDER BY next.address LIMIT 1)
    FROM waiting WHERE waiting.address IS NOT NULL),
ranks (rank) AS (VALUES (0), (1), (2), (3), (4)),
mail (address, rank) AS (SELECT address, rank FROM waiting {CROSS} JOIN ranks ON 1 = 1)
SELECT due.id, due.address, due.due_at, due.rank
FROM mail {CROSS} JOIN outbox AS due ON due.id = )" +
           next_of_rank(order_of_one) + R"(
WHERE due.due_at <= ?1 ORDER BY )" +
           order_of_all + R"(, due.id LIMIT ?2)";
}
const Sql select_due_outbox(mails_in_order("rank, wanted_by", "wanted_by"));
const Sql select_due_by_address(mails_by_address("due.rank, due.wanted_by", "wanted_by"));
const Sql select_next_outbox(mails_in_order("due_at", "due_at"));
const Sql select_next_by_address(mails_by_address("due.due_at", "due_at"));
const Sql update_sent = R"(
UPDATE outbox SET sent_at = ?2, attempts = attempts + 1, fault = NULL, data = '{}'
WHERE id = ?1 AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql update_hastened = R"(
UPDATE outbox SET due_at = ?2
WHERE id = ?1 AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql update_outbox_due = R"(
UPDATE outbox SET due_at = ?2, attempts = attempts + ?4, fault = ?3
WHERE id = ?1 AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql update_failed = R"(
UPDATE outbox SET failed_at = ?2, attempts = attempts + 1, fault = ?3, data = '{}'
WHERE id = ?1 AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql update_dropped = R"(
UPDATE outbox SET dropped_at = ?2, fault = ?3, data = '{}'
WHERE id = ?1 AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql update_dropped_of_game = R"(
UPDATE outbox SET dropped_at = ?3, fault = ?4, data = '{}'
WHERE address = ?1 AND game = ?2 AND sent_at IS NULL AND failed_at IS NULL
    AND dropped_at IS NULL)";
const Sql update_bounced = "UPDATE outbox SET bounced_at = ?2 WHERE id = ?1 AND bounced_at IS NULL";
const Sql select_outbox_counts = R"(
SELECT count(*) FILTER (WHERE fault IS NULL), count(*) FILTER (WHERE fault IS NOT NULL),
       min(CASE WHEN fault IS NULL THEN due_at ELSE created_at END)
FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql delete_old_outbox = R"(
DELETE FROM outbox WHERE id IN
    (SELECT id FROM outbox WHERE created_at < ?1
        AND (sent_at IS NOT NULL OR failed_at IS NOT NULL OR dropped_at IS NOT NULL)
     ORDER BY created_at LIMIT ?2))";
const Sql select_some = "SELECT id FROM outbox WHERE account = ?1 ORDER BY id LIMIT ?2";
const Sql delete_unsent = "DELETE FROM outbox WHERE id = ?1 AND sent_at IS NULL";
const Sql erase_sent = "UPDATE outbox SET account = NULL, address = '', data = '{}' WHERE id = ?1";

Mail mail_of(const Query& row) {
    Mail mail;
    mail.id = row.id<MailId>(0);
    mail.message = row.text(1);
    mail.kind = row.text(2);
    mail.account = row.optional_id<AccountId>(3);
    mail.address = row.text(4);
    mail.game = row.optional_id<GameId>(5);
    mail.data = row.text(6);
    mail.created_at = row.instant(7);
    mail.due_at = row.instant(8);
    mail.attempts = row.integer(9);
    mail.sent_at = row.optional_instant(10);
    mail.failed_at = row.optional_instant(11);
    mail.dropped_at = row.optional_instant(12);
    mail.fault = row.optional_text(13);
    return mail;
}

bool is_untried(const Mail& mail) {
    return !mail.fault && !mail.sent_at && !mail.failed_at && !mail.dropped_at;
}

template <typename Key>
std::optional<Mail> find_one(Reader& reader, const Sql& sql, const Key& key) {
    Query select = reader.read(sql);
    if (!select.bind(key).step()) return std::nullopt;
    return mail_of(select);
}

// False if it is of a game and too many wait for its address.
bool insert_mail(Transaction& transaction, const NewMail& mail) {
    const Instant due_at = mail.due_at.value_or(mail.created_at);
    Query row = transaction.write(mail.game ? insert_mail_of_game : insert_outbox_row);
    row.bind(mail.message, mail.kind, mail.account, mail.address, mail.game, mail.data,
             mail.created_at, due_at, static_cast<int>(mail.rank), mail.wanted_by.value_or(due_at));
    if (mail.game) row.bind_at(11, mails_of_games_waiting_max - 1);
    return row.run() == 1;
}

DueMail due_mail_of(const Query& row) {
    return {row.id<MailId>(0), std::string(row.text(1)), row.instant(2),
            static_cast<MailRank>(row.integer(3))};
}

// Most often the first mails that are due are of as many addresses. If they are of few, these
// have long queues, and are gone through by address.
std::vector<DueMail> first_mails(Reader& reader, const Sql& in_order, const Sql& by_address,
                                 Instant now, int limit) {
    std::vector<DueMail> due;
    int rows = 0;
    Query select = reader.read(in_order);
    select.bind(now, limit * due_rows_per_mail);
    while (std::ssize(due) < limit && select.step()) {
        ++rows;
        if (select.integer(4) == 1) due.push_back(due_mail_of(select));
    }
    if (std::ssize(due) == limit || rows < limit * due_rows_per_mail) return due;
    due.clear();
    Query addresses = reader.read(by_address);
    addresses.bind(now, limit);
    while (addresses.step()) due.push_back(due_mail_of(addresses));
    return due;
}

}  // namespace

Queued put_mail(Transaction& transaction, const NewMail& mail) {
    if (find_mail(transaction, mail.message)) return Queued::repeated;
    if (!mail.is_asked_for && !take_mail(transaction, mail.address, mail.kind, mail.created_at)) {
        return Queued::limited;
    }
    if (!insert_mail(transaction, mail)) return Queued::limited;
    transaction.announce(DeliveryQueued::mail);
    return Queued::written;
}

bool set_mail_data(Transaction& transaction, std::string_view message, std::string_view data) {
    return transaction.write(update_data).run(message, data) == 1;
}

std::vector<Mail> mails(Reader& reader, std::optional<MailId> after, int limit) {
    std::vector<Mail> found;
    Query select = reader.read(select_outbox_after);
    select.bind(after.value_or(MailId{0}), limit);
    while (select.step()) found.push_back(mail_of(select));
    return found;
}

std::vector<DueMail> due_mails(Reader& reader, Instant now, int limit) {
    return first_mails(reader, select_due_outbox, select_due_by_address, now, limit);
}

std::vector<DueMail> next_mails(Reader& reader, int limit) {
    return first_mails(reader, select_next_outbox, select_next_by_address, Instant::max(), limit);
}

std::optional<Mail> find_mail(Reader& reader, MailId id) {
    return find_one(reader, select_outbox_row, id);
}

std::optional<Mail> find_mail(Reader& reader, std::string_view message) {
    return find_one(reader, select_by_message, message);
}

std::vector<Mail> untried_mails(Reader& reader, AccountId account, GameId game, Instant since) {
    std::vector<Mail> found;
    Query select = reader.read(select_newest_of_account);
    select.bind(account, untried_mails_seen_max);
    while (select.step()) {
        Mail mail = mail_of(select);
        if (mail.created_at < since) break;
        if (mail.game == game && is_untried(mail)) found.push_back(std::move(mail));
    }
    return found;
}

void hasten_mail(Transaction& transaction, MailId id, Instant due_at) {
    transaction.write(update_hastened).run(id, due_at);
    transaction.announce(DeliveryQueued::mail);
}

void mark_mail_sent(Transaction& transaction, MailId id, Instant now) {
    transaction.write(update_sent).run(id, now);
}

void postpone_mail(Transaction& transaction, MailId id, Instant due_at, std::string_view fault,
                   bool was_seen) {
    transaction.write(update_outbox_due).run(id, due_at, fault, was_seen);
}

void mark_mail_failed(Transaction& transaction, MailId id, Instant now, std::string_view fault) {
    transaction.write(update_failed).run(id, now, fault);
}

void drop_mail(Transaction& transaction, MailId id, Instant now, std::string_view why) {
    transaction.write(update_dropped).run(id, now, why);
}

void drop_mails_of_game(Transaction& transaction, std::string_view address, GameId game,
                        Instant now, std::string_view why) {
    if (transaction.write(update_dropped_of_game).run(address, game, now, why) > 0) {
        transaction.announce(DeliveryQueued::mail);
    }
}

bool mark_mail_bounced(Transaction& transaction, MailId id, Instant now) {
    return transaction.write(update_bounced).run(id, now) == 1;
}

MailCounts count_waiting_mails(Reader& reader) {
    Query select = reader.read(select_outbox_counts);
    select.step();
    return {select.integer(0), select.integer(1), select.optional_instant(2)};
}

int prune_mails(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_old_outbox).run(now - mail_retention, limit));
}

int erase_mails_of(Transaction& transaction, AccountId account, int most) {
    const auto mails = transaction.read(select_some).bind(account, most).first_column<MailId>();
    bool was_any_unsent = false;
    for (const MailId mail : mails) {
        const bool was_unsent = transaction.write(delete_unsent).run(mail) > 0;
        if (!was_unsent) transaction.write(erase_sent).run(mail);
        was_any_unsent = was_any_unsent || was_unsent;
    }
    if (was_any_unsent) transaction.announce(DeliveryQueued::mail);
    return static_cast<int>(mails.size());
}

}  // namespace tanbo::store
