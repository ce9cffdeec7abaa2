#include "server/mail/letter_desk.hpp"

#include <algorithm>
#include <utility>

#include "protocol/mail_rows.hpp"
#include "server/account/accounts.hpp"
#include "server/base/log.hpp"
#include "server/base/overload.hpp"
#include "server/game/views.hpp"
#include "server/mail/bounces.hpp"
#include "server/mail/game_reading.hpp"
#include "server/notice/notices.hpp"
#include "server/storage/database.hpp"
#include "server/storage/instant.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::mail {

using protocol::Result;

struct LetterDesk::Work {
    std::shared_ptr<const storage::Letter> stored;
    Reception reception;
    base::Instant now;
    std::shared_ptr<const engine::Match> match = {};  // of the game that is answered
    protocol::MailRequest request = {};
    std::vector<protocol::AnsweredLine> answers = {};
    bool is_answered = false;  // the writer may be sent an answer
    bool has_acted = false;
    bool has_shown = false;  // answered a question
    std::optional<notice::TokenClaim> asks = {};

    const Letter& letter() const { return reception.letter; }
    const Correspondent& from() const { return reception.from; }
    const Writer& writer() const { return reception.from.writer; }
};

namespace {

// What references of a long thread are kept in answers.
constexpr std::size_t references_kept = 20;

storage::AccountId account_id(const Writer& writer) {
    return static_cast<storage::AccountId>(writer.identity->account);
}

Settlement settled(std::string outcome) {
    Settlement settlement;
    settlement.outcome = std::move(outcome);
    return settlement;
}

// The first recipient that will never have the mail, else the first that has not.
std::optional<Bounce> read_bounce(const Letter& letter, std::int64_t mail) {
    if (!letter.report) return Bounce{mail, false, "no report"};
    std::optional<Bounce> found;
    for (const ReportedRecipient& recipient : letter.report->recipients) {
        if (recipient.action != DeliveryAction::failed) continue;
        const bool is_permanent = is_permanent_failure(recipient);
        if (found && !is_permanent) continue;
        found = Bounce{mail, is_permanent, recipient.status + " " + recipient.diagnostic};
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
        count_bounce(transaction, bounce, now);
    };
    return settlement;
}

// The copy of a letter gets the first one's answer, once and never again.
Settlement repeated(const Reception& reception, storage::Database& database) {
    Settlement settlement = settled("repeat");
    const storage::Letter& earlier = *reception.earlier;
    settlement.account = earlier.account;
    if (!earlier.answer || !earlier.answer_data) return settlement;
    const auto sent = database.read(
        [&](storage::Reader& reader) { return storage::find_mail(reader, *earlier.answer); });
    // What is still to be sent need not be sent twice.
    if (!sent || !sent->sent_at || sent->address.empty()) return settlement;
    settlement.answer = Answer{*earlier.answer + ".again", sent->address, sent->account, sent->game,
                               *earlier.answer_data};
    return settlement;
}

// What there is to do before anybody looks for commands; nothing where there is nothing.
std::optional<Settlement> at_the_door(const Reception& reception, const Rooms& rooms,
                                      base::Instant now) {
    if (reception.fault) return settled("unreadable");
    if (!reception.recipient) return settled("misdirected");
    if (reception.recipient->kind == RecipientKind::postmaster) return settled("postmaster");
    if (reception.recipient->kind == RecipientKind::bounce) {
        return bounced(reception, rooms.tokens, now);
    }
    if (reception.silence) {
        return settled("dropped-" + std::string(silence_name(*reception.silence)));
    }
    if (reception.earlier) return repeated(reception, rooms.database);
    return std::nullopt;
}

// What mail programs send for their users to the address in List-Unsubscribe: whatever it says, it
// has no other purpose, and no answer.
bool is_unsubscribing(const Reception& reception, const notice::SignedTokens& tokens,
                      base::Instant now) {
    if (reception.fault || !reception.recipient) return false;
    if (reception.recipient->kind != RecipientKind::reply) return false;
    if (reception.silence == Silence::null_sender || reception.silence == Silence::report) {
        return false;
    }
    const auto claim = tokens.read(reception.recipient->token, now);
    return claim && (claim->purpose == notice::TokenPurpose::unsubscribe ||
                     claim->purpose == notice::TokenPurpose::unwatch);
}

struct Received {
    Reception reception;
    std::optional<Settlement> settlement;
};

bool has_answerable(const protocol::MailRequest& request) {
    return std::ranges::any_of(request.lines, [](const protocol::MailLine& line) {
        const auto* const command = std::get_if<protocol::MailCommand>(&line.command);
        return command != nullptr && !line.login && level_for(*command) == Level::unknown;
    });
}

bool has_login(const protocol::MailRequest& request) {
    return std::ranges::any_of(
        request.lines, [](const protocol::MailLine& line) { return line.login.has_value(); });
}

// Whether somebody of whom we know nothing more may be answered at all. What is sent to an address
// that is only claimed might go to somebody who has never heard of this server.
bool may_answer_stranger(const Correspondent& from, const protocol::MailRequest& request) {
    if (from.writer.address.empty()) return false;
    if (has_answerable(request)) return true;
    return !request.lines.empty() && (from.has_account || from.writer.is_vouched);
}

// The game that all of the letter is about; nothing where there is none, or are several.
std::optional<std::int64_t> game_of(const protocol::MailRequest& request) {
    std::optional<std::int64_t> game;
    for (const protocol::MailLine& line : request.lines) {
        if (!line.game || (game && *game != *line.game)) return std::nullopt;
        game = line.game;
    }
    return game;
}

std::string subject_of(const Letter& letter, const protocol::MailRequest& request) {
    // What a subject says may be a password.
    if (request.has_password || letter.subject.empty()) {
        return protocol::mail_answer_subject(request);
    }
    return address_key(letter.subject).starts_with("re:") ? letter.subject
                                                          : "Re: " + letter.subject;
}

std::vector<std::string> references_of(const Letter& letter) {
    std::vector<std::string> references = letter.references;
    if (!letter.message_id.empty()) references.push_back(letter.message_id);
    if (references.size() > references_kept) {
        references.erase(references.begin() + 1,
                         references.end() - static_cast<std::ptrdiff_t>(references_kept) + 1);
    }
    return references;
}

}  // namespace

