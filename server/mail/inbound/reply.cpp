#include "server/mail/inbound/reply.hpp"

#include <string>
#include <utility>
#include <vector>

#include "protocol/people/mail_rows.hpp"
#include "server/game/views/views.hpp"
#include "server/mail/inbound/processing.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/reply_limit.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/outbound/draft.hpp"

namespace tanbo::mail::inbound {
namespace {

using protocol::Result;

// References of a long thread that are kept in answers.
constexpr std::size_t references_kept = 20;

// The thread of an answer, and the target of its Reply-To.
struct Thread {
    std::optional<protocol::GameId> game = {};
    std::string token = {};
};

protocol::AccountId account_id(const commands::Sender& sender) {
    return sender.identity->account;
}

// The game that all of the mail is about; nothing if there is none, or are several.
std::optional<protocol::GameId> game_of(const commands::MailRequest& request) {
    std::optional<protocol::GameId> game;
    for (const commands::MailLine& line : request.lines) {
        if (!line.game || (game && *game != *line.game)) return std::nullopt;
        game = line.game;
    }
    return game;
}

std::string subject_of(const mime::Mail& mail, const commands::MailRequest& request) {
    // The words of a subject may be a password.
    if (request.has_password || mail.subject.empty()) {
        return text::mail_answer_subject(request.lines.empty() ? std::string_view()
                                                               : request.lines.front().source);
    }
    return mime::address_key(mail.subject).starts_with("re:") ? mail.subject
                                                              : "Re: " + mail.subject;
}

std::vector<std::string> references_of(const mime::Mail& mail) {
    std::vector<std::string> references = mail.references;
    if (!mail.message_id.empty()) references.push_back(mail.message_id);
    if (references.size() > references_kept) {
        references.erase(references.begin() + 1,
                         references.end() - static_cast<std::ptrdiff_t>(references_kept) + 1);
    }
    return references;
}

// The game that the mail was about, if its writer may see it. An answer to the answer confirms
// what was asked, or moves there.
base::Awaitable<Result<Thread>> thread_of(const MailServices& services, MailWork& work) {
    const commands::Sender& sender = work.sender();
    Thread thread;
    if (sender.is_superseded) co_return thread;
    if (work.asks) thread.token = services.tokens().make(*work.asks, work.now);
    const bool is_of_challenge = sender.answered_challenge().has_value();
    // Who has mistyped their answer can give it once more.
    if (is_of_challenge && !work.asks)
        thread.token = services.tokens().make(*sender.claim, work.now);
    const auto game = sender.claim ? sender.answered_game() : game_of(work.request);
    if (!sender.identity || !game) co_return thread;
    auto view = co_await services.views().get(*game, sender.identity->account);
    if (!view && commands::is_fault(view.error())) co_return view.error();
    if (!view) co_return thread;
    thread.game = game;
    const engine::Match& match = view->match();
    const auto seat = match.seat_of(sender.identity->account);
    const bool is_playing = seat && match.status() == engine::Status::active && match.is_in(*seat);
    if (work.asks || !is_playing) co_return thread;
    const notify::TokenClaim claim{notify::TokenPurpose::turn, number_of(sender.identity->account),
                                   number_of(*game), match.seq(),
                                   work.now + outbound::turn_token_life};
    thread.token = services.tokens().make(claim, work.now);
    co_return thread;
}

// A hint for somebody who has written words alone where they can place a stone.
std::string game_now(const MailWork& work) {
    const bool has_words_alone = work.request.lines.empty() && work.match != nullptr;
    if (!has_words_alone || work.match->status() != engine::Status::active) return {};
    const auto reader = work.match->seat_of(work.sender().identity->account);
    return text::game_now_text(*work.game, *work.match, reader);
}

// Whether it is known that a person has written it, and not only claimed.
bool is_known_person(const commands::Sender& sender) {
    return sender.identity.has_value() || sender.is_vouched;
}

std::string text_of(const MailServices& services, const MailWork& work) {
    const std::string address = mime::commands_address(services.site.domain);
    const std::string now = game_now(work);
    return text::mail_answer({.lines = work.answers,
                              .passed_over = work.request.passed_over,
                              .is_cut = work.request.is_cut,
                              .address = address,
                              .game_now = now});
}

// The short form of a refusal that its reader has had a few minutes ago.
std::string text_again(const MailServices& services, const MailWork& work) {
    const std::string address = mime::commands_address(services.site.domain);
    return work.answers.empty() ? text::no_command_again(address)
                                : text::mail_answer_again(work.answers, address);
}

// Refusals that the address has had already.
struct Told {
    base::Digest refusal{};
    bool is_enough = false;
    bool is_known = false;  // a few minutes ago
};

// Mails without a command are counted by their sender alone, as a program may number them.
base::Awaitable<Result<Told>> already_told(InboundQueue& queue, ReplyLimit& limit,
                                           const MailWork& work, std::string_view text) {
    const std::string& address = work.sender().address;
    const bool is_wordy = work.request.lines.empty();
    const int most = is_known_person(work.sender()) ? refusals_told : 1;
    Told told{.refusal = refusal_of(address, is_wordy ? words_alone : text)};
    const auto lately = co_await queue.refusals(told.refusal, work.now - repeated_refusal_pause,
                                                work.stored->id, most);
    if (!lately) co_return lately.error();
    told.is_known = *lately > 0;
    told.is_enough = *lately >= most;
    if (told.is_enough) co_return told;
    if (!is_wordy) {
        told.is_enough = !limit.can_refuse(address, work.now);
        co_return told;
    }
    const auto today = co_await queue.refusals(told.refusal, work.now - day_of_refusals,
                                               work.stored->id, wordy_mails_told_a_day);
    if (!today) co_return today.error();
    told.is_enough = *today >= wordy_mails_told_a_day;
    co_return told;
}

MailResult begun_result(const MailWork& work) {
    MailResult result;
    result.fingerprint = work.parsed.fingerprint;
    result.blanks_raw = work.parsed.has_password;
    if (work.sender().identity) result.account = account_id(work.sender());
    result.outcome = work.has_acted ? "acted" : work.has_shown ? "answered" : "refused";
    return result;
}

}  // namespace

base::Awaitable<Result<MailResult>> reply_to_mail(const MailServices& services, InboundQueue& queue,
                                                  ReplyLimit& limit, MailWork& work) {
    MailResult result = begun_result(work);
    if (!work.is_answered) co_return result;
    if (work.parsed.is_answered_elsewhere && !work.has_acted) {
        result.outcome = "answered-elsewhere";
        // The copy that is answered must act, too, should it come later.
        result.fingerprint.reset();
        co_return result;
    }
    protocol::ReplyMail reply;
    reply.text = text_of(services, work);
    if (!work.has_acted && !work.has_shown) {
        const auto known = co_await already_told(queue, limit, work, reply.text);
        if (!known) co_return known.error();
        if (known->is_enough) {
            result.outcome = "refused-again";
            co_return result;
        }
        if (known->is_known) reply.text = text_again(services, work);
        result.refusal = known->refusal;
    }
    reply.subject = subject_of(work.mail(), work.request);
    reply.in_reply_to = work.mail().message_id;
    reply.references = references_of(work.mail());
    auto thread = co_await thread_of(services, work);
    if (!thread) co_return thread.error();
    reply.token = std::move(thread->token);
    Answer mail;
    mail.address = work.sender().address;
    mail.account = result.account;
    mail.game = thread->game;
    mail.data = protocol::encode_reply_mail(reply);
    mail.is_asked_for = is_known_person(work.sender());
    result.answer = std::move(mail);
    co_return result;
}

base::Awaitable<Result<MailResult>> ask_again(InboundQueue& queue, const MailWork& work) {
    MailResult result = result_of("refused");
    result.blanks_raw = work.parsed.has_password;
    const std::string& address = work.sender().address;
    const base::Digest refusal = refusal_of(address, unchecked);
    const auto today =
        co_await queue.refusals(refusal, work.now - day_of_refusals, work.stored->id, 1);
    if (!today) co_return today.error();
    if (*today > 0) {
        result.outcome = "refused-again";
        co_return result;
    }
    protocol::ReplyMail reply;
    reply.text = text::unchecked_text();
    reply.subject = text::mail_answer_subject({});
    reply.in_reply_to = work.mail().message_id;
    result.refusal = refusal;
    result.answer = Answer{.address = address, .data = protocol::encode_reply_mail(reply)};
    co_return result;
}

}  // namespace tanbo::mail::inbound
