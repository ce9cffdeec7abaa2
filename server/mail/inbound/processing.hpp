#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/reading_budget.hpp"
#include "server/mail/inbound/reply_limit.hpp"
#include "server/mail/inbound/result.hpp"
#include "server/mail/inbound/work.hpp"

namespace tanbo::account {
class Accounts;
}
namespace tanbo::notify {
class MailChoices;
}

namespace tanbo::mail::inbound {

class InboundQueue;

struct ProcessingOptions {
    std::string authserv_id = {};  // its word about senders counts; empty: no server's
    bool takes_passwords = false;  // the classic form
    double mails_per_minute = 10;
    // CPU time for one mail at most, whatever its standing allows.
    std::chrono::milliseconds reading_time_max = mime::ReadingLimits{}.time_max;
    std::chrono::milliseconds reading_burst = inbound::reading_burst;
};

// The services by which mails are processed; what it refers to outlives the inbound worker.
struct MailServices {
    commands::Needs commands;
    account::Accounts& accounts;
    notify::MailChoices& mail_choices;
    base::Clock clock;
    commands::Site site;

    game::Referee& referee() const { return std::get<game::Referee&>(commands); }
    game::Views& views() const { return std::get<game::Views&>(commands); }
    const notify::SignedTokens& tokens() const {
        return std::get<const notify::SignedTokens&>(commands);
    }
};

// The processing of one mail. Thread: one I/O thread.
class MailProcessor {
public:
    // Requires: the queue, the budget and what the services refer to outlive it.
    MailProcessor(MailServices services, InboundQueue& queue, ReadingBudget& budget,
                  ProcessingOptions options);

    // Does what the mail asks, and yields its result; none of that is stored yet, and the call may
    // be repeated. Errors: faults. Throws: store::StorageError.
    base::Awaitable<protocol::Result<MailResult>> process(
        std::shared_ptr<const protocol::InboundMail> stored);

    // The fate of a mail that could not be processed.
    static MailResult set_aside(const protocol::InboundMail& stored);

    const MailServices& services() const { return services_; }

private:
    struct Received;

    base::Awaitable<protocol::Result<Received>> receive_within_budget(
        std::shared_ptr<const protocol::InboundMail> stored, base::Instant now);
    base::Awaitable<protocol::Result<MailResult>> obey(MailWork work);
    base::Awaitable<protocol::Result<void>> read_request(MailWork& work);
    base::Awaitable<protocol::Result<void>> do_lines(MailWork& work);
    commands::CommandTask do_line(MailWork& work, int line);
    commands::CommandTask do_classic(MailWork& work, int line);
    commands::CommandTask explain(MailWork& work, int line);

    const MailServices services_;
    InboundQueue& queue_;
    ReadingBudget& budget_;
    const ProcessingOptions options_;
    ReplyLimit reply_limit_;
};

}  // namespace tanbo::mail::inbound
