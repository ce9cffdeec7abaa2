#include "server/cli/engines/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

extern char** environ;

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

int ms_until(Clock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    return static_cast<int>(std::clamp(left, milliseconds{0}, milliseconds{60'000}).count());
}

// Waits until something can be done with the descriptor; false when the time is up.
bool await(int descriptor, short events, Clock::time_point deadline) {
    while (true) {
        pollfd ready{descriptor, events, 0};
        const int count = ::poll(&ready, 1, ms_until(deadline));
        if (count > 0) return true;
        if (Clock::now() >= deadline) return false;
    }
}

struct Pipe {
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            throw std::runtime_error("no file descriptors left");
        }
    }
    std::array<int, 2> ends{};  // read, write
};

struct Event {
    Event() = default;
    ~Event() { ::close(descriptor); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    int descriptor = ::eventfd(0, EFD_CLOEXEC);
};

// The command of the shell in a process group of its own, with the signals as usual.
pid_t spawn(const std::string& command, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    sigset_t usual;
    sigemptyset(&usual);
    posix_spawnattr_setsigmask(&attributes, &usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh";
    std::string flag = "-c";
    std::string said = command;
    char* const arguments[] = {shell.data(), flag.data(), said.data(), nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error == 0 ? pid : -1;
}

// Waits for its end, at most so long. True if it has ended.
bool has_gone(pid_t pid, milliseconds grace) {
    constexpr milliseconds look_every{5};
    const auto deadline = Clock::now() + grace;
    while (true) {
        siginfo_t info{};
        const int waited =
            ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
        if (waited != 0 || info.si_pid == pid) return true;
        if (Clock::now() >= deadline) return false;
        std::this_thread::sleep_for(look_every);
    }
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command) {
    const Pipe to;
    const Pipe from;
    const Pipe errors;
    pid_ = spawn(command, to.ends[0], from.ends[1], errors.ends[1]);
    for (const int theirs : {to.ends[0], from.ends[1], errors.ends[1]}) ::close(theirs);
    input_ = to.ends[1];
    output_ = from.ends[0];
    errors_ = errors.ends[0];
    for (const int ours : {input_, output_, errors_}) ::fcntl(ours, F_SETFL, O_NONBLOCK);
    if (pid_ > 0) {
        relay_ = std::jthread([this](const std::stop_token& stop) { relay_errors(stop); });
        return;
    }
    for (const int ours : {input_, output_, errors_}) ::close(ours);
    throw std::runtime_error("\"" + command + "\" can't be run");
}

ChildProcess::~ChildProcess() {
    constexpr milliseconds grace{200};
    ::close(input_);
    has_gone(pid_, grace);
    // Not reaped yet, so the number still means it and what it has started.
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    relay_.request_stop();
    relay_.join();
    ::close(output_);
    ::close(errors_);
}

std::string ChildProcess::end_in_words() const {
    constexpr milliseconds grace{2'000};  // between the end of its output and its own
    siginfo_t info{};
    const bool is_known =
        has_gone(pid_, grace) &&
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_;
    if (!is_known) return "closed its output";
    const std::string number = std::to_string(info.si_status);
    return info.si_code == CLD_EXITED ? "ended with status " + number
                                      : "was killed by signal " + number;
}

// Prints what comes until the last writer is gone, or `stop` is asked for. The pipe is emptied once
// more then, and no more: a process that got away may go on for good.
void ChildProcess::relay_errors(const std::stop_token& stop) const {
    constexpr int last_reads_max = 16;
    const Event told;
    const std::stop_callback tell(stop, [&told] { ::eventfd_write(told.descriptor, 1); });
    LineReader lines;
    const auto print_lines = [&lines] {
        while (const auto line = lines.next()) {
            if (!line->empty()) print_error("engine: " + printable(*line) + "\n");
        }
    };
    for (int last_reads = 0; last_reads < last_reads_max;) {
        pollfd ready[] = {{errors_, POLLIN, 0}, {told.descriptor, POLLIN, 0}};
        if (::poll(ready, 2, -1) < 0) continue;
        std::array<char, 4096> bytes;
        const ssize_t count = ::read(errors_, bytes.data(), bytes.size());
        const bool is_empty = count < 0 && (errno == EAGAIN || errno == EINTR);
        if (count > 0) lines.feed({bytes.data(), static_cast<std::size_t>(count)});
        print_lines();
        if (count <= 0 && (!is_empty || ready[1].revents != 0)) break;
        if (ready[1].revents != 0) ++last_reads;
    }
    lines.finish();
    print_lines();
}

bool ChildProcess::send(std::string_view line, Time deadline) {
    const std::string bytes = std::string(line) + "\n";
    std::string_view left = bytes;
    while (!left.empty()) {
        const ssize_t count = ::write(input_, left.data(), left.size());
        if (count > 0) {
            left.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            if (!await(input_, POLLOUT, deadline)) return false;
        } else if (errno != EINTR) {
            has_ended_ = true;
            return false;
        }
    }
    return true;
}

std::optional<std::string> ChildProcess::receive(Time deadline) {
    while (true) {
        if (auto line = reader_.next()) return line;
        if (has_ended_ || !await(output_, POLLIN, deadline)) return std::nullopt;
        std::array<char, 65536> bytes;
        const ssize_t count = ::read(output_, bytes.data(), bytes.size());
        if (count > 0) reader_.feed({bytes.data(), static_cast<std::size_t>(count)});
        if (count == 0) has_ended_ = true;
        if (count < 0 && errno != EINTR && errno != EAGAIN) has_ended_ = true;
    }
}

}  // namespace tanbo::cli
