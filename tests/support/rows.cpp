#include "tests/support/rows.hpp"

#include <stdexcept>

#include <sqlite3.h>

namespace tanbo::test {

namespace {

constexpr int busy_timeout_ms = 10'000;

[[noreturn]] void fail(sqlite3* handle, const std::string& sql) {
    throw std::runtime_error(sql + ": " + sqlite3_errmsg(handle));
}

std::string in_quotes(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
    return quoted + "'";
}

std::string fault_before(const std::string& what) {
    return "CREATE TRIGGER fault BEFORE " + what + " BEGIN SELECT RAISE(ABORT, 'fault'); END";
}

}  // namespace

class Rows::File {
public:
    explicit File(const std::filesystem::path& path) {
        if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
            sqlite3_close_v2(handle_);
            throw std::runtime_error("SQLite can't open " + path.string() + ".");
        }
        sqlite3_busy_timeout(handle_, busy_timeout_ms);
    }
    ~File() { sqlite3_close_v2(handle_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    // The first column of the first row; 0 if there is none.
    std::int64_t number(const std::string& sql) const {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
            fail(handle_, sql);
        }
        const bool has_row = sqlite3_step(statement) == SQLITE_ROW;
        const std::int64_t value = has_row ? sqlite3_column_int64(statement, 0) : 0;
        if (sqlite3_finalize(statement) != SQLITE_OK) fail(handle_, sql);
        return value;
    }
    std::int64_t count(std::string_view rows) const {
        return number("SELECT count(*) FROM " + std::string(rows));
    }
    // Executes any number of statements.
    void change(const std::string& sql) const {
        if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            fail(handle_, sql);
        }
    }

private:
    sqlite3* handle_ = nullptr;
};

Rows::Rows(const std::filesystem::path& path) : file_(std::make_unique<File>(path)) {}

Rows::~Rows() = default;

std::int64_t Rows::games() const {
    return file_->count("games");
}

std::int64_t Rows::challenges() const {
    return file_->count("challenges");
}

std::int64_t Rows::challenges_in(std::string_view state) const {
    return file_->count("challenges WHERE state = " + in_quotes(state));
}

std::int64_t Rows::challenges_with(std::string_view option, std::string_view value) const {
    return file_->count("challenges WHERE json_extract(terms, " +
                        in_quotes(std::string("$.").append(option)) + ") = " + in_quotes(value));
}

std::int64_t Rows::challenges_declined_because(std::string_view reason) const {
    return file_->count("challenges WHERE reason = " + in_quotes(reason));
}

std::int64_t Rows::chat_messages() const {
    return file_->count("chat_messages");
}

std::int64_t Rows::chat_messages_in(std::string_view room) const {
    return file_->count("chat_messages WHERE room = " + in_quotes(room));
}

std::int64_t Rows::chat_messages_saying(std::string_view text) const {
    return file_->count("chat_messages WHERE text = " + in_quotes(text));
}

std::int64_t Rows::plans() const {
    return file_->count("plans");
}

std::int64_t Rows::watches() const {
    return file_->count("watches");
}

std::int64_t Rows::mail_watches() const {
    return file_->count("mail_watches");
}

std::int64_t Rows::confirmed_mail_watches() const {
    return file_->count("mail_watches WHERE confirmed_at IS NOT NULL");
}

std::int64_t Rows::mail_mutes() const {
    return file_->count("mail_mutes");
}

std::int64_t Rows::accounts_without_mails() const {
    return file_->count("notice_settings WHERE mode = 'off'");
}

std::int64_t Rows::vacations() const {
    return file_->count("vacations");
}

std::int64_t Rows::sign_ups() const {
    return file_->count("sign_ups");
}

std::int64_t Rows::accounts_called(std::string_view handle_key) const {
    return file_->count("accounts WHERE handle_key = " + in_quotes(handle_key));
}

std::int64_t Rows::bounced_mails() const {
    return file_->count("outbox WHERE bounced_at IS NOT NULL");
}

