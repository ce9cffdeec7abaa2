#include "server/mail/inbound/processing.hpp"

#include <algorithm>
#include <utility>

#include "server/account/accounts.hpp"
#include "server/base/cpu_timer.hpp"
#include "server/base/log.hpp"
#include "server/game/views/views.hpp"
#include "server/mail/commands/game_reading.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/reply.hpp"
#include "server/mail/inbound/reply_policy.hpp"
#include "server/mail/inbound/triage.hpp"
#include "server/mail/mime/unicode.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::mail::inbound {

namespace {

using protocol::Result;

// The longest time between two looks at mails that wait.
constexpr std::chrono::hours longest_wait{1};

// The command of that line, as `writer` gives it.
commands::CommandContext context_of(const MailServices& services, const MailWork& work, int line,
                                    const commands::Sender& sender) {
    const commands::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    return {services.site, sender,       work.stored->id, work.parsed.fingerprint,
            line,          asked.source, work.now};
}

// Its turn comes after this; what waits long is asked for seldom.
MailResult put_off(const MailWork& work, std::chrono::seconds wait) {
    const std::chrono::milliseconds age = work.now - work.stored->received_at;
    MailResult result = result_of("deferred");
    result.deferred_until =
        work.now + wait + std::min<std::chrono::milliseconds>(age / 2, longest_wait);
    return result;
}

// Whether a mail that took too long is read again later: what that depends on may pass.
bool is_read_again(const protocol::InboundMail& stored, const ParsedMail& parsed) {
    return parsed.fault == mime::ReadingFault::too_slow &&
           stored.attempts + 1 < reading_rate(stored.standing).attempts_max;
}

void log_unread(const protocol::InboundMail& stored, mime::ReadingFault fault) {
    base::log::info("mail-unread", "a mail exceeds the reading limits",
                    {{"letter", stored.id},
                     {"fault", mime::reading_fault_name(fault)},
                     {"bytes", stored.raw.size()}});
}

// Answers a mail that asks nothing else if its text, or a page of it, could not be read.
void tell_unread(MailWork& work, std::string_view site) {
    if (work.parsed.fault) work.request = {};
    const bool is_unread = work.parsed.fault || work.mail().unread_page;
    if (!is_unread || !work.request.lines.empty()) return;
    work.answers.push_back({work.mail().subject, text::unread_text(site)});
}

// It asks for no answer, and asks nothing that needs one.
bool is_wish_kept(const MailWork& work) {
    return work.mail().signs.wants_no_answers && work.request.lines.empty();
}

MailResult dropped(const MailWork& work, std::string outcome) {
    MailResult result = result_of(std::move(outcome));
    result.fingerprint = work.parsed.fingerprint;
    result.blanks_raw = work.parsed.has_password;
    return result;
}

// The place from which passwords are tried. Anyone can name an envelope sender, so what is tried
// under a forged one counts apart from mails that are proven to come from somebody.
std::string place_of(const MailWork& work) {
    const commands::Sender& sender = work.sender();
    if (sender.is_vouched) return "mail vouched " + mime::address_key(sender.address);
    if (sender.identity) return "mail token " + to_string(sender.identity->account);
    return "mail " + mime::address_key(work.stored->sender);
}

}  // namespace

struct MailProcessor::Received {
    ParsedMail parsed;
    std::optional<MailResult> result;
};

MailProcessor::MailProcessor(MailServices services, InboundQueue& queue, ReadingBudget& budget,
                             ProcessingOptions options)
    : services_(std::move(services)),
      queue_(queue),
      budget_(budget),
      options_(std::move(options)),
      reply_limit_(options_.mails_per_minute) {}

MailResult MailProcessor::set_aside(const protocol::InboundMail& stored) {
    MailResult result = result_of("set-aside");
    result.blanks_raw = holds_password(stored);
    return result;
}

