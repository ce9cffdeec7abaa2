#pragma once

namespace tanbo::app {

// The status that tanbod ends with. Source: sysexits.h, if it has a number for the kind of
// failure.
enum ExitCode : int {
    exit_ok = 0,
    exit_refused = 1,  // by the rules of what was asked for
    exit_usage = 64,   // the command line
    // Found when it is opened: not ours, newer than this program, damaged or changed behind its
    // back.
    exit_bad_database = 65,
    exit_data = 65,         // of mail-in: a message that is not taken
    exit_no_input = 66,     // of mail-in: no message
    exit_no_user = 67,      // of mail-in: no such address
    exit_unavailable = 69,  // of mail-in: refused for another reason
    exit_no_listen = 69,    // the address is taken or is not this machine's
    exit_fatal = 70,        // storage failed: start again to recover from the log
    exit_no_database = 73,  // it can't be opened or created
    exit_try_again = 75,    // of mail-in: the mail server keeps the message and brings it again
    exit_locked = 75,       // another process holds the database, or can't live with what is new
    exit_config = 78        // the settings
};

}  // namespace tanbo::app
