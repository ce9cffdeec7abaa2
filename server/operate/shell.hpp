#pragma once

#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/config/config.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::app {

// Orders of `tanbod admin ...`: the same acts as REST, by the same code.
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

// Whether it only asks.
bool is_question(const AdminCommand& command);

// The answer to a question, one JSON object a line. Requires: is_question. Throws:
// store::StorageError.
protocol::Result<std::string> answer(store::Reader& reader, const AdminCommand& command);

// An order carried out.
struct Applied {
    std::string text;                           // to print
    std::vector<protocol::AccountId> accounts;  // with changed tokens
};

// Carries out what isn't a question. Requires: a verb of shell_verbs with its operands. Errors: of
// the operands, and those of admin::apply. Throws: store::StorageError. Thread: the writer thread.
protocol::Result<Applied> apply_command(store::Transaction& transaction,
                                        game::GameTransaction& games, const AdminCommand& command);

// Has the running server carry it out, or does so itself if none runs. Prints the entry of the
// audit log, or what was asked for. Says why if it is refused. Returns the exit code. Throws:
// store::StorageError.
int administer(const Config& config, const AdminCommand& command);

}  // namespace tanbo::app
