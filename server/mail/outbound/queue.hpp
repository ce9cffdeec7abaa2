#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/mail/outbound/bounces.hpp"
#include "server/store/store.hpp"

// The mails that wait to be sent: the one page by which this folder reads and writes.
//
// Throws (all of them): store::StorageError.
namespace tanbo::mail::outbound {

struct DueMail {
    protocol::MailId id{};
    std::string address;  // in lower case: one mail at a time goes there
    base::Instant due_at{};
    bool is_large = false;  // with a board that takes long to draw
};

// Thread: any that may block.
class MailQueue {
public:
    // Requires: the store outlives it.
    explicit MailQueue(store::Store& store) : store_(store) {}

    // Calls look(store::Reader&), which sees one state of the database, and yields what it does:
    // for what other folders' functions of a reader tell.
    template <class Look>
    auto read(Look&& look) {
        return store_.read_now(std::forward<Look>(look));
    }

    // The mails that may be tried at `now`, the first to be sent first: store::due_mails.
    std::vector<DueMail> due(base::Instant now, int limit);
    // All waiting mails; the first to be due comes first.
    std::vector<DueMail> next(int limit);
    std::optional<protocol::OutgoingMail> find(protocol::MailId mail);

    // --- what becomes of a mail that waits; of others nothing is changed ---

    void mark_sent(protocol::MailId mail, base::Instant now);
    // It is tried again. `was_seen`: a relay has looked at it, and it counts as an attempt.
    void postpone(protocol::MailId mail, base::Instant due_at, std::string_view fault,
                  bool was_seen);
    // It is given up, and may count as one that came back.
    void abandon(protocol::MailId mail, std::string_view fault, const std::optional<Bounce>& bounce,
                 base::Instant now);
    // Drops a mail that is no longer needed.
    void drop(protocol::MailId mail, std::string_view why, base::Instant now);

private:
    store::Store& store_;
};

// --- in a transaction of somebody else's. Thread: that of the transaction ---

// A mail that answers one.
struct QueuedReply {
    std::string_view message;  // left part of its Message-ID, unique for ever
    std::string_view address;
    std::optional<protocol::AccountId> account;
    std::optional<protocol::GameId> game;
    std::string_view data;      // encode_reply_mail
    bool is_asked_for = false;  // the address itself has sent the mail
};
void queue_reply(store::Transaction& transaction, const QueuedReply& reply, base::Instant now);

// Nothing if there is none, or none any more.
std::optional<protocol::OutgoingMail> find_mail(store::Reader& reader, protocol::MailId mail);
std::optional<protocol::OutgoingMail> find_mail(store::Reader& reader, std::string_view message);

// False if one was counted before.
bool mark_bounced(store::Transaction& transaction, protocol::MailId mail, base::Instant now);

struct WaitingMails {
    std::int64_t fresh = 0;     // not tried yet
    std::int64_t retrying = 0;  // tried without success
    // Since when the oldest has waited: from its first attempt on, which may be still to come.
    std::optional<base::Instant> waits_since = {};
};
WaitingMails count_waiting(store::Reader& reader);

}  // namespace tanbo::mail::outbound
