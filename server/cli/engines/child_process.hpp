#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

#include "server/cli/engines/line_reader.hpp"

namespace tanbo::cli {

// A command of the shell that runs beside us, and what we say to one another by lines. It is ended
// with us: its input ends, and whatever is left of it is killed. What it writes to standard error
// is printed there line by line, through the filter of the terminal.
class ChildProcess {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Throws: std::runtime_error if no process can be made.
    explicit ChildProcess(const std::string& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // False if it does not take the line in time, or is gone. Requires: SIGPIPE is ignored.
    bool send(std::string_view line, Time deadline);
    // Its next line; nothing if none comes in time, or it is gone.
    std::optional<std::string> receive(Time deadline);
    // It reads or writes no more.
    bool has_ended() const { return has_ended_; }
    // Says in a few words how it ended: "ended with status 127", "was killed by signal 11", or that
    // it has only closed its output. Requires: has_ended().
    std::string end_in_words() const;

private:
    void relay_errors(const std::stop_token& stop) const;

    pid_t pid_ = -1;
    int input_ = -1;   // of it: we write
    int output_ = -1;  // of it: we read
    int errors_ = -1;  // of it: we read
    LineReader reader_;
    bool has_ended_ = false;
    std::jthread relay_;  // last: it uses all of the above
};

}  // namespace tanbo::cli
