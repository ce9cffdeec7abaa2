#include "server/mail/inbound/lmtp/lmtp_handler.hpp"

#include <algorithm>
#include <utility>

#include "server/base/log.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/standing.hpp"

namespace tanbo::mail::inbound {
namespace {

using base::Awaitable;

LmtpStep follow(Lmtp& session, const net::LineRead& read, bool has_more) {
    switch (read.event) {
        case net::LineEvent::line:
            return session.on_line(read.text, has_more);
        case net::LineEvent::fault:
            return session.on_fault(read.fault);
        case net::LineEvent::draining:
            return session.on_drain();
        case net::LineEvent::timed_out:
            return session.on_timeout();
        case net::LineEvent::ended:
            break;
    }
    return LmtpStep::close;
}

}  // namespace

std::string lmtp_busy_answer() {
    return "421 4.3.2 Too many connections.\r\n";
}

LmtpHandler::LmtpHandler(InboundQueue& queue, const MailSorter& sorter, const base::Clock& clock,
                         base::Metrics& metrics, const LmtpLimits& limits,
                         std::function<void()> on_mails)
    : queue_(queue),
      sorter_(sorter),
      clock_(clock),
      limits_(limits),
      on_mails_(std::move(on_mails)),
      received_(metrics.counter("tanbo_inbound_mail_received_total",
                                "Received emails stored, one per recipient.")),
      bytes_(metrics.counter("tanbo_inbound_mail_received_bytes_total",
                             "Bytes of received emails stored.")),
      deferred_(metrics.counter("tanbo_inbound_mail_deferred_total",
                                "Received emails deferred: the mail server delivers them again.")),
      refused_mails_(metrics.counter("tanbo_inbound_mail_refused_total",
                                     "Emails and recipients refused permanently.",
                                     {{"what", "letter"}})),
      refused_recipients_(metrics.counter("tanbo_inbound_mail_refused_total",
                                          "Emails and recipients refused permanently.",
                                          {{"what", "recipient"}})) {}

Awaitable<void> LmtpHandler::serve(net::LineConnection& connection) {
    Lmtp session(sorter_.domain(), limits_);
    LmtpStep step = LmtpStep::read;
    while (step != LmtpStep::close) {
        if (step == LmtpStep::store) {
            step = co_await store(session);
        } else {
            step = co_await converse(session, connection);
        }
    }
    const std::string rest = session.take_output();
    co_await connection.write(rest);
}

// The next line. Before it is waited for, what has been answered goes out.
Awaitable<LmtpStep> LmtpHandler::converse(Lmtp& session, net::LineConnection& connection) {
    auto taken = connection.take();
    if (!taken) {
        const std::string output = session.take_output();
        const bool is_written = co_await connection.write(output);
        if (!is_written) co_return LmtpStep::close;
        taken = co_await connection.read();
    }
    const LmtpStep step = follow(session, *taken, connection.has_more());
    count(session.take_refusals());
    co_return step;
}

Awaitable<LmtpStep> LmtpHandler::store(Lmtp& session) {
    LmtpMail mail = session.take_mail();
    const std::size_t bytes = mail.raw.size();
    const base::Instant now = clock_();
    SortedMail sorted = sorter_.sort(std::move(mail), now);
    const auto verdicts = co_await queue_.put(std::move(sorted), sorter_.domain(), now, on_mails_);
    const auto stored = static_cast<std::size_t>(std::ranges::count(verdicts, LmtpVerdict::stored));
    received_.add(stored);
    bytes_.add(stored * bytes);
    deferred_.add(verdicts.size() - stored);
    base::log::info("mail-accepted", "mail accepted",
                    {{"bytes", bytes}, {"recipients", verdicts.size()}, {"stored", stored}});
    co_return session.on_stored(verdicts);
}

void LmtpHandler::count(const LmtpRefusals& refusals) {
    refused_mails_.add(refusals.mails);
    refused_recipients_.add(refusals.recipients);
}

}  // namespace tanbo::mail::inbound
