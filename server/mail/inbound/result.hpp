#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "protocol/json/ids.hpp"
#include "protocol/people/mail_rows.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::store {
class Transaction;
}

namespace tanbo::mail::inbound {

// A mail that answers a mail.
struct Answer {
    std::string message = {};  // left part of its Message-ID; empty: "r.<mail>"
    std::string address;
    std::optional<protocol::AccountId> account = {};
    std::optional<protocol::GameId> game = {};
    std::string data;           // encode_reply_mail
    bool is_asked_for = false;  // the address itself has sent the mail
};

// The result of a mail that was processed, all of it in one transaction.
struct MailResult {
    std::string outcome;  // a word in kebab-case: a label of the metric
    std::optional<protocol::AccountId> account = {};
    std::optional<base::Digest> fingerprint = {};
    std::optional<Answer> answer = {};
    std::optional<base::Digest> refusal = {};  // what the answer is, if it refuses everything
    bool blanks_raw = false;
    std::function<void(store::Transaction&)> also = {};
    std::optional<base::Instant> deferred_until = {};  // it is not worked through yet after all
};

// One of which there is nothing more to say.
inline MailResult result_of(std::string outcome) {
    MailResult result;
    result.outcome = std::move(outcome);
    return result;
}

}  // namespace tanbo::mail::inbound
