#include "server/store/tables/messages/inbound_mails.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_inbound_row = R"(
INSERT INTO letters (sender, recipient, raw, received_at, due_at, standing, share, turn)
VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7))";
const Sql select_last_turn = R"(
SELECT turn FROM letters WHERE standing = ?1 AND share = ?2 AND done_at IS NULL
ORDER BY turn DESC LIMIT 1)";
const Sql select_last_place = R"(
SELECT id FROM letters WHERE done_at IS NULL ORDER BY due_at, id LIMIT 1 OFFSET ?1)";
const Sql select_last_place_of_strangers = R"(
SELECT id FROM letters WHERE standing > ?1 AND done_at IS NULL
ORDER BY standing, turn, id LIMIT 1 OFFSET ?2)";
const Sql count_waiting_of_share = R"(
SELECT count(*) FROM (
    SELECT 1 FROM letters WHERE standing = ?1 AND share = ?2 AND done_at IS NULL LIMIT ?3)
    AS found)";
const Sql count_waiting_of_sender = R"(
SELECT count(*) FROM (
    SELECT 1 FROM letters WHERE sender = ?1 AND done_at IS NULL LIMIT ?2) AS found)";
const Sql select_next_in_turn = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data, standing, begun
FROM letters {INDEXED BY letters_by_turn}
WHERE standing = ?1 AND due_at <= ?2 AND done_at IS NULL ORDER BY turn, id LIMIT 1)";
const Sql select_waiting = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data, standing, begun
FROM letters WHERE done_at IS NULL AND due_at <= ?1 ORDER BY due_at, id LIMIT ?2)";
const Sql count_waiting = "SELECT count(*) FROM letters WHERE done_at IS NULL";
const Sql select_oldest_inbound = R"(
SELECT received_at FROM letters WHERE id = (SELECT min(id) FROM letters WHERE done_at IS NULL))";
const Sql select_next_due = R"(
SELECT due_at FROM letters WHERE done_at IS NULL ORDER BY due_at, id LIMIT 1)";
const Sql select_one_inbound = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data, standing, begun
FROM letters WHERE id = ?1)";
const Sql select_newest_inbound = "SELECT coalesce(max(id), 0) FROM letters";
const Sql select_inbound_after = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data, standing, begun
FROM letters WHERE id > ?1 ORDER BY id LIMIT 1)";
const Sql update_begun = "UPDATE letters SET begun = begun + 1 WHERE id = ?1 AND done_at IS NULL";
const Sql update_inbound_due = R"(
UPDATE letters SET due_at = ?2, attempts = attempts + 1, begun = 0
WHERE id = ?1 AND done_at IS NULL)";
const Sql update_deferred =
    "UPDATE letters SET due_at = ?2, begun = 0 WHERE id = ?1 AND done_at IS NULL";
const Sql update_inbound_done = R"(
UPDATE letters SET done_at = ?2, outcome = ?3, account = ?4, fingerprint = ?5, answer = ?6,
                   answer_data = ?7, refusal = ?8, share = '', begun = 0
WHERE id = ?1 AND done_at IS NULL)";
const Sql delete_answers = "DELETE FROM idempotency_keys WHERE letter = ?1";
const Sql update_blank = "UPDATE letters SET raw = ?2 WHERE id = ?1";
const Sql select_by_fingerprint =
    "SELECT id FROM letters WHERE fingerprint = ?1 ORDER BY id LIMIT 1";
const Sql count_refusals = R"(
SELECT count(*) FROM (
    SELECT 1 FROM letters WHERE refusal = ?1 AND done_at > ?2 AND id <> ?3 LIMIT ?4) AS found)";
const Sql delete_old_inbound = R"(
DELETE FROM letters WHERE id IN (
    SELECT id FROM letters WHERE done_at IS NOT NULL AND done_at <= ?1 AND outcome <> 'set-aside'
    ORDER BY done_at, id LIMIT ?2))";
