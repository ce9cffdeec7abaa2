#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/queued_mails.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Inbound mails: stored before the mail server gets our answer.
namespace tanbo::store {

// The mails that may wait at once; then no more are taken. The mail server keeps them meanwhile.
inline constexpr int waiting_inbound_mails_max = 20'000;
// The most that belong to no account: strangers' mails leave room for players.
inline constexpr int waiting_of_strangers_max = 10'000;
// The limit for one account, or for the return path of a stranger: no sender crowds out others.
inline constexpr int waiting_of_sender_max = 50;
// A mail of so many bytes more is read as though it had come a second later.
inline constexpr std::size_t bytes_a_turn = std::size_t{16} << 10U;
// How many of those that were processed are kept as they came. Of older ones is left what
// tells a copy of them, until inbound_mail_retention is over.
inline constexpr int done_inbound_mails_max = 100'000;
// How long they are kept: longer than a mail server tries, and longer than a mail may act after
// its Date, which may be a day ahead: so a copy of one that has acted is known as long as it could
// act again.
inline constexpr std::chrono::days inbound_mail_retention{9};

using protocol::MailStanding;

// Whether it is an account's: no stranger can send it.
constexpr bool is_of_account(MailStanding standing) {
    return standing == MailStanding::token || standing == MailStanding::account;
}

struct NewInboundMail {
    std::string_view sender = {};     // the envelope's return path; empty: the null one
    std::string_view recipient = {};  // of the envelope
    std::string_view raw = {};        // its bytes
    Instant received_at{};
    MailStanding standing = MailStanding::stranger;
    std::string_view share = {};  // that it takes the turns of: an account's, a domain's
};

using protocol::InboundMail;

struct InboundOutcome {
    std::string_view outcome = {};  // a word in kebab-case: "acted", "refused", "bounce"
    std::optional<AccountId> account = {};
    std::optional<Digest> fingerprint = {};
    std::optional<std::string_view> answer = {};
    std::optional<std::string_view> answer_data = {};
    std::optional<Digest> refusal = {};  // of a refusal: whom it went to, and what it said
    bool blanks_raw = false;             // it held a password
    Instant done_at{};
};

// It is read in turn: after all of its share that wait, and after the smaller ones of other shares
// of its standing that came before it or come soon after. Yields the id of the new row.
InboundMailId insert_inbound_mail(Transaction& transaction, const NewInboundMail& mail);

// False if waiting_inbound_mails_max wait, or, for strangers, waiting_of_strangers_max of theirs.
bool is_room_for_inbound_mail(Reader& reader, MailStanding standing);
// How many more of this account, or this return path of a stranger, may wait, at most
// waiting_of_sender_max.
int room_for_inbound_mails_of(Reader& reader, const NewInboundMail& mail);

// The mail of that standing that is due at `now` with the earliest turn; nothing if none is due.
std::optional<InboundMail> next_inbound_mail(Reader& reader, MailStanding standing, Instant now);

// The mails that wait and are due at `now`, the oldest first.
std::vector<InboundMail> waiting_inbound_mails(Reader& reader, Instant now, int limit);

// How many wait, due or not.
std::int64_t waiting_inbound_mail_count(Reader& reader);

// When the oldest of them came in; nothing if none waits.
std::optional<Instant> oldest_waiting_inbound_mail_at(Reader& reader);

// When the next one is due; nothing if none waits.
std::optional<Instant> next_inbound_mail_due_at(Reader& reader);

// The mail, or nothing if there is none with this id.
std::optional<InboundMail> find_inbound_mail(Reader& reader, InboundMailId id);

// The latest mail; an id before all others if there is none.
InboundMailId newest_inbound_mail_id(Reader& reader);
// The first mail that came after `id`; nothing if none has.
std::optional<InboundMail> next_inbound_mail_after(Reader& reader, InboundMailId id);

// A server that has just started begins an attempt.
void begin_inbound_mail(Transaction& transaction, InboundMailId id);

// An attempt has failed: it waits until `due_at`.
void postpone_inbound_mail(Transaction& transaction, InboundMailId id, Instant due_at);

// It is not its turn yet: it waits until `due_at`.
void defer_inbound_mail(Transaction& transaction, InboundMailId id, Instant due_at);

// It waits no longer, and what was kept of its commands, to be done once only, goes.
void finish_inbound_mail(Transaction& transaction, InboundMailId id, const InboundOutcome& outcome);

// The first mail of that fingerprint that was processed.
std::optional<InboundMailId> find_inbound_mail_by_fingerprint(Reader& reader,
                                                              const Digest& fingerprint);

// How many mails other than `but` had that refusal after `since`; at most `limit`.
int refusal_count(Reader& reader, const Digest& refusal, Instant since, InboundMailId but,
                  int limit);

// Removes mails processed before `now` - inbound_mail_retention, but those set aside because they
// could not be: those, if they are past done_inbound_mails_max. Blanks younger ones past it:
// without them a mail that has acted could be sent on and act again. At most `limit`; yields how
// many.
int prune_inbound_mails(Transaction& transaction, Instant now, int limit);

// At most so many of the account's mails forget who wrote them and what. Returns how many: fewer
// means that none is left.
int erase_inbound_mails_of(Transaction& transaction, AccountId account, int most);

}  // namespace tanbo::store
