#include "server/mail/outbound/queue.hpp"

#include "server/game/summaries.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::mail::outbound {

namespace {

std::vector<DueMail> due_of(const std::vector<store::DueMail>& rows) {
    std::vector<DueMail> due;
    due.reserve(rows.size());
    for (const store::DueMail& row : rows) {
        due.push_back({row.id, mime::address_key(row.address), row.due_at,
                       row.rank == store::MailRank::large});
    }
    return due;
}

}  // namespace

std::vector<DueMail> MailQueue::due(base::Instant now, int limit) {
    return due_of(store_.read_now(
        [now, limit](store::Reader& reader) { return store::due_mails(reader, now, limit); }));
}

std::vector<DueMail> MailQueue::next(int limit) {
    return due_of(store_.read_now(
        [limit](store::Reader& reader) { return store::next_mails(reader, limit); }));
}

std::optional<protocol::OutgoingMail> MailQueue::find(protocol::MailId mail) {
    return store_.read_now(
        [mail](store::Reader& reader) { return store::find_mail(reader, mail); });
}

void MailQueue::mark_sent(protocol::MailId mail, base::Instant now) {
    store_.write_now(
        [&](store::Transaction& transaction) { store::mark_mail_sent(transaction, mail, now); });
}

void MailQueue::postpone(protocol::MailId mail, base::Instant due_at, std::string_view fault,
                         bool was_seen) {
    store_.write_now([&](store::Transaction& transaction) {
        store::postpone_mail(transaction, mail, due_at, fault, was_seen);
    });
}

void MailQueue::abandon(protocol::MailId mail, std::string_view fault,
                        const std::optional<Bounce>& bounce, base::Instant now) {
    store_.write_now([&](store::Transaction& transaction) {
        store::mark_mail_failed(transaction, mail, now, fault);
        if (bounce) count_bounce(transaction, *bounce, now);
    });
}

void MailQueue::drop(protocol::MailId mail, std::string_view why, base::Instant now) {
    store_.write_now(
        [&](store::Transaction& transaction) { store::drop_mail(transaction, mail, now, why); });
}

void queue_reply(store::Transaction& transaction, const QueuedReply& reply, base::Instant now) {
    store::NewMail mail;
    mail.message = reply.message;
    mail.kind = "reply";
    mail.account = reply.account;
    mail.address = reply.address;
    mail.game = reply.game;
    mail.data = reply.data;
    mail.created_at = now;
    mail.is_asked_for = reply.is_asked_for;
    mail.rank = reply.game && game::has_large_board(transaction, *reply.game)
                    ? store::MailRank::large
                    : store::MailRank::reply;
    store::put_mail(transaction, mail);
}

std::optional<protocol::OutgoingMail> find_mail(store::Reader& reader, protocol::MailId mail) {
    return store::find_mail(reader, mail);
}

std::optional<protocol::OutgoingMail> find_mail(store::Reader& reader, std::string_view message) {
    return store::find_mail(reader, message);
}

bool mark_bounced(store::Transaction& transaction, protocol::MailId mail, base::Instant now) {
    return store::mark_mail_bounced(transaction, mail, now);
}

WaitingMails count_waiting(store::Reader& reader) {
    const store::MailCounts counts = store::count_waiting_mails(reader);
    return {counts.fresh, counts.retrying, counts.waits_since};
}

}  // namespace tanbo::mail::outbound
