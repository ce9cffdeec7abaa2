#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"

namespace tanbo::test {

// A database as a reader of its file sees it, by a connection of its own: for tests above the
// store, which say what they look for or break, and write no SQL. What the store has committed is
// seen; the store's writer has to be idle while something is changed here.
//
// Throws (all of it): std::runtime_error with what SQLite said.
class Rows {
public:
    explicit Rows(const std::filesystem::path& path);
    ~Rows();
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;

    // --- how many there are ---

    std::int64_t games() const;
    std::int64_t challenges() const;
    std::int64_t challenges_in(std::string_view state) const;
    std::int64_t challenges_with(std::string_view option, std::string_view value) const;
    std::int64_t challenges_declined_because(std::string_view reason) const;
    std::int64_t chat_messages() const;
    std::int64_t chat_messages_in(std::string_view room) const;
    std::int64_t chat_messages_saying(std::string_view text) const;
    std::int64_t plans() const;
    std::int64_t watches() const;
    std::int64_t mail_watches() const;
    std::int64_t confirmed_mail_watches() const;
    std::int64_t mail_mutes() const;
    std::int64_t accounts_without_mails() const;  // with their mode off
    std::int64_t vacations() const;
    std::int64_t sign_ups() const;
    std::int64_t accounts_called(std::string_view handle_key) const;
    std::int64_t bounced_mails() const;
    std::int64_t kept_answers() const;  // under Idempotency-Keys, and for mails
    std::int64_t kept_answers_of_mails() const;
    std::int64_t limit_hits() const;
    // Grows with everything that somebody may change by a mail.
    std::int64_t changes() const;

    // By which lists order the game.
    std::int64_t rating_of(protocol::GameId game) const;

    // --- what the store does not do ---

    // Writes all of it to a file that isn't there yet.
    void copy_to(const std::filesystem::path& path) const;
    // `to` logs in as `from` does.
    void copy_password(std::string_view from, std::string_view to) const;
    // Everybody who has chosen how to be notified is mailed at once.
    void mail_at_once() const;
    void forget_kept_answers() const;
    // Answers that are kept for mails are kept as those of requests are.
    void unlink_kept_answers() const;
    // From now on, what is kept for a mail is remembered beyond the mail's end, for reopen().
    void remember_kept_answers() const;
    // As though the server had ended just before the mail's end was durable.
    void reopen(protocol::InboundMailId mail) const;

    // As though the server had ended so often while it read the mail.
    void begin_mail(protocol::InboundMailId mail, int times) const;
    // From now on, how many mails are marked before they are read is counted.
    void remember_begun_mails() const;
    std::int64_t begun_mails() const;

    // --- faults ---

    // Nothing can be read from the table, or written, until it is there again.
    void take_away(std::string_view table) const;
    void bring_back(std::string_view table) const;
    // Until mend(): no mail out with that word in it is queued; none at all; no mail in ends; no
    // event of that seq is appended.
    void refuse_mails_saying(std::string_view word) const;
    void refuse_mails() const;
    void refuse_ends_of_mails() const;
    void refuse_event(std::int64_t seq) const;
    // No log with this event can be folded any more.
    void spoil_event(protocol::GameId game, std::int64_t seq) const;
    void mend() const;

private:
    class File;

    std::unique_ptr<File> file_;
};

}  // namespace tanbo::test
