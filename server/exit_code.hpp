#pragma once

namespace tanbo::app {

// What tanbod ends with. Source: sysexits.h, where it has a number for the kind of failure.
enum ExitCode : int {
    exit_ok = 0,
    exit_refused = 1,        // by the rules of what was asked for
    exit_usage = 64,         // the command line
    exit_bad_database = 65,  // not ours, newer than this program, or changed behind its back
    exit_no_listen = 69,     // the address is taken or is not this machine's
    exit_fatal = 70,         // storage failed: start again to recover from the log
    exit_no_database = 73,   // it can't be opened or created
    exit_locked = 75,        // another process holds the database
    exit_config = 78         // the settings
};

}  // namespace tanbo::app
