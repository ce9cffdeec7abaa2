#pragma once

#include <variant>

#include "server/config/config.hpp"
#include "server/operate/admin.hpp"
#include "server/operate/backups.hpp"
#include "server/operate/copy.hpp"
#include "server/operate/mail_in.hpp"
#include "server/operate/shell.hpp"

namespace tanbo::app {

// The request of the command line.
struct Arguments {
    enum class Command {
        serve,
        check_config,
        init,
        migrate,
        back_up,
        restore,
        check,
        copy,
        reopen,
        rebuild_summaries,
        recompute_ratings,
        administer,
        outbox,
        mail_in,
        version
    };

    Command command = Command::serve;
    Sources sources;
    AdminCommand order;         // of administer
    MailIn mail;                // of mail-in
    BackupOptions backup;       // of backup
    CopyOptions copy;           // of copy
    std::string file;           // of restore and check; empty: the database
    MigrateOptions migrate;     // of migrate
    bool is_reference = false;  // of check-config
    OutboxOptions outbox;       // of admin outbox
};

// Nothing is done but to print help or what is wrong; then the exit code is returned.
std::variant<Arguments, int> parse_arguments(int argc, const char* const* argv);

}  // namespace tanbo::app
