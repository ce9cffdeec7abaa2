#include "server/mail/inbound/queue.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "server/account/mail_users.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/one_shot.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/outbound/queue.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"

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
    StoreJob(SortedMail sorted, std::string_view domain, base::Instant now,
             std::function<void()> on_mails, base::OneShot<Verdicts> answer)
        : sorted_(std::move(sorted)),
          order_(replies_first(recipients(), domain)),
          now_(now),
          on_mails_(std::move(on_mails)),
          answer_(std::move(answer)) {}

    void run(store::Transaction& transaction) override {
        const auto account = account_of_sender(transaction);
        rooms_ = {};
        const std::size_t copies_max =
            copies_bytes_max / std::max<std::size_t>(1, sorted_.mail.raw.size());
        std::size_t copies = 0;
        decide_all(LmtpVerdict::stored);
        for (const std::size_t i : order_) {
            if (is_repeated(i)) continue;
            const QueuePlace place = place_of_account(sorted_.places[i], account);
            const store::NewInboundMail mail = row_of(recipients()[i], place);
            if (!is_room(transaction, place.standing)) {
                verdicts_[i] = LmtpVerdict::full;
            } else if (store::room_for_inbound_mails_of(transaction, mail) <= 0) {
                verdicts_[i] = LmtpVerdict::sender_waits;
            } else if (copies == copies_max) {
                verdicts_[i] = LmtpVerdict::too_many;
            } else {
                store::insert_inbound_mail(transaction, mail);
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
    const std::vector<std::string>& recipients() const { return sorted_.mail.recipients; }

    void decide_all(LmtpVerdict verdict) { verdicts_.assign(recipients().size(), verdict); }

    // Looked up once: a full queue takes long to walk.
    bool is_room(store::Reader& reader, MailStanding standing) {
        std::optional<bool>& room = rooms_.at(store::is_of_account(standing) ? 0 : 1);
        if (!room) room = store::is_room_for_inbound_mail(reader, standing);
        return *room;
    }

    std::optional<protocol::AccountId> account_of_sender(store::Reader& reader) const {
        if (!sorted_.vouched_address) return std::nullopt;
        const auto user = account::find_mail_user(reader, *sorted_.vouched_address);
        return user ? std::optional(user->account) : std::nullopt;
    }

    // A recipient named twice has one mail. It shares the verdict of the first: what is stored
    // are those that come first.
    bool is_repeated(std::size_t index) {
        const auto begin = recipients().begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(index);
        const auto first = std::find(begin, end, *end);
        if (first == end) return false;
        verdicts_[index] = verdicts_[static_cast<std::size_t>(first - begin)];
        return true;
    }

    store::NewInboundMail row_of(std::string_view recipient, const QueuePlace& place) const {
        return {.sender = sorted_.mail.sender,
                .recipient = recipient,
                .raw = sorted_.mail.raw,
                .received_at = now_,
                .standing = place.standing,
                .share = place.share};
    }

    const SortedMail sorted_;
    const std::vector<std::size_t> order_;
    const base::Instant now_;
    const std::function<void()> on_mails_;
    const base::OneShot<Verdicts> answer_;
    Verdicts verdicts_;
    std::array<std::optional<bool>, 2> rooms_;  // for players, for strangers
};

// Left part of the Message-ID of what answers the mail.
std::string message_of(protocol::InboundMailId mail, const Answer& answer) {
    if (!answer.message.empty()) return answer.message;
    return "r." + to_string(mail);
}

}  // namespace

base::Awaitable<Verdicts> InboundQueue::put(SortedMail mail, std::string domain, base::Instant now,
                                            std::function<void()> on_mails) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Verdicts> answer(executor);
    store_.submit(
        std::make_unique<StoreJob>(std::move(mail), domain, now, std::move(on_mails), answer));
    co_return co_await answer.wait();
}

base::Awaitable<Result<std::optional<protocol::InboundMail>>> InboundQueue::next(
    std::vector<protocol::MailStanding> order, base::Instant now) {
    return store_.read([order = std::move(order),
                        now](store::Reader& reader) -> std::optional<protocol::InboundMail> {
        for (const protocol::MailStanding standing : order) {
            if (auto mail = store::next_inbound_mail(reader, standing, now)) return mail;
        }
        return std::nullopt;
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

void begin(store::Transaction& transaction, protocol::InboundMailId mail) {
    store::begin_inbound_mail(transaction, mail);
}

void postpone(store::Transaction& transaction, protocol::InboundMailId mail, base::Instant due_at) {
    store::postpone_inbound_mail(transaction, mail, due_at);
}

}  // namespace tanbo::mail::inbound
