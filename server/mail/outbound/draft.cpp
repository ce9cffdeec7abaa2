#include "server/mail/outbound/draft.hpp"

#include "protocol/people/mail_rows.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/outbound/zone.hpp"
#include "server/mail/text/account_mail.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/notify/channels/email/mail_names.hpp"

namespace tanbo::mail::outbound {

namespace {

constexpr std::string_view unreadable = "unreadable";

Draft text_draft(const protocol::OutgoingMail& mail, std::string subject, std::string text) {
    Draft draft;
    draft.to = mail.address;
    draft.mail.subject = std::move(subject);
    draft.mail.text = std::move(text);
    return draft;
}

Drafted draft_account_mail(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    const text::MailZone zone =
        mail.account ? zone_of(sources.reader, *mail.account, sources.zones) : text::MailZone{};
    text::MailText text =
        text::account_mail_text(mail.kind, protocol::decode_mail_data(mail.data), zone);
    if (text.subject.empty()) return NotNeeded{std::string(unreadable)};
    return text_draft(mail, std::move(text.subject), std::move(text.body));
}

Drafted draft_reply(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    auto reply = protocol::decode_reply_mail(mail.data);
    if (!reply) return NotNeeded{std::string(unreadable)};
    Draft draft = text_draft(mail, std::move(reply->subject), std::move(reply->text));
    draft.reply_token = sources.tokens.renew(reply->token);
    draft.references = std::move(reply->references);
    if (!reply->in_reply_to.empty()) draft.references.push_back(reply->in_reply_to);
    draft.in_reply_to = std::move(reply->in_reply_to);
    draft.game = mail.game;
    draft.origin = mime::AutoSubmitted::replied;
    return draft;
}

Drafted draft_link(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    auto link = protocol::decode_link_mail(mail.data);
    if (!link) return NotNeeded{std::string(unreadable)};
    link->link = notify::renewed_link(sources.tokens, link->link);
    Draft draft;
    if (mail.kind == "register") {
        draft = text_draft(mail, "Tanbo: create the account " + link->handle,
                           text::register_text(link->handle, link->link, link->expires_at, {}));
    } else {
        const auto game = mail.game.value_or(protocol::GameId{});
        if (!game::exists(sources.reader, game)) {
            return NotNeeded{"game-gone"};
        }
        draft = text_draft(
            mail, "Tanbo: confirm to follow game " + to_string(game),
            text::confirm_watch_text(game, link->mode, link->link, link->expires_at, {}));
    }
    draft.origin = mime::AutoSubmitted::replied;
    return draft;
}

}  // namespace

Drafted draft(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    if (mail.kind == "notice") return draft_notice(sources, mail);
    if (mail.kind == "board") return draft_board(sources, mail);
    if (mail.kind == "digest") return draft_digest(sources, mail);
    if (mail.kind == "reply") return draft_reply(sources, mail);
    if (mail.kind == "register" || mail.kind == "confirm-watch") return draft_link(sources, mail);
    return draft_account_mail(sources, mail);
}

std::optional<GameThen> read_game(const DraftSources& sources, protocol::GameId game,
                                  std::uint32_t seq) {
    auto past = game::read_historical_game(sources.reader, game, seq);
    if (!past) return std::nullopt;
    return GameThen{game, std::move(*past)};
}

text::GameFacts GameThen::facts(const DraftSources& sources, std::optional<engine::Seat> reader,
                                const text::MailZone& zone) const {
    return {id, log, then, reader, zone, sources.site};
}

mime::MailingList list_of(const DraftSources& sources, std::optional<protocol::GameId> game,
                          const std::string& unsubscribe_link) {
    const std::string token = unsubscribe_link.substr(unsubscribe_link.rfind('=') + 1);
    mime::MailingList list;
    list.id = game ? notify::name_in_epoch("game-" + to_string(*game), sources.tokens.epoch())
                   : "notices";
    list.id += '.' + sources.domain;
    list.name = game ? "Tanbo game " + to_string(*game) : "Tanbo";
    list.unsubscribe_url = unsubscribe_link;
    list.unsubscribe_address = mime::reply_address(token, sources.domain);
    return list;
}

}  // namespace tanbo::mail::outbound
