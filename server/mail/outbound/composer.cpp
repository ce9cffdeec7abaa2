#include "server/mail/outbound/composer.hpp"

#include <algorithm>
#include <utility>

#include "server/mail/mime/recipient.hpp"
#include "server/mail/outbound/draft.hpp"
#include "server/mail/outbound/queue.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/notify/channels/email/mail_names.hpp"

namespace tanbo::mail::outbound {

namespace {

// The root of a game's thread, which was never sent: mail programs group what refers to it.
std::string thread_root(protocol::GameId game, protocol::Epoch epoch, const std::string& domain) {
    return notify::name_in_epoch("game." + to_string(game), epoch) + '@' + domain;
}

void set_thread(mime::Message& message, Draft& draft, protocol::Epoch epoch,
                const std::string& domain) {
    message.references = std::move(draft.references);
    message.in_reply_to = std::move(draft.in_reply_to);
    if (!draft.game) return;
    const std::string root = thread_root(*draft.game, epoch, domain);
    message.references.insert(message.references.begin(), root);
    if (message.in_reply_to.empty()) message.in_reply_to = root;
}

std::string answers_to(const Draft& draft, const std::string& domain) {
    std::string address = mime::reply_address(draft.reply_token, domain);
    const bool has_token = !draft.reply_token.empty() && mime::is_plain_address(address);
    return has_token ? address : mime::commands_address(domain);
}

}  // namespace

Composer::Composer(MailQueue& queue, const notify::SignedTokens& tokens, ComposerOptions options,
                   const base::TimeZones& zones)
    : queue_(queue), tokens_(tokens), options_(std::move(options)), zones_(zones) {}

Composed Composer::compose(const protocol::OutgoingMail& mail) {
    Drafted drafted = queue_.read([&](store::Reader& reader) {
        return draft({reader, tokens_, zones_, options_.domain, options_.site}, mail);
    });
    if (auto* const done = std::get_if<NotNeeded>(&drafted)) return std::move(*done);
    Draft& draft = std::get<Draft>(drafted);
    if (!mime::is_plain_address(draft.to)) return NotNeeded{"bad-address"};

    mime::Message message;
    message.from = {options_.from_name, mime::commands_address(options_.domain)};
    message.to = {{}, draft.to};
    message.reply_to = mime::Mailbox{options_.from_name, answers_to(draft, options_.domain)};
    message.subject = std::move(draft.mail.subject);
    message.message_id =
        notify::name_in_epoch(mail.message, tokens_.epoch()) + '@' + options_.domain;
    // A digest is begun a day before it is sent.
    message.date = std::max(mail.created_at, mail.due_at);
    message.origin = draft.origin;
    message.list = std::move(draft.list);
    message.text = std::move(draft.mail.text);
    message.html = std::move(draft.mail.html);
    message.attachments = std::move(draft.attachments);
    set_thread(message, draft, tokens_.epoch(), options_.domain);
    if (draft.board) {
        const auto png = pictures_.png(protocol::BoardView(*draft.board));
        message.pictures.push_back({std::string(text::board_content_id), "board.png", *png});
    }

    const std::string token = notify::bounce_token(tokens_, mail.id, mail.created_at);
    return Outgoing{mime::bounce_address(token, options_.domain), draft.to,
                    mime::message_bytes(message)};
}

}  // namespace tanbo::mail::outbound
