#pragma once

#include <utility>

#include "server/mail/commands/command.hpp"

// How a command gets what its parameters name.
namespace tanbo::mail::commands {

// The argument that a command gets for a parameter of type Need&: one of those below, and no other.
template <class Need>
Need& need(const Services& services) = delete;

template <>
game::Referee& need(const Services& services);
template <>
game::Views& need(const Services& services);
template <>
lobby::Lobby& need(const Services& services);
template <>
chat::Chat& need(const Services& services);
template <>
account::Profiles& need(const Services& services);
template <>
account::SignUps& need(const Services& services);
template <>
notify::Agenda& need(const Services& services);
template <>
rating::Reports& need(const Services& services);
template <>
const notify::SignedTokens& need(const Services& services);
template <>
const AdmitMessage& need(const Services& services);

// Of the functions of that name, the one that takes such a command, called with what it needs.
template <class Command, class... Needs>
CommandTask call(CommandTask (*function)(const CommandContext&, Command, Needs&...),
                 const CommandContext& context, const Services& services, Command command) {
    return function(context, std::move(command), need<Needs>(services)...);
}

}  // namespace tanbo::mail::commands
