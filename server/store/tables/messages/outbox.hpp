#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/queued_mails.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Mail to be sent: rows written in the transaction that causes them.
namespace tanbo::store {

// Which mails go out first; stored as a number.
enum class MailRank : std::uint8_t {
    access,  // a link that somebody waits for at a page
    reply,   // the answer to a mail
    turn,    // that an account is to move
    news,
    large  // with a board that takes long to draw: it is sent beside the others, by one thread
};

struct NewMail {
    std::string_view message = {};  // left part of its Message-ID, unique for ever
    std::string_view kind = {};
    std::optional<AccountId> account = {};
    std::string_view address = {};
    std::optional<GameId> game = {};
    std::string_view data = "{}";
    Instant created_at{};
    std::optional<Instant> due_at = {};  // of the first attempt; nothing: at once
    // It answers a mail that the address itself has sent, as far as can be told.
    bool is_asked_for = false;
    MailRank rank = MailRank::news;
    std::optional<Instant> wanted_by = {};  // nothing: the first attempt
};

using Mail = protocol::OutgoingMail;

// How long mails are kept that wait no longer: longer than a mail server takes to send one back.
inline constexpr std::chrono::days mail_retention{30};

// Mails that may wait for one address; past it none of games are written.
inline constexpr int mails_of_games_waiting_max = 1'000;

enum class Queued : std::uint8_t {
    written,
    repeated,  // a mail of that `message` was written before: it is not written again
    // The address has got as many mails that it has not asked for as may be, or so many wait for it
    // that one of a game is too many.
    limited
};

// Announces DeliveryQueued::mail. Every mail passes here: the limits by recipient (mail_limits.hpp)
// hold over all purposes and accounts.
Queued put_mail(Transaction& transaction, const NewMail& mail);

// Replaces the data of a mail that was not tried yet; of no other: false.
bool set_mail_data(Transaction& transaction, std::string_view message, std::string_view data);

// All of them, in the order of writing, from behind `after` on, at most `limit`.
std::vector<Mail> mails(Reader& reader, std::optional<MailId> after, int limit);

// Nothing if there is none, or none any more.
std::optional<Mail> find_mail(Reader& reader, MailId id);
std::optional<Mail> find_mail(Reader& reader, std::string_view message);

// Of an account's mails that many of the newest are looked at for those that are not tried yet.
inline constexpr int untried_mails_seen_max = 100;

// The account's mails of the game that are not tried yet and were written at `since` or later,
// newest first. Cost: a walk over its mails since then, however many wait for others.
std::vector<Mail> untried_mails(Reader& reader, AccountId account, GameId game, Instant since);

struct DueMail {
    MailId id{};
    std::string address = {};
    Instant due_at{};
    MailRank rank = MailRank::news;
};
// The mails that may be tried at `now`, by rank, and of a rank the ones that are wanted first. Of
// each address and rank it is one: the one that was tried and will be tried again, or the first.
// Cost: a walk over a few times `limit` mails that are due, or over the addresses that mails wait
// for, however many wait for one.
std::vector<DueMail> due_mails(Reader& reader, Instant now, int limit);
// The mails that will be tried next, the first to be due first: as due_mails, of all that wait.
std::vector<DueMail> next_mails(Reader& reader, int limit);

// --- what becomes of a mail that waits; of others nothing is changed ---

// It may be tried at `due_at` already. Announces DeliveryQueued::mail.
void hasten_mail(Transaction& transaction, MailId id, Instant due_at);
// A relay took it: its data is erased.
void mark_mail_sent(Transaction& transaction, MailId id, Instant now);
// Schedules another try. `was_seen`: a relay has looked at it, and it counts as an attempt.
void postpone_mail(Transaction& transaction, MailId id, Instant due_at, std::string_view fault,
                   bool was_seen);
// It is given up.
void mark_mail_failed(Transaction& transaction, MailId id, Instant now, std::string_view fault);
// Drops a mail that no one needs any more.
void drop_mail(Transaction& transaction, MailId id, Instant now, std::string_view why);
// The same for all of a game to one address that wait. Announces DeliveryQueued::mail if there are
// any: what waits behind them may be sent.
void drop_mails_of_game(Transaction& transaction, std::string_view address, GameId game,
                        Instant now, std::string_view why);

// False if one was counted before.
bool mark_mail_bounced(Transaction& transaction, MailId id, Instant now);

struct MailCounts {
    std::int64_t fresh = 0;     // not tried yet
    std::int64_t retrying = 0;  // tried without success
    // Since when the oldest has waited: from its first attempt on, which may be still to come.
    std::optional<Instant> waits_since = {};
};
// Cost: a walk over what waits.
MailCounts count_waiting_mails(Reader& reader);

// Removes mails that wait no longer and were written before `now` - mail_retention; at most
// `limit`. Returns how many.
int prune_mails(Transaction& transaction, Instant now, int limit);

// Of at most so many of the account's those that were not sent are dropped, and the others forget
// their address and data. Returns how many: fewer means that none is left. Announces
// DeliveryQueued::mail if there are any that were not.
int erase_mails_of(Transaction& transaction, AccountId account, int most);

}  // namespace tanbo::store
