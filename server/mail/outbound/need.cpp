#include "server/mail/outbound/need.hpp"

#include "protocol/mail_rows.hpp"
#include "server/account/mail_users.hpp"
#include "server/notify/notifications.hpp"

namespace tanbo::mail::outbound {
namespace {

bool has_seen(const protocol::OutgoingMail& mail, const protocol::NoticeMail& notice,
              const notify::NoticeSettings& settings, const game::Presence& presence) {
    if (settings.read_up_to >= notice.number) return true;
    return mail.game && presence.is_looking(*mail.account, *mail.game);
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
                           const game::Presence& presence) {
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
    const bool is_seen =
        notice && notice->is_away_only && has_seen(mail, *notice, settings, presence);
    return is_seen ? "seen" : "";
}

}  // namespace tanbo::mail::outbound
