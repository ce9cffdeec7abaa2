#include <utility>
#include <variant>

#include "server/account/accounts.hpp"
#include "server/mail/commands/binder.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::mail::commands {

template <>
game::Referee& need(const Services& services) {
    return services.referee;
}
template <>
game::Views& need(const Services& services) {
    return services.views;
}
template <>
lobby::Lobby& need(const Services& services) {
    return services.lobby;
}
template <>
chat::Chat& need(const Services& services) {
    return services.chat;
}
template <>
account::Profiles& need(const Services& services) {
    return services.accounts.profiles();
}
template <>
account::SignUps& need(const Services& services) {
    return services.accounts.sign_ups();
}
template <>
notify::Agenda& need(const Services& services) {
    return services.notices.agenda;
}
template <>
rating::Reports& need(const Services& services) {
    return services.ratings;
}
template <>
const notify::SignedTokens& need(const Services& services) {
    return services.tokens;
}
template <>
const AdmitMessage& need(const Services& services) {
    return services.admit_message;
}

CommandTask run_any(const CommandContext& context, const Services& services, MailCommand command) {
    return std::visit(
        [&]<class Command>(Command& what) {
            return call<Command>(&run, context, services, std::move(what));
        },
        command);
}

}  // namespace tanbo::mail::commands
