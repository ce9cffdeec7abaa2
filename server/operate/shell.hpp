#pragma once

#include <string>
#include <vector>

#include "server/config/config.hpp"

namespace tanbo::app {

// Orders of `tanbod admin ...`: the same acts as REST, by the same code, while no
// server runs.
struct AdminCommand {
    std::string verb;                   // as in `tanbod admin --help`
    std::vector<std::string> operands;  // what follows it
    std::string reason = "by the operator";
    std::string until;  // an instant or a day; empty: until revoked
};

// One verb of the shell.
struct ShellVerb {
    const char* name;
    const char* help;
    std::vector<const char*> operands;
    bool has_reason;
    bool has_until;
};
const std::vector<ShellVerb>& shell_verbs();

// Carries it out and prints the entry of the audit log, or what was asked for: one JSON object a
// line. Says why if it is refused. Returns the exit code. Throws: store::StorageError.
int administer(const Config& config, const AdminCommand& command);

}  // namespace tanbo::app
