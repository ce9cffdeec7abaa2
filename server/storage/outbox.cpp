#include "server/storage/outbox.hpp"

namespace tanbo::storage {
namespace {

constexpr std::string_view insert_row = R"(
INSERT INTO outbox (message, kind, account, address, game, data, created_at, due_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT (message) DO NOTHING)";
constexpr std::string_view select_after = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, fault
FROM outbox WHERE id > ?1 ORDER BY id LIMIT ?2)";
constexpr std::string_view select_due = R"(
SELECT id, message, kind, account, address, game, data, created_at, due_at, attempts, sent_at,
       failed_at, fault
FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= ?1
ORDER BY due_at, id LIMIT ?2)";
constexpr std::string_view delete_unsent =
    "DELETE FROM outbox WHERE account = ?1 AND sent_at IS NULL";
constexpr std::string_view erase_sent =
    "UPDATE outbox SET account = NULL, address = '', data = '{}' WHERE account = ?1";

Mail mail_of(const Query& row) {
    Mail mail;
    mail.id = row.id<MailId>(0);
    mail.message = row.text(1);
    mail.kind = row.text(2);
    mail.account = row.optional_id<AccountId>(3);
    mail.address = row.text(4);
    mail.game = row.optional_id<GameId>(5);
    mail.data = row.text(6);
    mail.created_at = row.integer(7);
    mail.due_at = row.integer(8);
    mail.attempts = row.integer(9);
    mail.sent_at = row.optional_integer(10);
    mail.failed_at = row.optional_integer(11);
    mail.fault = row.optional_text(12);
    return mail;
}

std::vector<Mail> mails_of(Query& select) {
    std::vector<Mail> found;
    while (select.step()) found.push_back(mail_of(select));
    return found;
}

}  // namespace

bool put_mail(Transaction& transaction, const NewMail& mail) {
    return transaction.write(insert_row)
               .run(mail.message, mail.kind, mail.account, mail.address, mail.game, mail.data,
                    mail.created_at) == 1;
}

std::vector<Mail> mails(Reader& reader, std::optional<MailId> after, int limit) {
    Query select = reader.read(select_after);
    return mails_of(select.bind(after.value_or(MailId{0}), limit));
}

std::vector<Mail> due_mails(Reader& reader, Instant now, int limit) {
    Query select = reader.read(select_due);
    return mails_of(select.bind(now, limit));
}

void erase_mails_of(Transaction& transaction, AccountId account) {
    transaction.write(delete_unsent).run(account);
    transaction.write(erase_sent).run(account);
}

}  // namespace tanbo::storage