const Sql delete_past_cap = R"(
DELETE FROM letters WHERE id IN (
    SELECT id FROM (SELECT id, done_at FROM letters WHERE done_at IS NOT NULL
                    ORDER BY done_at DESC, id DESC LIMIT ?4 OFFSET ?1) AS past
    WHERE done_at <= ?2 LIMIT ?3))";
// A mail that has passed the cap since the last time is next to it: no more is looked at.
const Sql blank_past_cap = R"(
UPDATE letters SET raw = ?4, answer_data = NULL WHERE id IN (
    SELECT id FROM (SELECT id, done_at, outcome, length(raw) AS bytes FROM letters
                    WHERE done_at IS NOT NULL ORDER BY done_at DESC, id DESC LIMIT ?1 OFFSET ?1) AS past
    WHERE done_at > ?2 AND bytes > 0 AND outcome <> 'set-aside' LIMIT ?3))";
const Sql erase_rows = R"(
UPDATE letters SET sender = '', raw = ?3, account = NULL, answer_data = NULL, refusal = NULL
WHERE id IN (SELECT id FROM letters WHERE account = ?1 ORDER BY id LIMIT ?2))";

// The bytes of a mail that was blanked.
constexpr std::span<const std::uint8_t> nothing;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// One that a later version has is a stranger's.
MailStanding standing_of(std::int64_t number) {
    const bool is_known = number >= 0 && number < static_cast<int>(MailStanding::stranger);
    return is_known ? static_cast<MailStanding>(number) : MailStanding::stranger;
}

// Fair order, as though each share were read a part of its mail each second. Senders of many or
// large mails come after the others, but not for ever.
std::int64_t turn_of(Reader& reader, const NewInboundMail& mail) {
    const auto arrival =
        std::chrono::floor<std::chrono::seconds>(mail.received_at.time_since_epoch()).count();
    Query last = reader.read(select_last_turn);
    last.bind(mail.standing, mail.share);
    const std::int64_t begin = last.step() ? std::max(last.integer(0), arrival) : arrival;
    return begin + 1 + static_cast<std::int64_t>(mail.raw.size() / bytes_a_turn);
}

InboundMail mail_of(const Query& row) {
    InboundMail mail;
    mail.id = row.id<InboundMailId>(0);
    mail.sender = row.text(1);
    mail.recipient = row.text(2);
    const std::span<const std::uint8_t> raw = row.blob(3);
    mail.raw.assign(raw.begin(), raw.end());
    mail.received_at = row.instant(4);
    mail.attempts = static_cast<int>(row.integer(5));
    mail.done_at = row.optional_instant(6);
    mail.outcome = row.optional_text(7);
    if (!row.is_null(8)) mail.account = row.id<AccountId>(8);
    mail.answer = row.optional_text(9);
    mail.answer_data = row.optional_text(10);
    mail.standing = standing_of(row.integer(11));
    mail.begun = static_cast<int>(row.integer(12));
    return mail;
}

}  // namespace

InboundMailId insert_inbound_mail(Transaction& transaction, const NewInboundMail& mail) {
    const std::int64_t turn = turn_of(transaction, mail);
    Query insert = transaction.write(insert_inbound_row);
    insert.run(mail.sender, mail.recipient, bytes_of(mail.raw), mail.received_at, mail.standing,
               mail.share, turn);
    return static_cast<InboundMailId>(insert.insert_id());
}

bool is_room_for_inbound_mail(Reader& reader, MailStanding standing) {
    Query select = reader.read(select_last_place);
    if (select.bind(waiting_inbound_mails_max - 1).step()) return false;
    if (is_of_account(standing)) return true;
    Query strangers = reader.read(select_last_place_of_strangers);
    return !strangers.bind(MailStanding::account, waiting_of_strangers_max - 1).step();
}

int room_for_inbound_mails_of(Reader& reader, const NewInboundMail& mail) {
    if (is_of_account(mail.standing)) {
        Query select = reader.read(count_waiting_of_share);
        select.bind(mail.standing, mail.share, waiting_of_sender_max).step();
        return waiting_of_sender_max - static_cast<int>(select.integer(0));
    }
    Query select = reader.read(count_waiting_of_sender);
    select.bind(mail.sender, waiting_of_sender_max).step();
    return waiting_of_sender_max - static_cast<int>(select.integer(0));
}

