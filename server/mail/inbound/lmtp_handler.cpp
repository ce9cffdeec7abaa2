#include "server/mail/inbound/lmtp_handler.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "server/base/log.hpp"
#include "server/base/one_shot.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/store/inbound_mails.hpp"
#include "server/store/store.hpp"

namespace tanbo::mail::inbound {
namespace {

using base::Awaitable;
using Verdicts = std::vector<LmtpVerdict>;

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

// Replies first: where a mail was sent to other addresses of ours, too, it is understood best as
// the answer to a mail.
std::vector<std::size_t> replies_first(const std::vector<std::string>& recipients,
                                       std::string_view domain) {
    std::vector<std::size_t> order;
    std::vector<std::size_t> others;
    for (std::size_t index = 0; index < recipients.size(); ++index) {
        const auto recipient = mime::read_recipient(recipients[index], domain);
        const bool is_reply = recipient && recipient->kind == mime::RecipientKind::reply;
        (is_reply ? order : others).push_back(index);
    }
    order.insert(order.end(), others.begin(), others.end());
    return order;
}

// A row for each recipient, and one verdict.
class StoreJob final : public store::Job {
public:
    StoreJob(LmtpMail mail, std::string_view domain, base::Instant now,
             std::function<void()> on_mails, base::OneShot<Verdicts> answer)
        : mail_(std::move(mail)),
          order_(replies_first(mail_.recipients, domain)),
          now_(now),
          on_mails_(std::move(on_mails)),
          answer_(std::move(answer)) {}

    void run(store::Transaction& transaction) override {
        if (!store::is_room_for_inbound_mail(transaction)) return decide_all(LmtpVerdict::full);
        const std::size_t copies_max = copies_bytes_max / std::max<std::size_t>(1, raw().size());
        std::size_t copies = 0;
        decide_all(LmtpVerdict::stored);
        for (const std::size_t i : order_) {
            if (is_repeated(i)) continue;
            if (copies++ < copies_max) {
                insert(transaction, mail_.recipients[i]);
            } else {
                verdicts_[i] = LmtpVerdict::too_many;
            }
        }
    }

    void committed() noexcept override {
        if (on_mails_) on_mails_();
        answer_.set(std::move(verdicts_));
    }

    void failed(const store::StorageError& error) noexcept override {
        base::log::warn("mail-not-stored", "a mail could not be stored",
                        {{"fault", store::name(error.fault())}, {"detail", error.what()}});
        const bool is_full = error.fault() == store::Fault::full;
        decide_all(is_full ? LmtpVerdict::full : LmtpVerdict::unavailable);
        answer_.set(std::move(verdicts_));
    }

private:
    const std::string& raw() const { return mail_.raw; }

    void decide_all(LmtpVerdict verdict) { verdicts_.assign(mail_.recipients.size(), verdict); }

    // A recipient named twice has one mail. It shares the verdict of the first: what is stored
    // are those that come first.
    bool is_repeated(std::size_t index) {
        const auto begin = mail_.recipients.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(index);
        const auto first = std::find(begin, end, *end);
        if (first == end) return false;
        verdicts_[index] = verdicts_[static_cast<std::size_t>(first - begin)];
        return true;
    }

    void insert(store::Transaction& transaction, const std::string& recipient) const {
        store::insert_inbound_mail(transaction, {.sender = mail_.sender,
                                                 .recipient = recipient,
                                                 .raw = mail_.raw,
                                                 .received_at = now_});
    }

    const LmtpMail mail_;
    const std::vector<std::size_t> order_;
    const base::Instant now_;
    const std::function<void()> on_mails_;
    const base::OneShot<Verdicts> answer_;
    Verdicts verdicts_;
};

}  // namespace

std::string lmtp_busy_answer() {
    return "421 4.3.2 Too many connections.\r\n";
}

LmtpHandler::LmtpHandler(store::Store& store, const base::Clock& clock, base::Metrics& metrics,
                         LmtpHandlerOptions options, std::function<void()> on_mails)
    : store_(store),
      clock_(clock),
      options_(std::move(options)),
      on_mails_(std::move(on_mails)),
      received_(metrics.counter("tanbo_letters_received_total",
                                "Letters stored, one for each recipient.")),
      bytes_(metrics.counter("tanbo_letters_received_bytes_total", "Their bytes.")),
      deferred_(metrics.counter("tanbo_letters_deferred_total",
                                "Letters that the mail server has to bring again.")),
      refused_mails_(metrics.counter("tanbo_letters_refused_total",
                                     "Letters and recipients refused for good.",
                                     {{"what", "letter"}})),
      refused_recipients_(metrics.counter("tanbo_letters_refused_total",
                                          "Letters and recipients refused for good.",
                                          {{"what", "recipient"}})) {}

Awaitable<void> LmtpHandler::serve(net::LineConnection& connection) {
    Lmtp session(options_.domain, options_.limits);
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
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Verdicts> answer(executor);
    const base::Instant now = clock_();
    store_.submit(
        std::make_unique<StoreJob>(std::move(mail), options_.domain, now, on_mails_, answer));
    const Verdicts verdicts = co_await answer.wait();
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
