#include "server/mail/outbound/need.hpp"

#include "protocol/people/mail_rows.hpp"
#include "server/account/mail_users.hpp"
#include "server/notify/notifications.hpp"

namespace tanbo::mail::outbound {
namespace {

bool is_looking(store::Reader& reader, const protocol::OutgoingMail& mail,
                const game::Presence& presence, base::Instant now) {
    return mail.game && presence.is_looking(reader, *mail.account, *mail.game, now);
}

std::string why_not(store::Reader& reader, const protocol::OutgoingMail& mail,
                    const notify::NoticeSettings& settings) {
    if (!account::takes_mail_at(reader, *mail.account, mail.address)) return "address-stopped";
    if (settings.mode == protocol::NoticeMode::off) return "mails-off";
    const bool is_muted = mail.game && notify::is_muted(reader, *mail.account, *mail.game);
    return is_muted ? "game-muted" : "";
}

}  // namespace

std::string why_not_needed(store::Reader& reader, const protocol::OutgoingMail& mail,
                           const game::Presence& presence, base::Instant now) {
    const bool is_digest = mail.kind == "digest";
    if (!mail.account || (mail.kind != "notice" && !is_digest)) return {};
    const auto settings = notify::settings_of(reader, *mail.account);
    std::string why = why_not(reader, mail, settings);
    if (!why.empty()) return why;
    if (is_digest) {
        const auto digest = protocol::decode_digest_mail(mail.data);
        return digest && settings.read_up_to >= digest->to ? "seen" : "";
    }
    const auto notice = protocol::decode_notice_mail(mail.data);
    if (!notice || !notice->is_away_only) return {};
    const bool is_seen =
        settings.read_up_to >= notice->number || is_looking(reader, mail, presence, now);
    return is_seen ? "seen" : "";
}

}  // namespace tanbo::mail::outbound