LetterDesk::LetterDesk(Rooms rooms, DeskOptions options)
    : rooms_(std::move(rooms)),
      options_(std::move(options)),
      courtesy_(options_.letters_per_minute) {}

base::Awaitable<Result<Settlement>> LetterDesk::work_through(storage::Letter letter) {
    const auto stored = std::make_shared<const storage::Letter>(std::move(letter));
    const base::Instant now = rooms_.clock();
    auto read = [this, stored, now]() -> Result<Received> {
        Received received;
        const ReceptionOptions options{rooms_.domain, options_.authserv_id, rooms_.tokens};
        received.reception = receive(rooms_.database, *stored, options, now);
        received.settlement = at_the_door(received.reception, rooms_, now);
        return received;
    };
    auto received = co_await base::run_or_overloaded(rooms_.readers, std::move(read));
    if (!received) co_return received.error();
    Work work{stored, std::move(received->reception), now};
    if (is_unsubscribing(work.reception, rooms_.tokens, now)) {
        std::string token = work.reception.recipient->token;
        auto done = co_await rooms_.notices.mail_choices.unsubscribe(std::move(token));
        if (!done && is_passing(done.error())) co_return done.error();
        co_return settled(done ? "unsubscribed" : "dropped-unknown");
    }
    if (received->settlement) {
        Settlement settlement = std::move(*received->settlement);
        settlement.blanks_raw = work.reception.has_password;
        if (settlement.outcome != "repeat") settlement.fingerprint = work.reception.fingerprint;
        co_return settlement;
    }
    auto settlement = co_await obey(std::move(work));
    co_return settlement;
}

