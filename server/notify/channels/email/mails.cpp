#include "server/notify/channels/email/mails.hpp"

#include <algorithm>

#include "protocol/people/notice_facts.hpp"
#include "server/game/summaries.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/searches.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::notify {

namespace {

// Of people of whom nothing else is known.
constexpr std::string_view strangers_zone = "UTC";

// A mail that several notices are told by.
struct Joined {
    std::string message;
    base::Instant at{};
};

Joined joined_at(const std::string& name, base::Instant at) {
    return {name + "." + std::to_string(engine::number_of(at)), at};
}

// Requires: `joined` outlives the mail, which views its name.
void delay(store::NewMail& mail, const Joined& joined) {
    mail.message = joined.message;
    mail.due_at = std::max(joined.at, mail.due_at.value_or(base::Instant{}));
}

// With which other mails one about a challenge goes; nothing: alone and at once.
std::optional<Joined> joined_with(store::Transaction& transaction, base::Instant now,
                                  const KeptNotice& notice) {
    const auto facts = protocol::decode_notice_facts(notice.data);
    if (!facts || !facts->challenge) return std::nullopt;
    const auto challenge = store::find_challenge(transaction, *facts->challenge);
    if (!challenge) return std::nullopt;
    const std::string account = to_string(notice.account);
    const std::string pair = account + "." + to_string(challenge->creator);
    if (const auto until = store::limited_until(transaction, challenge_mails_of_pair, pair, now)) {
        const std::chrono::minutes span = challenge_mails_of_pair.windows[0].length;
        // A mail that was counted ahead is the mail that waits already.
        if (*until - now > span) return joined_at("j." + pair, *until - span);
        store::count_hit(transaction, challenge_mails_of_pair, pair, *until);
        return joined_at("j." + pair, *until);
    }
    if (const auto until = store::limited_until(transaction, asking_mails_to_one, account, now)) {
        return joined_at("j." + account + ".all", *until);
    }
    store::count_hit(transaction, challenge_mails_of_pair, pair, now);
    store::count_hit(transaction, asking_mails_to_one, account, now);
    return std::nullopt;
}

// Begins a mail of several notices, or adds to one that was begun. False if that is on its way.
bool put_joined(store::Transaction& transaction, store::NewMail mail, const Joined& joined,
                protocol::NoticeMail row) {
    delay(mail, joined);
    if (store::put_mail(transaction, mail) != store::Queued::repeated) return true;
    const auto begun =
        protocol::decode_notice_mail(store::find_mail(transaction, joined.message)->data);
    if (!begun) return false;
    row.joined = begun->joined;
    row.joined.push_back(begun->number);
    if (row.joined.size() > protocol::joined_max) row.joined.erase(row.joined.begin());
    return store::set_mail_data(transaction, joined.message, protocol::encode_notice_mail(row));
}

// When a mail about a seat that is kept may go out, if not at once: one mail of its name is enough
// then, as the page and `turns` have the other seats.
std::optional<Joined> delayed(store::Transaction& transaction, base::Instant now,
                              const KeptNotice& notice) {
    const std::string account = to_string(notice.account);
    const auto until = store::try_acquire(transaction, asking_mails_to_one, account, now);
    if (!until) return std::nullopt;
    return joined_at("s." + account, *until);
}

// The turning point is told in the mail about its end, if it is known by then.
bool waits_for_analysis(store::Transaction& transaction, const KeptNotice& notice) {
    if (notice.kind != protocol::NoticeKind::game_finished || !notice.game) return false;
    const auto search =
        store::find_search(transaction, store::SearchKind::analysis, *notice.game, 0);
    return search && !search->done_at;
}

// Turns and reminders by the time that is left; those without a deadline come late. After a part of
// its time no newer one passes a mail: games with short clocks can't keep it waiting for ever.
void set_rank(store::Transaction& transaction, store::NewMail& mail, const KeptNotice& notice) {
    using protocol::NoticeKind;
    constexpr std::chrono::days without_deadline{365};
    constexpr int passed_for = 8;  // an eighth of the time that is left
    if (notice.kind == NoticeKind::your_turn || notice.kind == NoticeKind::deadline_warning) {
        mail.rank = store::MailRank::turn;
        const base::Instant end = notice.deadline.value_or(mail.created_at + without_deadline);
        mail.wanted_by = mail.created_at + (end - mail.created_at) / passed_for;
    }
    if (mail.game && game::has_large_board(transaction, *mail.game)) {
        mail.rank = store::MailRank::large;
    }
}

void queue_alone(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                 const std::string& address, bool is_away_only) {
    protocol::NoticeMail row;
    row.kind = notice.kind;
    row.number = notice.number;
    row.is_away_only = is_away_only;
    row.seq = notice.seq;
    row.since_seq = notice.since_seq;
    row.data = notice.data;
    const std::string data = protocol::encode_notice_mail(row);
    const std::string message =
        "n." + to_string(notice.account) + "." + std::to_string(notice.number);
    store::NewMail mail;
    mail.message = message;
    mail.kind = "notice";
    mail.account = notice.account;
    mail.address = address;
    mail.game = notice.game;
    mail.data = data;
    mail.created_at = now;
    set_rank(transaction, mail, notice);
    if (is_away_only) mail.due_at = now + away_grace;
    if (waits_for_analysis(transaction, notice)) {
        mail.due_at = std::max(mail.due_at.value_or(now), now + analysis_wait);
    }
    if (notice.kind == protocol::NoticeKind::challenge) {
        const auto joined = joined_with(transaction, now, notice);
        if (joined && put_joined(transaction, mail, *joined, row)) return;
    }
    std::optional<Joined> later;
    if (notice.kind == protocol::NoticeKind::invited) later = delayed(transaction, now, notice);
    if (later) delay(mail, *later);
    store::put_mail(transaction, mail);
}

std::string zone_of(store::Reader& reader, protocol::AccountId account) {
    const auto profile = store::find_profile(reader, account);
    return profile ? profile->time_zone : std::string(strangers_zone);
}

// Begins the mail of a day, or adds to one that was begun. False if that is on its way already.
bool put_digest(store::Transaction& transaction, store::NewMail mail, const std::string& day,
                std::int64_t number) {
    protocol::DigestMail row{day, number, number};
    const std::string data = protocol::encode_digest_mail(row);
    mail.data = data;
    if (store::put_mail(transaction, mail) != store::Queued::repeated) return true;
    const auto begun =
        protocol::decode_digest_mail(store::find_mail(transaction, mail.message)->data);
    if (!begun) return false;
    row.from = begun->from;
    return store::set_mail_data(transaction, mail.message, protocol::encode_digest_mail(row));
}

// The same for a day's board.
bool put_board(store::Transaction& transaction, store::NewMail mail, protocol::BoardMail row) {
    const std::string data = protocol::encode_board_mail(row);
    mail.data = data;
    if (store::put_mail(transaction, mail) != store::Queued::repeated) return true;
    const auto begun =
        protocol::decode_board_mail(store::find_mail(transaction, mail.message)->data);
    if (!begun) return false;
    row.since_seq = begun->since_seq;
    return store::set_mail_data(transaction, mail.message, protocol::encode_board_mail(row));
}

// Puts a mail of `time`'s day, or of the first day after it without a mail on its way: a player who
// has moved west has the same day twice.
void put_daily(store::NewMail mail, const std::string& name, const std::string& zone,
               DigestTime time, const auto& put) {
    for (;; time = next_digest(zone, time.at)) {
        const std::string message = name + "." + time.day;
        mail.message = message;
        mail.due_at = time.at;
        if (put(mail, time.day)) return;
    }
}

void add_to_digest(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                   const std::string& address, const std::string& zone, const DigestTime& time) {
    store::NewMail mail;
    mail.kind = "digest";
    mail.account = notice.account;
    mail.address = address;
    mail.created_at = now;
    put_daily(mail, "d." + to_string(notice.account), zone, time,
              [&](const store::NewMail& daily, const std::string& day) {
                  return put_digest(transaction, daily, day, notice.number);
              });
}

// One that waits now was written a wait ago at most.
void send_what_waits(store::Transaction& transaction, base::Instant now,
                     protocol::AccountId account, protocol::GameId game) {
    for (const store::Mail& mail :
         store::untried_mails(transaction, account, game, now - analysis_wait)) {
        if (mail.due_at <= now) continue;
        const auto row = protocol::decode_notice_mail(mail.data);
        const bool waits =
            row && row->kind == protocol::NoticeKind::game_finished && !row->is_away_only;
        if (waits) store::hasten_mail(transaction, mail.id, now);
    }
}

// A reminder that would come after what it reminds of.
bool is_too_late(const KeptNotice& notice, base::Instant at) {
    if (notice.kind != protocol::NoticeKind::deadline_warning) return false;
    const auto facts = protocol::decode_notice_facts(notice.data);
    return facts && facts->deadline && *facts->deadline <= at;
}

}  // namespace

