#include "server/notice/mails.hpp"

#include "protocol/mail_rows.hpp"
#include "server/storage/addresses.hpp"
#include "server/storage/instant.hpp"
#include "server/storage/mail_mutes.hpp"
#include "server/storage/mail_watches.hpp"
#include "server/storage/outbox.hpp"
#include "server/storage/profiles.hpp"

namespace tanbo::notice {

namespace {

using storage::to_row;

// Of people of whom nothing else is known.
constexpr std::string_view strangers_zone = "UTC";

std::string number_of(auto id) {
    return std::to_string(static_cast<std::int64_t>(id));
}

void queue_alone(storage::Transaction& transaction, base::Instant now, const KeptNotice& notice,
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
        "n." + number_of(notice.account) + "." + std::to_string(notice.number);
    storage::NewMail mail;
    mail.message = message;
    mail.kind = "notice";
    mail.account = notice.account;
    mail.address = address;
    mail.game = notice.game;
    mail.data = data;
    mail.created_at = to_row(now);
    if (is_away_only) mail.due_at = to_row(now + away_grace);
    storage::put_mail(transaction, mail);
}

void add_to_digest(storage::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                   const std::string& address) {
    const auto profile = storage::find_profile(transaction, notice.account);
    const DigestTime time = next_digest(profile ? profile->time_zone : strangers_zone, now);
    const std::string message = "d." + number_of(notice.account) + "." + time.day;
    protocol::DigestMail row{time.day, notice.number, notice.number};
    const std::string data = protocol::encode_digest_mail(row);
    storage::NewMail mail;
    mail.message = message;
    mail.kind = "digest";
    mail.account = notice.account;
    mail.address = address;
    mail.data = data;
    mail.created_at = to_row(now);
    mail.due_at = to_row(time.at);
    if (storage::put_mail(transaction, mail)) return;
    const auto begun = protocol::decode_digest_mail(storage::find_mail(transaction, message)->data);
    if (!begun) return;  // it has been sent
    row.from = begun->from;
    storage::set_mail_data(transaction, message, protocol::encode_digest_mail(row));
}

void queue_board(storage::Transaction& transaction, base::Instant now,
                 const storage::MailWatch& watch, protocol::BoardMail row, bool is_at_once) {
    const DigestTime time = next_digest(strangers_zone, now);
    const std::string message =
        "w." + number_of(watch.id) + "." + (is_at_once ? std::to_string(row.seq) : time.day);
    const std::string data = protocol::encode_board_mail(row);
    storage::NewMail mail;
    mail.message = message;
    mail.kind = "board";
    mail.address = watch.address;
    mail.game = watch.game;
    mail.data = data;
    mail.created_at = to_row(now);
    if (!is_at_once) mail.due_at = to_row(time.at);
    if (storage::put_mail(transaction, mail)) return;
    const auto begun = protocol::decode_board_mail(storage::find_mail(transaction, message)->data);
    if (!begun) return;
    row.since_seq = begun->since_seq;
    storage::set_mail_data(transaction, message, protocol::encode_board_mail(row));
}

}  // namespace

DigestTime next_digest(std::string_view zone, base::Instant now, const base::TimeZones& zones) {
    const base::LocalTime local = zones.local_time(zone, now);
    std::chrono::sys_days day{local.day};
    if (local.of_day >= digest_hour) day += std::chrono::days(1);
    base::Instant at = zones.start_of_day(zone, day) + digest_hour;
    // Where clocks were changed in the night, that is an hour off.
    const base::LocalTime reached = zones.local_time(zone, at);
    if (std::chrono::sys_days{reached.day} == day) at += digest_hour - reached.of_day;
    return {base::format_day(day), at};
}

void queue_notice_mail(storage::Transaction& transaction, base::Instant now,
                       const KeptNotice& notice, storage::NoticeMode mode) {
    if (!transaction.queues_mail() || mode == storage::NoticeMode::off) return;
    const auto address = storage::mail_address(transaction, notice.account);
    if (!address) return;
    const auto& game = notice.game;
    if (game && storage::is_mail_muted(transaction, notice.account, *game)) return;
    if (mode == storage::NoticeMode::digest) {
        return add_to_digest(transaction, now, notice, address->text);
    }
    queue_alone(transaction, now, notice, address->text, mode == storage::NoticeMode::away);
}

void queue_board_mails(storage::Transaction& transaction, base::Instant now, storage::GameId game,
                       const engine::Match* before, const engine::Match& after) {
    if (!transaction.queues_mail() || before == nullptr) return;
    const bool is_over = after.status() == engine::Status::finished;
    if (!is_over && after.ply() == before->ply()) return;
    for (const storage::MailWatch& watch : storage::mail_watches_of_game(transaction, game)) {
        const protocol::BoardMail row{static_cast<std::int64_t>(watch.id), after.seq(),
                                      before->seq()};
        const bool is_at_once = is_over || watch.mode == storage::MailWatchMode::each;
        queue_board(transaction, now, watch, row, is_at_once);
    }
    if (is_over) storage::delete_mail_watches_of_game(transaction, game);
}

}  // namespace tanbo::notice
