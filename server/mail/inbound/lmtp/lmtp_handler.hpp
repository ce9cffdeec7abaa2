#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/mail/inbound/lmtp/lmtp.hpp"
#include "server/net/lines/line_listener.hpp"

// The place to which mail servers deliver.
namespace tanbo::mail::inbound {

class InboundQueue;
class MailSorter;

// The answer to a mail server that can't be served at all.
std::string lmtp_busy_answer();

// Conversations with mail servers: a mail is answered with 250 when it is durable. Its text and
// its addresses are in no log.
class LmtpHandler final : public net::LineHandler {
public:
    // `on_mails` is called on the writer's thread when mails have come. The others outlive it.
    LmtpHandler(InboundQueue& queue, const MailSorter& sorter, const base::Clock& clock,
                base::Metrics& metrics, const LmtpLimits& limits, std::function<void()> on_mails);

    base::Awaitable<void> serve(net::LineConnection& connection) override;

private:
    base::Awaitable<LmtpStep> converse(Lmtp& session, net::LineConnection& connection);
    base::Awaitable<LmtpStep> store(Lmtp& session);
    void count(const LmtpRefusals& refusals);

    InboundQueue& queue_;
    const MailSorter& sorter_;
    const base::Clock clock_;
    const LmtpLimits limits_;
    const std::function<void()> on_mails_;
    base::Counter& received_;
    base::Counter& bytes_;
    base::Counter& deferred_;
    base::Counter& refused_mails_;
    base::Counter& refused_recipients_;
};

}  // namespace tanbo::mail::inbound
