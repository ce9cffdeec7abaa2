#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "protocol/json/ids.hpp"
#include "protocol/people/mail_rows.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/base/time_zone.hpp"
#include "server/notify/channels.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/notices.hpp"

namespace tanbo::store {
class Transaction;
}

// Mails about what happens, as rows of the outbox.
namespace tanbo::notify {

// News for those alone who are away waits so long for them to see it by themselves.
inline constexpr std::chrono::minutes away_grace{2};
// How long the mail about the end of a game waits at most, if the game is being analysed.
inline constexpr std::chrono::minutes analysis_wait{1};

// Challenges, which anyone may send. Of each pair of players one mail goes out at once, and what
// follows within ten minutes is joined to one at their end. The same holds past ten an hour to one
// player, from all senders. Mails about seats that are kept in games, as anyone may keep them,
// count among these ten; past them the first goes out when there is room, and the others don't.
inline constexpr store::Limit challenge_mails_of_pair{"mail-challenge-pair",
                                                      {{{1, std::chrono::minutes(10)}}}};
inline constexpr store::Limit asking_mails_to_one{"mail-challenges",
                                                  {{{10, std::chrono::minutes(60)}}}};

// When a day's digest goes out, as the reader's clocks show it.
inline constexpr std::chrono::hours digest_hour{7};

// The next digest: its day, and when it goes.
struct DigestTime {
    std::string day;  // "2026-11-21"
    base::Instant at;
};
DigestTime next_digest(std::string_view zone, base::Instant now,
                       const base::TimeZones& zones = base::TimeZones::system());

// Whether the account wants mails and has an address that takes them.
bool wants_mail(store::Transaction& transaction, protocol::AccountId account,
                protocol::NoticeKind kind, const store::NoticeSettings& settings);
// Has it mailed as the account wants its notices: at once, when it is away, or with the day's
// others, but for a reminder that can't wait for them. Nothing if it wants no mails, of that
// game or at all, or has no address that takes them, or the server sends none.
void queue_notice_mail(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                       const store::NoticeSettings& settings);

// The analysis of a game that is over is there, or won't come: sends the mails that wait for it.
void send_what_waits_for_analysis(store::Transaction& transaction, base::Instant now,
                                  protocol::GameId game);

// To one who follows a game by mail without an account: the board as it is now, at once or once a
// day as they want it; the last one at once.
void queue_board_mail(store::Transaction& transaction, base::Instant now,
                      const store::MailWatch& watch, const protocol::BoardMail& row, bool is_last);

}  // namespace tanbo::notify
