#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/inbound/parse.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::inbound {

// One mail with commands while it is processed.
struct MailWork {
    std::shared_ptr<const protocol::InboundMail> stored;
    ParsedMail parsed;
    base::Instant now;
    std::optional<protocol::GameId> game = {};        // that is answered
    std::shared_ptr<const engine::Match> match = {};  // its match, if the writer may see it
    commands::MailRequest request = {};
    std::vector<text::AnsweredLine> answers = {};
    bool is_answered = false;  // the writer may be sent an answer
    bool has_acted = false;
    bool has_shown = false;  // answered a question
    std::optional<notify::TokenClaim> asks = {};

    const mime::Mail& mail() const { return parsed.mail; }
    const AuthenticatedSender& from() const { return parsed.from; }
    const commands::Sender& sender() const { return parsed.from.sender; }
};

}  // namespace tanbo::mail::inbound
