#include "server/mail/inbound/triage.hpp"

#include <utility>

#include "server/mail/inbound/queue.hpp"
#include "server/mail/outbound/bounces.hpp"
#include "server/mail/outbound/queue.hpp"

namespace tanbo::mail::inbound {
namespace {

// The first recipient that will never have the mail, else the first that has not.
std::optional<outbound::Bounce> read_bounce(const mime::Mail& notice, protocol::MailId mail) {
    if (!notice.report) return outbound::Bounce{mail, false, "no report"};
    std::optional<outbound::Bounce> found;
    for (const mime::ReportedRecipient& recipient : notice.report->recipients) {
        if (recipient.action != mime::DeliveryAction::failed) continue;
        const bool is_permanent = mime::is_permanent_failure(recipient);
        if (found && !is_permanent) continue;
        found = outbound::Bounce{mail, is_permanent, recipient.status + " " + recipient.diagnostic};
        if (is_permanent) break;
    }
    return found;
}

// Records a mail of ours that came back. Other mails to that address are ignored.
MailResult bounced(const ParsedMail& parsed, const notify::SignedTokens& tokens,
                   base::Instant now) {
    const auto claim = tokens.read(parsed.recipient->token, now);
    const bool is_returned =
        parsed.no_reply == NoReply::null_sender || parsed.no_reply == NoReply::report;
    if (!claim || claim->purpose != notify::TokenPurpose::bounce || !is_returned) {
        return result_of("dropped-bounce");
    }
    auto bounce = read_bounce(parsed.mail, protocol::MailId{claim->subject});
    if (!bounce) return result_of("delayed");
    MailResult result = result_of("bounce");
    result.also = [bounce = std::move(*bounce), now](store::Transaction& transaction) {
        outbound::count_bounce(transaction, bounce, now);
    };
    return result;
}

// The copy of a mail gets the first one's answer, once and never again; but not if it was sent
// to several of our addresses at once.
MailResult repeated(const ParsedMail& parsed, InboundQueue& queue, std::string_view domain) {
    MailResult result = result_of("repeat");
    const protocol::InboundMail& earlier = *parsed.earlier;
    result.account = earlier.account;
    if (!earlier.answer || !earlier.answer_data) return result;
    if (mime::read_recipient(earlier.recipient, domain) != parsed.recipient) return result;
    const auto sent = queue.read_now(
        [&](store::Reader& reader) { return outbound::find_mail(reader, *earlier.answer); });
    // A mail that is still to be sent need not be sent twice.
    if (!sent || !sent->sent_at || sent->address.empty()) return result;
    result.answer = Answer{*earlier.answer + ".again", sent->address, sent->account, sent->game,
                           *earlier.answer_data};
    return result;
}

// Whether it is sent to an address that a player was given for a turn.
bool answers_a_turn(const ParsedMail& parsed) {
    const auto& claim = parsed.from.sender.claim;
    return claim && claim->purpose == notify::TokenPurpose::turn;
}

}  // namespace

std::string unread_outcome(mime::ReadingFault fault) {
    return fault == mime::ReadingFault::too_slow ? "too-slow" : "unreadable";
}

std::optional<MailResult> triage(const ParsedMail& parsed, const notify::SignedTokens& tokens,
                                 std::string_view domain, InboundQueue& queue, base::Instant now) {
    if (parsed.fault && !parsed.has_header) return result_of(unread_outcome(*parsed.fault));
    if (!parsed.recipient) return result_of("misdirected");
    if (parsed.recipient->kind == mime::RecipientKind::postmaster) return result_of("postmaster");
    if (parsed.recipient->kind == mime::RecipientKind::bounce) {
        if (parsed.fault) return result_of(unread_outcome(*parsed.fault));
        return bounced(parsed, tokens, now);
    }
    if (parsed.no_reply && !(can_hold_point(*parsed.no_reply) && answers_a_turn(parsed))) {
        return result_of(dropped_outcome(*parsed.no_reply));
    }
    if (parsed.earlier && parsed.no_reply) return result_of("repeat");
    if (parsed.earlier) return repeated(parsed, queue, domain);
    // Players are told.
    const bool is_known = parsed.from.sender.level != commands::Level::unknown;
    if (parsed.fault && !is_known) return result_of(unread_outcome(*parsed.fault));
    return std::nullopt;
}

std::string dropped_outcome(NoReply reason) {
    return "dropped-" + std::string(no_reply_name(reason));
}

bool is_unsubscribing(const ParsedMail& parsed, const notify::SignedTokens& tokens,
                      base::Instant now) {
    if (!parsed.has_header || !parsed.recipient) return false;
    if (parsed.recipient->kind != mime::RecipientKind::reply) return false;
    if (parsed.no_reply == NoReply::null_sender || parsed.no_reply == NoReply::report) {
        return false;
    }
    const auto claim = tokens.read(parsed.recipient->token, now);
    return claim && (claim->purpose == notify::TokenPurpose::unsubscribe ||
                     claim->purpose == notify::TokenPurpose::unwatch);
}

}  // namespace tanbo::mail::inbound
