#include "server/store/letters.hpp"

#include <limits>
#include <span>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_row = R"(
INSERT INTO letters (sender, recipient, raw, received_at, due_at) VALUES (?1, ?2, ?3, ?4, ?4))";
const Sql select_last_place = R"(
SELECT id FROM letters WHERE done_at IS NULL ORDER BY due_at, id LIMIT 1 OFFSET ?1)";
const Sql select_waiting = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data
FROM letters WHERE done_at IS NULL AND due_at <= ?1 ORDER BY due_at, id LIMIT ?2)";
const Sql count_waiting = "SELECT count(*) FROM letters WHERE done_at IS NULL";
const Sql select_oldest = R"(
SELECT received_at FROM letters WHERE id = (SELECT min(id) FROM letters WHERE done_at IS NULL))";
const Sql select_next_due = R"(
SELECT due_at FROM letters WHERE done_at IS NULL ORDER BY due_at, id LIMIT 1)";
const Sql select_one = R"(
SELECT id, sender, recipient, raw, received_at, attempts, done_at, outcome, account, answer,
       answer_data
FROM letters WHERE id = ?1)";
const Sql update_due =
    "UPDATE letters SET due_at = ?2, attempts = attempts + 1 WHERE id = ?1 AND done_at IS NULL";
const Sql update_deferred = "UPDATE letters SET due_at = ?2 WHERE id = ?1 AND done_at IS NULL";
const Sql update_done = R"(
UPDATE letters SET done_at = ?2, outcome = ?3, account = ?4, fingerprint = ?5, answer = ?6,
                   answer_data = ?7, refusal = ?8
WHERE id = ?1 AND done_at IS NULL)";
const Sql delete_answers = "DELETE FROM idempotency_keys WHERE letter = ?1";
const Sql update_blank = "UPDATE letters SET raw = ?2 WHERE id = ?1";
const Sql select_by_fingerprint =
    "SELECT id FROM letters WHERE fingerprint = ?1 ORDER BY id LIMIT 1";
const Sql count_refusals = R"(
SELECT count(*) FROM (
    SELECT 1 FROM letters WHERE refusal = ?1 AND done_at > ?2 AND id <> ?3 LIMIT ?4) AS found)";
const Sql delete_old = R"(
DELETE FROM letters WHERE id IN (
    SELECT id FROM letters WHERE done_at IS NOT NULL AND done_at <= ?1 AND outcome <> 'set-aside'
    ORDER BY done_at, id LIMIT ?2))";
const Sql delete_past_cap = R"(
DELETE FROM letters WHERE id IN (
    SELECT id FROM (SELECT id, done_at FROM letters WHERE done_at IS NOT NULL
                    ORDER BY done_at DESC, id DESC LIMIT ?4 OFFSET ?1) AS past
    WHERE done_at <= ?2 LIMIT ?3))";
// What has passed the cap since the last time is next to it: no more is looked at.
const Sql blank_past_cap = R"(
UPDATE letters SET raw = ?4, answer_data = NULL WHERE id IN (
    SELECT id FROM (SELECT id, done_at, outcome, length(raw) AS bytes FROM letters
                    WHERE done_at IS NOT NULL ORDER BY done_at DESC, id DESC LIMIT ?1 OFFSET ?1) AS past
    WHERE done_at > ?2 AND bytes > 0 AND outcome <> 'set-aside' LIMIT ?3))";
const Sql erase_rows =
    "UPDATE letters SET sender = '', raw = ?2, account = NULL, answer_data = NULL, "
    "refusal = NULL WHERE account = ?1";

