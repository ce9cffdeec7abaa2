#include "server/mail/inbound/queue.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "server/base/log.hpp"
#include "server/base/one_shot.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/outbound/queue.hpp"
#include "server/store/inbound_mails.hpp"

namespace tanbo::mail::inbound {
namespace {

using protocol::Result;
using Verdicts = std::vector<LmtpVerdict>;

// Replies first: if a mail was sent to other addresses of ours, too, it is understood best as
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
        const int room = store::room_for_inbound_mails_of(transaction, mail_.sender);
        if (room == 0) return decide_all(LmtpVerdict::sender_waits);
        if (!store::is_room_for_inbound_mail(transaction)) return decide_all(LmtpVerdict::full);
        const std::size_t copies_max = copies_bytes_max / std::max<std::size_t>(1, raw().size());
        std::size_t copies = 0;
        decide_all(LmtpVerdict::stored);
        for (const std::size_t i : order_) {
            if (is_repeated(i)) continue;
            if (copies == static_cast<std::size_t>(room)) {
                verdicts_[i] = LmtpVerdict::sender_waits;
            } else if (copies == copies_max) {
                verdicts_[i] = LmtpVerdict::too_many;
            } else {
                insert(transaction, mail_.recipients[i]);
                ++copies;
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

// Left part of the Message-ID of what answers the mail.
std::string message_of(protocol::InboundMailId mail, const Answer& answer) {
    if (!answer.message.empty()) return answer.message;
    return "r." + to_string(mail);
}

}  // namespace

base::Awaitable<Verdicts> InboundQueue::put(LmtpMail mail, std::string domain, base::Instant now,
                                            std::function<void()> on_mails) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Verdicts> answer(executor);
    store_.submit(
        std::make_unique<StoreJob>(std::move(mail), domain, now, std::move(on_mails), answer));
    co_return co_await answer.wait();
}

base::Awaitable<Result<std::vector<protocol::InboundMail>>> InboundQueue::waiting(base::Instant now,
                                                                                  int limit) {
    return store_.read([now, limit](store::Reader& reader) {
        return store::waiting_inbound_mails(reader, now, limit);
    });
}

base::Awaitable<Result<std::optional<base::Instant>>> InboundQueue::next_due() {
    return store_.read(
        [](store::Reader& reader) { return store::next_inbound_mail_due_at(reader); });
}

base::Awaitable<Result<int>> InboundQueue::refusals(base::Digest refusal, base::Instant since,
                                                    protocol::InboundMailId but, int limit) {
    return store_.read([=](store::Reader& reader) {
        return store::refusal_count(reader, refusal, since, but, limit);
    });
}

std::optional<protocol::InboundMail> find_processed(store::Reader& reader,
                                                    const base::Digest& fingerprint,
                                                    protocol::InboundMailId but) {
    const auto found = store::find_inbound_mail_by_fingerprint(reader, fingerprint);
    if (!found || *found == but) return std::nullopt;
    return store::find_inbound_mail(reader, *found);
}

InboundWaiting count_waiting(store::Reader& reader) {
    return {store::waiting_inbound_mail_count(reader),
            store::oldest_waiting_inbound_mail_at(reader)};
}

void store_result(store::Transaction& transaction, protocol::InboundMailId mail,
                  const MailResult& result, base::Instant now) {
    if (result.deferred_until) {
        store::defer_inbound_mail(transaction, mail, *result.deferred_until);
        return;
    }
    store::InboundOutcome outcome;
    outcome.outcome = result.outcome;
    outcome.account = result.account;
    outcome.fingerprint = result.fingerprint;
    outcome.refusal = result.refusal;
    outcome.blanks_raw = result.blanks_raw;
    outcome.done_at = now;
    std::string message;
    if (result.answer) {
        const Answer& answer = *result.answer;
        message = message_of(mail, answer);
        outcome.answer = message;
        outcome.answer_data = answer.data;
        outbound::queue_reply(transaction,
                              {message, answer.address, answer.account, answer.game, answer.data,
                               answer.is_asked_for},
                              now);
    }
    if (result.also) result.also(transaction);
    store::finish_inbound_mail(transaction, mail, outcome);
}

void postpone(store::Transaction& transaction, protocol::InboundMailId mail, base::Instant due_at) {
    store::postpone_inbound_mail(transaction, mail, due_at);
}

}  // namespace tanbo::mail::inbound
