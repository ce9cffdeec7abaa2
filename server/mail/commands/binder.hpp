#pragma once

#include <utility>

#include "server/base/type_list.hpp"
#include "server/mail/commands/command.hpp"

namespace tanbo::mail::commands {

// Of the functions of that name, the one that takes such a command, called with what its parameters
// name.
template <class Command, base::ContainedIn<Needs>... Parameters>
CommandTask call(CommandTask (*function)(const CommandContext&, Command, Parameters...),
                 const CommandContext& context, const Needs& needs, Command command) {
    return function(context, std::move(command), std::get<Parameters>(needs)...);
}

}  // namespace tanbo::mail::commands