// The bytes of a letter that was blanked.
constexpr std::span<const std::uint8_t> nothing;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Letter letter_of(const Query& row) {
    Letter letter;
    letter.id = row.id<LetterId>(0);
    letter.sender = row.text(1);
    letter.recipient = row.text(2);
    const std::span<const std::uint8_t> raw = row.blob(3);
    letter.raw.assign(raw.begin(), raw.end());
    letter.received_at = row.instant(4);
    letter.attempts = static_cast<int>(row.integer(5));
    letter.done_at = row.optional_instant(6);
    letter.outcome = row.optional_text(7);
    if (!row.is_null(8)) letter.account = row.id<AccountId>(8);
    letter.answer = row.optional_text(9);
    letter.answer_data = row.optional_text(10);
    return letter;
}

}  // namespace

LetterId insert_letter(Transaction& transaction, const NewLetter& letter) {
    Query insert = transaction.write(insert_row);
    insert.run(letter.sender, letter.recipient, bytes_of(letter.raw), letter.received_at);
    return static_cast<LetterId>(insert.insert_id());
}

bool is_room_for_letters(Reader& reader) {
    Query select = reader.read(select_last_place);
    return !select.bind(waiting_letters_max - 1).step();
}

std::vector<Letter> waiting_letters(Reader& reader, Instant now, int limit) {
    std::vector<Letter> letters;
    Query select = reader.read(select_waiting);
    select.bind(now, limit);
    while (select.step()) letters.push_back(letter_of(select));
    return letters;
}

std::int64_t waiting_letter_count(Reader& reader) {
    Query select = reader.read(count_waiting);
    select.step();
    return select.integer(0);
}

std::optional<Instant> oldest_waiting_letter_at(Reader& reader) {
    Query select = reader.read(select_oldest);
    if (!select.step()) return std::nullopt;
    return select.instant(0);
}

std::optional<Instant> next_letter_due_at(Reader& reader) {
    Query select = reader.read(select_next_due);
    if (!select.step()) return std::nullopt;
    return select.instant(0);
}

std::optional<Letter> find_letter(Reader& reader, LetterId id) {
    Query select = reader.read(select_one);
    if (!select.bind(id).step()) return std::nullopt;
    return letter_of(select);
}

void postpone_letter(Transaction& transaction, LetterId id, Instant due_at) {
    transaction.write(update_due).run(id, due_at);
}

void defer_letter(Transaction& transaction, LetterId id, Instant due_at) {
    transaction.write(update_deferred).run(id, due_at);
}

void finish_letter(Transaction& transaction, LetterId id, const LetterOutcome& outcome) {
    transaction.write(update_done)
        .run(id, outcome.done_at, outcome.outcome, outcome.account, outcome.fingerprint,
             outcome.answer, outcome.answer_data, outcome.refusal);
    transaction.write(delete_answers).run(id);
    if (!outcome.blanks_raw) return;
    transaction.overwrite_freed(true);
    transaction.write(update_blank).run(id, nothing);
    transaction.overwrite_freed(false);
}

std::optional<LetterId> find_letter_by_fingerprint(Reader& reader, const Digest& fingerprint) {
    Query select = reader.read(select_by_fingerprint);
    if (!select.bind(fingerprint).step()) return std::nullopt;
    return select.id<LetterId>(0);
}

int refusal_count(Reader& reader, const Digest& refusal, Instant since, LetterId but, int limit) {
    Query select = reader.read(count_refusals);
    select.bind(refusal, since, but, limit).step();
    return static_cast<int>(select.integer(0));
}

int prune_letters(Transaction& transaction, Instant now, int limit) {
    const Instant until = now - letters_kept;
    auto pruned = transaction.write(delete_old).run(until, limit);
    pruned +=
        transaction.write(delete_past_cap)
            .run(done_letters_max, until, limit - pruned, std::numeric_limits<std::int64_t>::max());
    pruned +=
        transaction.write(blank_past_cap).run(done_letters_max, until, limit - pruned, nothing);
    return static_cast<int>(pruned);
}

void erase_letters_of(Transaction& transaction, AccountId account) {
    transaction.write(erase_rows).run(account, nothing);
}

}  // namespace tanbo::store
