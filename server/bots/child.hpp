#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tanbo::bots {

// A program to be run beside the server.
struct Program {
    std::string path;
    std::vector<std::string> arguments;  // without its own name
    std::string input;                   // what it reads first; its input stays open after that
    std::int64_t memory_bytes = 0;       // of address space; 0: no limit
};

// A process of the lowest priority (nice 19, SCHED_BATCH: with SCHED_IDLE it got nothing at all on
// a busy machine), in a process group of its own (out of reach of the terminal's signals), with
// none of the server's descriptors, variables or blocked signals. The kernel kills it if the thread
// that made it ends, also with the whole server.
//
// Thread: the one that made it.
class Child {
public:
    // Throws: std::system_error if there can be no process. That the program is missing shows
    // by its status, 127.
    explicit Child(const Program& program);
    // Kills it, if it has not ended.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    pid_t pid() const { return pid_; }
    // Standard output and error of the process, without blocking; -1 when it has closed them.
    int output() const { return output_; }
    // Its output since the last call; nothing more comes of it once it is closed.
    std::string read_output();

    // How it has ended, "status 1" or "signal 9", or nothing yet.
    std::optional<std::string> ended();

    // Ends its input, which asks it to end.
    void close_input();
    // Ends it, if its input's end and SIGTERM do not do so within this time.
    std::string end(std::chrono::milliseconds patience);

private:
    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::optional<std::string> ended_;
};

}  // namespace tanbo::bots