// Charges the mail's standing for it, whatever becomes of it.
base::Awaitable<Result<MailProcessor::Received>> MailProcessor::receive_within_budget(
    std::shared_ptr<const protocol::InboundMail> stored, base::Instant now) {
    const auto spent = std::make_shared<std::chrono::nanoseconds>();
    auto read = [this, stored, spent, now]() -> Result<Received> {
        const base::CpuTimer timer(*spent);
        Received received;
        const auto time_max =
            std::min(options_.reading_time_max, reading_rate(stored->standing).time_max);
        const ParseOptions options{services_.site.domain, options_.authserv_id, services_.tokens(),
                                   time_max};
        // A mail is as good as it was when it arrived, however long it has waited here.
        received.parsed = receive(queue_, *stored, options, stored->received_at);
        if (is_read_again(*stored, received.parsed)) {
            protocol::Error error;
            error.detail = "Reading the mail exceeds its CPU time limit.";
            return error;
        }
        received.result =
            triage(received.parsed, services_.tokens(), services_.site.domain, queue_, now);
        return received;
    };
    auto received = co_await queue_.run(std::move(read));
    budget_.spend(stored->standing, *spent, services_.clock());
    co_return received;
}

base::Awaitable<Result<MailResult>> MailProcessor::process(
    std::shared_ptr<const protocol::InboundMail> stored) {
    const base::Instant now = services_.clock();
    auto received = co_await receive_within_budget(stored, now);
    if (!received) co_return received.error();
    if (const auto fault = received->parsed.fault) log_unread(*stored, *fault);
    MailWork work{stored, std::move(received->parsed), now};
    if (is_unsubscribing(work.parsed, services_.tokens(), now)) {
        std::string token = work.parsed.recipient->token;
        auto done = co_await services_.mail_choices.unsubscribe(std::move(token));
        if (!done && commands::is_fault(done.error())) co_return done.error();
        co_return result_of(done ? "unsubscribed" : "dropped-unknown");
    }
    if (received->result) {
        MailResult result = std::move(*received->result);
        result.blanks_raw = work.parsed.has_password;
        if (result.outcome != "repeat") result.fingerprint = work.parsed.fingerprint;
        co_return result;
    }
    co_return co_await obey(std::move(work));
}

base::Awaitable<Result<MailResult>> MailProcessor::obey(MailWork work) {
    auto understood = co_await read_request(work);
    if (!understood) co_return understood.error();
    const commands::Sender& sender = work.sender();
    const bool is_stranger = sender.level == commands::Level::unknown;
    const Handling handling = handling_of(work.from(), work.request, options_.takes_passwords);
    if (handling == Handling::drop_forged) co_return dropped(work, "dropped-forged");
    if (handling == Handling::drop_unknown) co_return dropped(work, "dropped-unknown");
    const auto machine = work.parsed.no_reply;
    if (machine) {
        auto point = only_point(work.request, work.mail().written,
                                is_answer_of_itself(work.mail(), *machine));
        if (!point) co_return dropped(work, dropped_outcome(*machine));
        work.request.lines = {std::move(*point)};
    }
    work.is_answered = handling == Handling::reply && !machine && !is_wish_kept(work);
    const std::string key = is_stranger ? "address " + mime::address_key(sender.address)
                                        : "account " + to_string(sender.identity->account);
    const auto wait = reply_limit_.wait_for(key, work.now);
    if (is_stranger && (wait || !reply_limit_.can_answer_stranger(work.now))) {
        co_return dropped(work, "dropped-limited");
    }
    const auto mail = work.stored->id;
    if (wait && !reply_limit_.can_wait(key, mail, work.now)) {
        co_return dropped(work, "dropped-limited");
    }
    if (wait) co_return put_off(work, *wait);
    reply_limit_.end_wait(key, mail);
    if (handling == Handling::ask_again) co_return co_await ask_again(queue_, work);
    // Without commands it is words for another reader: its sender is told, too.
    if (work.from().is_wrong_bearer && work.request.lines.empty()) {
        work.answers.push_back(
            {work.mail().subject, text::doubted_text(sender.doubt, services_.site.url)});
    }
    tell_unread(work, services_.site.url);
    // A point alone is no command if its game is unknown.
    if (sender.is_superseded && work.request.lines.empty()) {
        work.answers.push_back({work.mail().subject, text::superseded_text(services_.site.url)});
    }
    auto done = co_await do_lines(work);
    if (!done && done.error().code == protocol::Code::rate_limited) {
        co_return put_off(work, std::chrono::seconds(done.error().retry_after_s.value_or(1)));
    }
    if (!done) co_return done.error();
    auto result = co_await reply_to_mail(services_, queue_, reply_limit_, work);
    if (result && work.parsed.fault) result->outcome = unread_outcome(*work.parsed.fault);
    co_return result;
}

