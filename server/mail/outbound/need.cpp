#include "server/mail/outbound/need.hpp"

#include "protocol/mail_rows.hpp"
#include "server/store/addresses.hpp"
#include "server/store/mail_mutes.hpp"
#include "server/store/notices.hpp"

namespace tanbo::mail::outbound {
namespace {

// Whether mail to the account may go to that address.
bool takes_mail(store::Reader& reader, const store::Mail& mail) {
    const auto address = store::find_verified(reader, store::address_key(mail.address));
    return address && address->account == *mail.account && !address->stopped_at;
}

bool has_seen(const store::Mail& mail, const protocol::NoticeMail& notice,
              const store::NoticeSettings& settings, const game::Presence& presence) {
    if (settings.read_up_to >= notice.number) return true;
    return mail.game && presence.is_looking(*mail.account, *mail.game);
}

std::string why_not(store::Reader& reader, const store::Mail& mail,
                    const store::NoticeSettings& settings) {
    if (!takes_mail(reader, mail)) return "address-stopped";
    if (settings.mode == store::NoticeMode::off) return "mails-off";
    const bool is_muted = mail.game && store::is_mail_muted(reader, *mail.account, *mail.game);
    return is_muted ? "game-muted" : "";
}

}  // namespace

std::string why_not_needed(store::Reader& reader, const store::Mail& mail,
                           const game::Presence& presence) {
    const bool is_digest = mail.kind == "digest";
    if (!mail.account || (mail.kind != "notice" && !is_digest)) return {};
    const auto settings = store::notice_settings(reader, *mail.account);
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
