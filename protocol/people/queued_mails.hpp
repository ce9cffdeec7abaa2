#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"

// Mails in and out, as they wait and are kept: rows of two queues, as values.
namespace tanbo::protocol {

// The trust in a mail before it is read. It decides when the mail is read and how much CPU time
// that may cost. The values are stored in rows.
enum class MailStanding : std::uint8_t {
    token,     // sent to a reply address that an account was given
    account,   // DMARC vouches for its From field, which an account has verified
    vouched,   // DMARC vouches for its From field; or it is sent to another address of ours
    stranger,  // unverified
};

// A mail that came in.
struct InboundMail {
    InboundMailId id{};
    std::string sender = {};     // the envelope's return path; empty: the null one
    std::string recipient = {};  // of the envelope
    std::string raw = {};        // its bytes; empty if they were blanked
    engine::Instant received_at{};
    int attempts = 0;  // that have failed
    int begun = 0;     // attempts of servers that had just started, and have not ended
    MailStanding standing = MailStanding::stranger;
    // Once it was processed:
    std::optional<engine::Instant> done_at = {};
    std::optional<std::string> outcome = {};
    std::optional<AccountId> account = {};
    std::optional<std::string> answer = {};  // `message` of the mail that answers it
    std::optional<std::string> answer_data = {};
};

// A mail to be sent; mail_rows.hpp says what is in `data`.
struct OutgoingMail {
    MailId id{};
    std::string message = {};  // left part of its Message-ID, unique for ever
    std::string kind = {};
    std::optional<AccountId> account = {};
    std::string address = {};
    std::optional<GameId> game = {};
    std::string data = {};
    engine::Instant created_at{};
    engine::Instant due_at{};
    std::int64_t attempts = 0;  // that a relay has answered
    std::optional<engine::Instant> sent_at = {};
    std::optional<engine::Instant> failed_at = {};
    std::optional<engine::Instant> dropped_at = {};  // no longer needed since
    std::optional<std::string> fault = {};           // of the last attempt, or why it was dropped

    bool is_waiting() const { return !sent_at && !failed_at && !dropped_at; }
};

}  // namespace tanbo::protocol