base::Awaitable<Result<Settlement>> LetterDesk::obey(Work work) {
    auto understood = co_await read_request(work);
    if (!understood) co_return understood.error();
    const Writer& writer = work.writer();
    const bool is_stranger = writer.level == Level::unknown;
    Settlement dropped;
    dropped.fingerprint = work.reception.fingerprint;
    dropped.blanks_raw = work.reception.has_password;
    work.is_answered =
        is_stranger ? !work.from().is_forged && may_answer_stranger(work.from(), work.request)
                    : !writer.address.empty();
    const bool may_log_in = options_.takes_passwords && has_login(work.request);
    if (is_stranger && !work.is_answered && !may_log_in) {
        dropped.outcome = work.from().is_forged ? "dropped-forged" : "dropped-unknown";
        co_return dropped;
    }
    const std::string key = is_stranger ? "address " + address_key(writer.address)
                                        : "account " + std::to_string(writer.identity->account);
    const auto wait = courtesy_.wait_for(key, work.now);
    if (is_stranger && (wait || !courtesy_.may_answer_stranger(work.now))) {
        dropped.outcome = "dropped-limited";
        co_return dropped;
    }
    if (wait) {
        // What waits long is asked for seldom.
        const auto age = work.now - storage::from_row(work.stored->received_at);
        dropped.deferred_until = work.now + *wait + age / 2;
        dropped.outcome = "deferred";
        co_return dropped;
    }
    auto done = co_await do_lines(work);
    if (!done) co_return done.error();
    auto settlement = co_await answer(work);
    co_return settlement;
}

// What is left out in a reply is known from the mail that is answered: by its token, or, where the
// From field can be trusted, by its subject.
base::Awaitable<Result<void>> LetterDesk::read_request(Work& work) {
    const Writer& writer = work.writer();
    protocol::MailContext context;
    context.challenge = writer.answered_challenge();
    if (writer.claim) {
        context.game = writer.answered_game();
    } else if (writer.level != Level::unknown) {
        context.game = protocol::game_of_subject(work.letter().subject);
    }
    if (context.game) {
        auto view = co_await rooms_.views.get(*context.game, writer.identity->account);
        if (!view && is_passing(view.error())) co_return view.error();
        if (view) work.match = view->shared_match();
    }
    if (work.match != nullptr) context.board = &work.match->opening().lattice();
    work.request =
        protocol::read_mail_commands(work.letter().subject, work.letter().written, context);
    co_return Result<void>();
}

base::Awaitable<Result<void>> LetterDesk::do_lines(Work& work) {
    const int count = static_cast<int>(work.request.lines.size());
    for (int line = 0; line < count; ++line) {
        auto done = co_await do_line(work, line);
        if (!done) co_return done.error();
        work.has_acted = work.has_acted || done->deed == Deed::acted;
        work.has_shown = work.has_shown || done->deed == Deed::answered;
        if (done->asks && !work.asks) work.asks = done->asks;
        const std::string& source = work.request.lines[static_cast<std::size_t>(line)].source;
        work.answers.push_back({source, std::move(done->text)});
    }
    co_return Result<void>();
}

Doing LetterDesk::do_line(Work& work, int line) {
    const protocol::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    if (std::holds_alternative<protocol::Error>(asked.command)) return explain(work, line);
    if (asked.login) return do_classic(work, line);
    Errand errand{rooms_, work.writer(), work.stored->id, line, asked.source, work.now};
    return carry_out(std::move(errand), std::get<protocol::MailCommand>(asked.command));
}

// A line that can't be read. What was to be a point is answered with the board, for whoever may
// play there.
Doing LetterDesk::explain(Work& work, int line) {
    const protocol::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    const protocol::Error error = std::get<protocol::Error>(asked.command);
    const Writer& writer = work.writer();
    auto too_old = why_not_by_old_token(writer);
    if (too_old) co_return std::move(*too_old);
    const bool is_of_token = asked.game && writer.answered_game() == asked.game;
    if (!asked.is_point || !asked.game || writer.level == Level::unknown ||
        (writer.level == Level::token && !is_of_token)) {
        co_return refused(error);
    }
    const Errand errand{rooms_, writer, work.stored->id, line, asked.source, work.now};
    auto refusal = co_await refuse_with_board(errand, *asked.game, error);
    co_return refusal;
}