// The part that a reply leaves out is known from the mail that is answered: by its token, or, if
// the From field can be trusted, by its subject.
base::Awaitable<Result<void>> MailProcessor::read_request(MailWork& work) {
    const commands::Sender& sender = work.sender();
    commands::MailContext context;
    context.normal_form = mime::normal_form;
    context.challenge = sender.answered_challenge();
    if (sender.is_superseded) {
        // Its numbers may mean other games.
    } else if (sender.claim) {
        context.game = sender.answered_game();
    } else if (sender.level != commands::Level::unknown) {
        context.game = commands::game_of_subject(work.mail().subject);
    }
    if (context.game) {
        auto view = co_await services_.views().get(*context.game, sender.identity->account);
        if (!view && commands::is_fault(view.error())) co_return view.error();
        if (view) work.match = view->shared_match();
        work.game = context.game;
    }
    if (work.match != nullptr) {
        context.board = &work.match->opening().lattice();
        context.position = &work.match->position();
        context.has_question = !work.match->proposals().empty();
    }
    if (const auto& page = work.mail().page_written) context.page = *page;
    work.request = commands::read_mail_commands(work.mail().subject, work.mail().written, context);
    co_return Result<void>();
}

base::Awaitable<Result<void>> MailProcessor::do_lines(MailWork& work) {
    const int count = static_cast<int>(work.request.lines.size());
    for (int line = 0; line < count; ++line) {
        auto done = co_await do_line(work, line);
        if (!done) co_return done.error();
        work.has_acted = work.has_acted || done->outcome == commands::Outcome::acted;
        work.has_shown = work.has_shown || done->outcome == commands::Outcome::answered;
        if (done->asks && !work.asks) work.asks = done->asks;
        const std::string& source = work.request.lines[static_cast<std::size_t>(line)].source;
        work.answers.push_back({source, std::move(done->text)});
    }
    co_return Result<void>();
}

commands::CommandTask MailProcessor::do_line(MailWork& work, int line) {
    const commands::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    if (std::holds_alternative<protocol::Error>(asked.command)) return explain(work, line);
    if (asked.login) return do_classic(work, line);
    return commands::run_command(context_of(services_, work, line, work.sender()),
                                 services_.commands,
                                 std::get<commands::MailCommand>(asked.command));
}

// Answers a line that can't be read. To a failed point the answer shows the board, if the sender
// may play there.
commands::CommandTask MailProcessor::explain(MailWork& work, int line) {
    const commands::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    const protocol::Error error = std::get<protocol::Error>(asked.command);
    const commands::Sender& sender = work.sender();
    auto too_old = commands::why_not_by_old_token(sender, services_.site.url);
    if (too_old && sender.is_superseded) co_return std::move(*too_old);
    if (sender.level == commands::Level::unknown && !sender.doubt.empty()) {
        co_return commands::refused_with(text::doubted_text(sender.doubt, services_.site.url));
    }
    if (too_old) co_return std::move(*too_old);
    const bool is_of_token = asked.game && sender.answered_game() == asked.game;
    if (!asked.is_point || !asked.game || sender.level == commands::Level::unknown ||
        (sender.level == commands::Level::token && !is_of_token)) {
        co_return commands::refused(error);
    }
    const commands::CommandContext context = context_of(services_, work, line, sender);
    co_return co_await commands::refuse_with_board(context, services_.views(), *asked.game, error);
}

// The password is in the command; it is good for that line only.
commands::CommandTask MailProcessor::do_classic(MailWork& work, int line) {
    const commands::MailLine& asked = work.request.lines[static_cast<std::size_t>(line)];
    if (!options_.takes_passwords) {
        co_return commands::CommandReply{
            text::password_text(services_.site.url), commands::Outcome::refused, {}};
    }
    std::string handle = asked.login->handle;
    std::string password = asked.login->password;
    std::string address = place_of(work);
    auto identity = co_await services_.accounts.identify(std::move(handle), std::move(password),
                                                         std::move(address));
    if (!identity) co_return commands::refused(identity.error());
    work.is_answered = !work.sender().address.empty();
    commands::Sender sender;
    sender.level = commands::Level::password;
    sender.address = work.sender().address;
    sender.identity = std::move(*identity);
    sender.is_superseded = work.sender().is_superseded;
    commands::CommandContext context = context_of(services_, work, line, sender);
    commands::MailCommand command = std::get<commands::MailCommand>(asked.command);
    co_return co_await commands::run_command(std::move(context), services_.commands,
                                             std::move(command));
}

}  // namespace tanbo::mail::inbound