std::optional<InboundMail> next_inbound_mail(Reader& reader, MailStanding standing, Instant now) {
    Query select = reader.read(select_next_in_turn);
    if (!select.bind(standing, now).step()) return std::nullopt;
    return mail_of(select);
}

std::vector<InboundMail> waiting_inbound_mails(Reader& reader, Instant now, int limit) {
    std::vector<InboundMail> mails;
    Query select = reader.read(select_waiting);
    select.bind(now, limit);
    while (select.step()) mails.push_back(mail_of(select));
    return mails;
}

std::int64_t waiting_inbound_mail_count(Reader& reader) {
    Query select = reader.read(count_waiting);
    select.step();
    return select.integer(0);
}

std::optional<Instant> oldest_waiting_inbound_mail_at(Reader& reader) {
    Query select = reader.read(select_oldest_inbound);
    if (!select.step()) return std::nullopt;
    return select.instant(0);
}

std::optional<Instant> next_inbound_mail_due_at(Reader& reader) {
    Query select = reader.read(select_next_due);
    if (!select.step()) return std::nullopt;
    return select.instant(0);
}

std::optional<InboundMail> find_inbound_mail(Reader& reader, InboundMailId id) {
    Query select = reader.read(select_one_inbound);
    if (!select.bind(id).step()) return std::nullopt;
    return mail_of(select);
}

InboundMailId newest_inbound_mail_id(Reader& reader) {
    Query select = reader.read(select_newest_inbound);
    select.step();
    return select.id<InboundMailId>(0);
}

std::optional<InboundMail> next_inbound_mail_after(Reader& reader, InboundMailId id) {
    Query select = reader.read(select_inbound_after);
    if (!select.bind(id).step()) return std::nullopt;
    return mail_of(select);
}

void begin_inbound_mail(Transaction& transaction, InboundMailId id) {
    transaction.write(update_begun).run(id);
}

void postpone_inbound_mail(Transaction& transaction, InboundMailId id, Instant due_at) {
    transaction.write(update_inbound_due).run(id, due_at);
}

void defer_inbound_mail(Transaction& transaction, InboundMailId id, Instant due_at) {
    transaction.write(update_deferred).run(id, due_at);
}

void finish_inbound_mail(Transaction& transaction, InboundMailId id,
                         const InboundOutcome& outcome) {
    transaction.write(update_inbound_done)
        .run(id, outcome.done_at, outcome.outcome, outcome.account, outcome.fingerprint,
             outcome.answer, outcome.answer_data, outcome.refusal);
    transaction.write(delete_answers).run(id);
    if (outcome.blanks_raw) transaction.write(update_blank).run(id, nothing);
}

std::optional<InboundMailId> find_inbound_mail_by_fingerprint(Reader& reader,
                                                              const Digest& fingerprint) {
    Query select = reader.read(select_by_fingerprint);
    if (!select.bind(fingerprint).step()) return std::nullopt;
    return select.id<InboundMailId>(0);
}

int refusal_count(Reader& reader, const Digest& refusal, Instant since, InboundMailId but,
                  int limit) {
    Query select = reader.read(count_refusals);
    select.bind(refusal, since, but, limit).step();
    return static_cast<int>(select.integer(0));
}

int prune_inbound_mails(Transaction& transaction, Instant now, int limit) {
    const Instant until = now - inbound_mail_retention;
    auto pruned = transaction.write(delete_old_inbound).run(until, limit);
    pruned += transaction.write(delete_past_cap)
                  .run(done_inbound_mails_max, until, limit - pruned,
                       std::numeric_limits<std::int64_t>::max());
    pruned += transaction.write(blank_past_cap)
                  .run(done_inbound_mails_max, until, limit - pruned, nothing);
    return static_cast<int>(pruned);
}

int erase_inbound_mails_of(Transaction& transaction, AccountId account, int most) {
    return static_cast<int>(transaction.write(erase_rows).run(account, most, nothing));
}

}  // namespace tanbo::store
