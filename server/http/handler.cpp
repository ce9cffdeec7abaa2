#include "server/http/handler.hpp"

#include "server/account/accounts.hpp"
#include "server/http/services.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::http {

template <>
account::Accounts& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts;
}
template <>
account::Addresses& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts.addresses();
}
template <>
account::Authenticator& need(const Services& /*services*/, const ThreadServices& here) {
    return here.authenticator;
}
template <>
account::Deletions& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts.deletions();
}
template <>
account::Profiles& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts.profiles();
}
template <>
account::Sessions& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts.sessions();
}
template <>
account::SignUps& need(const Services& services, const ThreadServices& /*here*/) {
    return services.accounts.sign_ups();
}
template <>
admin::Service& need(const Services& services, const ThreadServices& /*here*/) {
    return services.service;
}
template <>
const base::Clock& need(const Services& services, const ThreadServices& /*here*/) {
    return services.clock;
}
template <>
chat::Chat& need(const Services& services, const ThreadServices& /*here*/) {
    return services.chat;
}
template <>
chat::Notes& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notes;
}
template <>
const MessageLimit& need(const Services& services, const ThreadServices& /*here*/) {
    return services.messages;
}
template <>
const MetricsText& need(const Services& services, const ThreadServices& /*here*/) {
    return services.metrics_text;
}
template <>
const PublicUrl& need(const Services& services, const ThreadServices& /*here*/) {
    return services.public_url;
}
template <>
const SignUpLimit& need(const Services& services, const ThreadServices& /*here*/) {
    return services.sign_ups;
}
template <>
const Unready& need(const Services& services, const ThreadServices& /*here*/) {
    return services.unready;
}
template <>
game::Feed& need(const Services& /*services*/, const ThreadServices& here) {
    return here.feed;
}
template <>
game::Referee& need(const Services& services, const ThreadServices& /*here*/) {
    return services.referee;
}
template <>
game::Views& need(const Services& /*services*/, const ThreadServices& here) {
    return here.views;
}
template <>
lobby::Lobby& need(const Services& services, const ThreadServices& /*here*/) {
    return services.lobby;
}
template <>
const notify::Notices& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices;
}
template <>
const notify::SignedTokens& need(const Services& services, const ThreadServices& /*here*/) {
    return services.tokens;
}
template <>
notify::Agenda& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices.agenda;
}
template <>
notify::Feeds& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices.feeds;
}
template <>
notify::Inbox& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices.inbox;
}
template <>
notify::MailChoices& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices.mail_choices;
}
template <>
notify::Webhooks& need(const Services& services, const ThreadServices& /*here*/) {
    return services.notices.webhooks;
}
template <>
rating::Reports& need(const Services& services, const ThreadServices& /*here*/) {
    return services.ratings;
}
template <>
searches::Searches& need(const Services& services, const ThreadServices& /*here*/) {
    return services.searches;
}

}  // namespace tanbo::http