// The password is in the command; it is good for that line only.
Doing LetterDesk::do_classic(Work& work, int line) {
    const protocol::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    if (!options_.takes_passwords) {
        co_return ErrandAnswer{protocol::password_text(rooms_.site), Deed::refused, {}};
    }
    std::string handle = asked.login->handle;
    std::string password = asked.login->password;
    std::string address = "mail " + address_key(work.stored->sender);
    auto identity = co_await rooms_.accounts.identify(std::move(handle), std::move(password),
                                                      std::move(address));
    if (!identity) co_return refused(identity.error());
    work.is_answered = !work.writer().address.empty();
    Writer writer;
    writer.level = Level::password;
    writer.address = work.writer().address;
    writer.identity = std::move(*identity);
    Errand errand{rooms_, writer, work.stored->id, line, asked.source, work.now};
    protocol::MailCommand command = std::get<protocol::MailCommand>(asked.command);
    auto answer = co_await carry_out(std::move(errand), std::move(command));
    co_return answer;
}

base::Awaitable<Result<Settlement>> LetterDesk::answer(Work& work) {
    Settlement settlement;
    const Writer& writer = work.writer();
    settlement.fingerprint = work.reception.fingerprint;
    settlement.blanks_raw = work.reception.has_password;
    if (writer.identity) settlement.account = account_id(writer);
    settlement.outcome = work.has_acted ? "acted" : work.has_shown ? "answered" : "refused";
    if (!work.is_answered) co_return settlement;
    protocol::ReplyMail reply;
    reply.text = protocol::mail_answer(work.answers, work.request, commands_address(rooms_.domain));
    const bool is_refused = !work.has_acted && !work.has_shown;
    if (is_refused && !courtesy_.is_news(writer.address, reply.text, work.stored->id, work.now)) {
        settlement.outcome = "refused-again";
        co_return settlement;
    }
    reply.subject = subject_of(work.letter(), work.request);
    reply.in_reply_to = work.letter().message_id;
    reply.references = references_of(work.letter());
    auto thread = co_await thread_of(work);
    reply.token = std::move(thread.token);
    Answer mail;
    mail.address = writer.address;
    mail.account = settlement.account;
    mail.game = thread.game;
    mail.data = protocol::encode_reply_mail(reply);
    settlement.answer = std::move(mail);
    co_return settlement;
}

// The game that the letter was about, where its writer may see it. An answer to the answer confirms
// what was asked, or moves there.
base::Awaitable<LetterDesk::Thread> LetterDesk::thread_of(Work& work) {
    const Writer& writer = work.writer();
    Thread thread;
    if (work.asks) thread.token = rooms_.tokens.make(*work.asks, work.now);
    const bool is_of_challenge = writer.answered_challenge().has_value();
    // Who has mistyped his answer can give it once more.
    if (is_of_challenge && !work.asks) thread.token = rooms_.tokens.make(*writer.claim, work.now);
    const auto game = writer.claim ? writer.answered_game() : game_of(work.request);
    if (!writer.identity || !game) co_return thread;
    auto view = co_await rooms_.views.get(*game, writer.identity->account);
    if (!view) co_return thread;
    thread.game = static_cast<storage::GameId>(*game);
    const engine::Match& match = view->match();
    const auto seat = match.seat_of(writer.identity->account);
    const bool is_playing = seat && match.status() == engine::Status::active && match.is_in(*seat);
    if (work.asks || !is_playing) co_return thread;
    const notice::TokenClaim claim{notice::TokenPurpose::turn, writer.identity->account, *game,
                                   match.ply(), work.now + turn_token_life};
    thread.token = rooms_.tokens.make(claim, work.now);
    co_return thread;
}

}  // namespace tanbo::mail