std::int64_t Rows::kept_answers() const {
    return file_->count("idempotency_keys");
}

std::int64_t Rows::kept_answers_of_mails() const {
    return file_->count("idempotency_keys WHERE letter IS NOT NULL");
}

std::int64_t Rows::limit_hits() const {
    return file_->count("limit_hits");
}

std::int64_t Rows::changes() const {
    return file_->count("events") + chat_messages() + challenges() + plans() + watches() +
           mail_watches() + challenges() - challenges_in("open");
}

std::int64_t Rows::rating_of(protocol::GameId game) const {
    return file_->number("SELECT rating FROM game_ranks WHERE game = " + to_string(game));
}

void Rows::copy_password(std::string_view from, std::string_view to) const {
    file_->change(
        "UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE handle = " +
        in_quotes(from) + ") WHERE handle = " + in_quotes(to));
}

void Rows::mail_at_once() const {
    file_->change("UPDATE notice_settings SET mode = 'each'");
}

void Rows::forget_kept_answers() const {
    file_->change("DELETE FROM idempotency_keys");
}

void Rows::unlink_kept_answers() const {
    file_->change("UPDATE idempotency_keys SET letter = NULL");
}

void Rows::copy_to(const std::filesystem::path& path) const {
    file_->change("VACUUM INTO " + in_quotes(path.string()));
}

void Rows::remember_kept_answers() const {
    file_->change(
        "CREATE TABLE ended_keys AS SELECT * FROM idempotency_keys;"
        "CREATE TRIGGER remember AFTER DELETE ON idempotency_keys WHEN old.letter IS NOT NULL "
        "BEGIN INSERT INTO ended_keys VALUES (old.scope, old.key_hash, old.request_hash, "
        "old.status, old.location, old.body, old.created_at, old.letter); END");
}

void Rows::reopen(protocol::InboundMailId mail) const {
    file_->change(
        "BEGIN; UPDATE letters SET done_at = NULL, outcome = NULL, fingerprint = NULL, "
        "answer = NULL, answer_data = NULL WHERE id = " +
        to_string(mail) +
        "; DELETE FROM outbox; INSERT INTO idempotency_keys SELECT * FROM ended_keys; "
        "DELETE FROM ended_keys; COMMIT");
}

void Rows::begin_mail(protocol::InboundMailId mail, int times) const {
    file_->change("UPDATE letters SET begun = " + std::to_string(times) +
                  " WHERE id = " + to_string(mail));
}

void Rows::remember_begun_mails() const {
    file_->change(
        "CREATE TABLE begun_mails (id INTEGER);"
        "CREATE TRIGGER begin AFTER UPDATE OF begun ON letters WHEN new.begun > old.begun "
        "BEGIN INSERT INTO begun_mails VALUES (new.id); END");
}

std::int64_t Rows::begun_mails() const {
    return file_->count("begun_mails");
}

void Rows::take_away(std::string_view table) const {
    file_->change("ALTER TABLE " + std::string(table) + " RENAME TO away");
}

void Rows::bring_back(std::string_view table) const {
    file_->change("ALTER TABLE away RENAME TO " + std::string(table));
}

void Rows::refuse_mails_saying(std::string_view word) const {
    file_->change(
        fault_before("INSERT ON outbox WHEN instr(new.data, " + in_quotes(word) + ") > 0"));
}

void Rows::refuse_mails() const {
    file_->change(fault_before("INSERT ON outbox"));
}

void Rows::refuse_ends_of_mails() const {
    file_->change(fault_before("UPDATE OF done_at ON letters"));
}

void Rows::refuse_event(std::int64_t seq) const {
    file_->change(fault_before("INSERT ON events WHEN new.seq = " + std::to_string(seq)));
}

void Rows::spoil_event(protocol::GameId game, std::int64_t seq) const {
    file_->change("UPDATE events SET data = '{}' WHERE game = " + to_string(game) +
                  " AND seq = " + std::to_string(seq));
}

void Rows::mend() const {
    file_->change("DROP TRIGGER fault");
}

}  // namespace tanbo::test
