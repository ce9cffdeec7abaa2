#include "server/mail/inbound/triage.hpp"

#include <utility>

#include "server/mail/outbound/bounces.hpp"
#include "server/storage/database.hpp"

namespace tanbo::mail::inbound {
namespace {

// The first recipient that will never have the mail, else the first that has not.
std::optional<outbound::Bounce> read_bounce(const mime::Letter& letter, std::int64_t mail) {
    if (!letter.report) return outbound::Bounce{mail, false, "no report"};
    std::optional<outbound::Bounce> found;
    for (const mime::ReportedRecipient& recipient : letter.report->recipients) {
        if (recipient.action != mime::DeliveryAction::failed) continue;
        const bool is_permanent = mime::is_permanent_failure(recipient);
        if (found && !is_permanent) continue;
        found = outbound::Bounce{mail, is_permanent, recipient.status + " " + recipient.diagnostic};
        if (is_permanent) break;
    }
    return found;
}

// A mail of ours came back. Whoever else writes there is not listened to.
Settlement bounced(const Reception& reception, const notice::SignedTokens& tokens,
                   base::Instant now) {
    const auto claim = tokens.read(reception.recipient->token, now);
    const bool is_returned =
        reception.silence == Silence::null_sender || reception.silence == Silence::report;
    if (!claim || claim->purpose != notice::TokenPurpose::bounce || !is_returned) {
        return settled("dropped-bounce");
    }
    auto bounce = read_bounce(reception.letter, claim->subject);
    if (!bounce) return settled("delayed");
    Settlement settlement = settled("bounce");
    settlement.also = [bounce = std::move(*bounce), now](storage::Transaction& transaction) {
        outbound::count_bounce(transaction, bounce, now);
    };
    return settlement;
}

// The copy of a letter gets the first one's answer, once and never again; but not where it was sent
// to several of our addresses at once.
Settlement repeated(const Reception& reception, const commands::Rooms& rooms) {
    Settlement settlement = settled("repeat");
    const storage::Letter& earlier = *reception.earlier;
    settlement.account = earlier.account;
    if (!earlier.answer || !earlier.answer_data) return settlement;
    if (mime::read_recipient(earlier.recipient, rooms.domain) != reception.recipient)
        return settlement;
    const auto sent = rooms.database.read(
        [&](storage::Reader& reader) { return storage::find_mail(reader, *earlier.answer); });
    // What is still to be sent need not be sent twice.
    if (!sent || !sent->sent_at || sent->address.empty()) return settlement;
    settlement.answer = Answer{*earlier.answer + ".again", sent->address, sent->account, sent->game,
                               *earlier.answer_data};
    return settlement;
}

}  // namespace

std::optional<Settlement> sort_out(const Reception& reception, const commands::Rooms& rooms,
                                   base::Instant now) {
    if (reception.fault) return settled("unreadable");
    if (!reception.recipient) return settled("misdirected");
    if (reception.recipient->kind == mime::RecipientKind::postmaster) return settled("postmaster");
    if (reception.recipient->kind == mime::RecipientKind::bounce) {
        return bounced(reception, rooms.tokens, now);
    }
    if (reception.silence) {
        return settled("dropped-" + std::string(silence_name(*reception.silence)));
    }
    if (reception.earlier) return repeated(reception, rooms);
    return std::nullopt;
}

bool is_unsubscribing(const Reception& reception, const notice::SignedTokens& tokens,
                      base::Instant now) {
    if (reception.fault || !reception.recipient) return false;
    if (reception.recipient->kind != mime::RecipientKind::reply) return false;
    if (reception.silence == Silence::null_sender || reception.silence == Silence::report) {
        return false;
    }
    const auto claim = tokens.read(reception.recipient->token, now);
    return claim && (claim->purpose == notice::TokenPurpose::unsubscribe ||
                     claim->purpose == notice::TokenPurpose::unwatch);
}

}  // namespace tanbo::mail::inbound
