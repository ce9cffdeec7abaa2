#include "server/mail/inbound/result.hpp"

#include <utility>

namespace tanbo::mail::inbound {
namespace {

std::string message_of(protocol::InboundMailId mail, const Answer& answer) {
    if (!answer.message.empty()) return answer.message;
    return "r." + to_string(mail);
}

void queue(store::Transaction& transaction, const Answer& answer, std::string_view message,
           base::Instant now) {
    store::NewMail mail;
    mail.message = message;
    mail.kind = "reply";
    mail.account = answer.account;
    mail.address = answer.address;
    mail.game = answer.game;
    mail.data = answer.data;
    mail.created_at = now;
    mail.is_asked_for = answer.is_asked_for;
    store::put_mail(transaction, mail);
}

}  // namespace

MailResult result_of(std::string outcome) {
    MailResult result;
    result.outcome = std::move(outcome);
    return result;
}

void store_result(store::Transaction& transaction, protocol::InboundMailId mail,
                  const MailResult& result, base::Instant now) {
    if (result.deferred_until) {
        store::defer_inbound_mail(transaction, mail, *result.deferred_until);
        return;
    }
    store::InboundOutcome outcome;
    outcome.outcome = result.outcome;
    outcome.account = result.account;
    outcome.fingerprint = result.fingerprint;
    outcome.refusal = result.refusal;
    outcome.blanks_raw = result.blanks_raw;
    outcome.done_at = now;
    std::string message;
    if (result.answer) {
        message = message_of(mail, *result.answer);
        outcome.answer = message;
        outcome.answer_data = result.answer->data;
        queue(transaction, *result.answer, message, now);
    }
    if (result.also) result.also(transaction);
    store::finish_inbound_mail(transaction, mail, outcome);
}

}  // namespace tanbo::mail::inbound