DigestTime next_digest(std::string_view zone, base::Instant now, const base::TimeZones& zones) {
    const base::LocalTime local = zones.local_time(zone, now);
    std::chrono::sys_days day{local.day};
    if (local.of_day >= digest_hour) day += std::chrono::days(1);
    base::Instant at = zones.start_of_day(zone, day) + digest_hour;
    // If clocks were changed in the night, that is an hour off.
    const base::LocalTime reached = zones.local_time(zone, at);
    if (std::chrono::sys_days{reached.day} == day) at += digest_hour - reached.of_day;
    return {base::format_day(day), at};
}

bool wants_mail(store::Transaction& /*transaction*/, protocol::AccountId /*account*/,
                protocol::NoticeKind /*kind*/, const store::NoticeSettings& settings) {
    return settings.mode != store::NoticeMode::off && settings.has_mail_address;
}

void queue_notice_mail(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                       const store::NoticeSettings& settings) {
    const store::NoticeMode mode = settings.mode;
    if (!transaction.queues_mail() || mode == store::NoticeMode::off) return;
    const auto address = store::mail_address(transaction, notice.account);
    if (!address) return;
    const auto& game = notice.game;
    if (game && store::is_mail_muted(transaction, notice.account, *game)) return;
    if (mode == store::NoticeMode::digest) {
        const std::string zone = zone_of(transaction, notice.account);
        const DigestTime time = next_digest(zone, now);
        if (!is_too_late(notice, time.at)) {
            return add_to_digest(transaction, now, notice, address->text, zone, time);
        }
    }
    queue_alone(transaction, now, notice, address->text, mode == store::NoticeMode::away);
}

void send_what_waits_for_analysis(store::Transaction& transaction, base::Instant now,
                                  protocol::GameId game) {
    const auto found = store::find_game(transaction, game);
    if (!found) return;
    for (const store::GamePlayer& player : found->players) {
        if (player.account) send_what_waits(transaction, now, *player.account, game);
    }
}

void queue_board_mail(store::Transaction& transaction, base::Instant now,
                      const store::MailWatch& watch, const protocol::BoardMail& row, bool is_last) {
    const std::string name = "w." + to_string(watch.id);
    store::NewMail mail;
    mail.kind = "board";
    mail.address = watch.address;
    mail.game = watch.game;
    mail.created_at = now;
    if (game::has_large_board(transaction, watch.game)) mail.rank = store::MailRank::large;
    if (is_last || watch.mode == store::MailWatchMode::each) {
        const std::string message = name + "." + std::to_string(row.seq);
        mail.message = message;
        put_board(transaction, mail, row);
        return;
    }
    const std::string zone(strangers_zone);
    put_daily(mail, name, zone, next_digest(zone, now),
              [&](const store::NewMail& daily, const std::string&) {
                  return put_board(transaction, daily, row);
              });
}

}  // namespace tanbo::notify
