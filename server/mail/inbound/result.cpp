#include "server/mail/inbound/result.hpp"

#include <utility>

namespace tanbo::mail::inbound {
namespace {

std::string message_of(storage::LetterId letter, const Answer& answer) {
    if (!answer.message.empty()) return answer.message;
    return "r." + std::to_string(static_cast<std::int64_t>(letter));
}

void queue(storage::Transaction& transaction, const Answer& answer, std::string_view message,
           base::Instant now) {
    storage::NewMail mail;
    mail.message = message;
    mail.kind = "reply";
    mail.account = answer.account;
    mail.address = answer.address;
    mail.game = answer.game;
    mail.data = answer.data;
    mail.created_at = now;
    mail.is_asked_for = answer.is_asked_for;
    storage::put_mail(transaction, mail);
}

}  // namespace

Settlement settled(std::string outcome) {
    Settlement settlement;
    settlement.outcome = std::move(outcome);
    return settlement;
}

void settle(storage::Transaction& transaction, storage::LetterId letter,
            const Settlement& settlement, base::Instant now) {
    if (settlement.deferred_until) {
        storage::defer_letter(transaction, letter, *settlement.deferred_until);
        return;
    }
    storage::LetterOutcome outcome;
    outcome.outcome = settlement.outcome;
    outcome.account = settlement.account;
    outcome.fingerprint = settlement.fingerprint;
    outcome.refusal = settlement.refusal;
    outcome.blanks_raw = settlement.blanks_raw;
    outcome.done_at = now;
    std::string message;
    if (settlement.answer) {
        message = message_of(letter, *settlement.answer);
        outcome.answer = message;
        outcome.answer_data = settlement.answer->data;
        queue(transaction, *settlement.answer, message, now);
    }
    if (settlement.also) settlement.also(transaction);
    storage::finish_letter(transaction, letter, outcome);
}

}  // namespace tanbo::mail::inbound
