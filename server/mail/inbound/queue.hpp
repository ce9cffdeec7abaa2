#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"
#include "server/base/threads/async.hpp"
#include "server/mail/inbound/lmtp/lmtp.hpp"
#include "server/mail/inbound/result.hpp"
#include "server/mail/inbound/standing.hpp"
#include "server/store/store.hpp"

// The mails that came in, from the moment when the mail server is told so to their result: the one
// page by which this folder reads and writes.
namespace tanbo::mail::inbound {

// The room that the mails of one transfer may take of the database, one copy for each recipient;
// the mail server brings the rest by themselves.
inline constexpr std::size_t copies_bytes_max = std::size_t{4} * 1024 * 1024;

// Errors of what answers: storage_unavailable, overloaded, with retry_after_s. Thread: any I/O
// thread, unless said otherwise.
class InboundQueue {
public:
    // Requires: the store outlives it.
    explicit InboundQueue(store::Store& store) : store_(store) {}

    // A row for each recipient, durable before this yields a verdict for each, after `on_mails`
    // was called on the writer's thread.
    base::Awaitable<std::vector<LmtpVerdict>> put(SortedMail mail, std::string domain,
                                                  base::Instant now,
                                                  std::function<void()> on_mails);

    // The next mail that is due at `now`, of the first of these standings that has one; nothing if
    // none has.
    base::Awaitable<protocol::Result<std::optional<protocol::InboundMail>>> next(
        std::vector<protocol::MailStanding> order, base::Instant now);
    // When the next one is due; nothing if none waits.
    base::Awaitable<protocol::Result<std::optional<base::Instant>>> next_due();
    // How many mails other than `but` had that refusal after `since`; at most `limit`.
    base::Awaitable<protocol::Result<int>> refusals(base::Digest refusal, base::Instant since,
                                                    protocol::InboundMailId but, int limit);

    // Runs work(), which yields a Result, on a thread that may block.
    template <class Work>
    auto run(Work work) {
        return store_.run(std::move(work), base::JobPriority::ahead);
    }
    // Calls look(store::Reader&), which sees one state of the database, on such a thread.
    template <class Look>
    auto read(Look look) {
        return store_.read(std::move(look), base::JobPriority::ahead);
    }
    // The same here. Throws: store::StorageError. Thread: any that may block.
    template <class Look>
    auto read_now(Look&& look) {
        return store_.read_now(std::forward<Look>(look));
    }

private:
    store::Store& store_;
};

// --- in a transaction of somebody else's. Throws (all of them): store::StorageError. Thread: that
// of the transaction ---

// The first mail of that fingerprint that was processed, unless it is `but`.
std::optional<protocol::InboundMail> find_processed(store::Reader& reader,
                                                    const base::Digest& fingerprint,
                                                    protocol::InboundMailId but);

struct InboundWaiting {
    std::int64_t count = 0;                   // due or not
    std::optional<base::Instant> since = {};  // when the oldest of them came in
};
InboundWaiting count_waiting(store::Reader& reader);

// Keeps what has become of the mail, with all that it brings about.
void store_result(store::Transaction& transaction, protocol::InboundMailId mail,
                  const MailResult& result, base::Instant now);
// A server that has just started begins to read the mail.
void begin(store::Transaction& transaction, protocol::InboundMailId mail);
// An attempt has failed: it waits until `due_at`.
void postpone(store::Transaction& transaction, protocol::InboundMailId mail, base::Instant due_at);

}  // namespace tanbo::mail::inbound
