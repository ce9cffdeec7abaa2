#include <utility>
#include <variant>

#include "server/mail/commands/binder.hpp"

namespace tanbo::mail::commands {

CommandTask run_any(const CommandContext& context, const Needs& needs, MailCommand command) {
    return std::visit(
        [&]<class Command>(Command& what) {
            return call<Command>(&run, context, needs, std::move(what));
        },
        command);
}

}  // namespace tanbo::mail::commands
