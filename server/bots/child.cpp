#include "server/bots/child.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tanbo::bots {

namespace {

constexpr int not_run = 127;  // as a shell says that there is no such program
constexpr int lowest_priority = 19;
constexpr std::chrono::milliseconds end_glance{10};
constexpr std::chrono::milliseconds killed_within{5'000};  // longer only if it can't be
constexpr std::size_t read_at_once = 4'096;
constexpr std::size_t read_bytes_max = std::size_t{64} * 1024;  // of one call

using Pipe = std::array<int, 2>;  // to read from, to write to

Pipe make_pipe() {
    Pipe pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe of the bots");
    }
    return pipe;
}

void close_pipe(const Pipe& pipe) {
    for (const int descriptor : pipe) close(descriptor);
}

// The needs of a new process, made before there is one: after fork() nothing may be allocated.
struct Prepared {
    explicit Prepared(const Program& program) : path(program.path), memory(program.memory_bytes) {
        texts.push_back(path);
        texts.insert(texts.end(), program.arguments.begin(), program.arguments.end());
        for (std::string& text : texts) arguments.push_back(text.data());
        arguments.push_back(nullptr);
        // Each of malloc's arenas reserves address space, which is what is limited.
        variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "MALLOC_ARENA_MAX=2"};
        for (std::string& text : variables) environment.push_back(text.data());
        environment.push_back(nullptr);
    }

    std::string path;
    std::int64_t memory;
    std::vector<std::string> texts;
    std::vector<std::string> variables;
    std::vector<char*> arguments;
    std::vector<char*> environment;
};

void limit(__rlimit_resource resource, rlim_t most) {
    const rlimit bound{most, most};
    setrlimit(resource, &bound);
}

void reset_signals() {
    std::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

// In the new process, by system calls alone: other threads may have held locks when it began.
[[noreturn]] void become(const Prepared& prepared, const Pipe& input, const Pipe& output,
                         pid_t parent) {
    // Not setsid(): a session gets a share of the processors of its own, whatever its priority.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(not_run);  // it has died meanwhile
    setpriority(PRIO_PROCESS, 0, lowest_priority);
    const sched_param none{};
    sched_setscheduler(0, SCHED_BATCH, &none);
    limit(RLIMIT_CORE, 0);  // tokens are in its memory
    if (prepared.memory > 0) limit(RLIMIT_AS, static_cast<rlim_t>(prepared.memory));
    reset_signals();
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    execve(prepared.path.c_str(), prepared.arguments.data(), prepared.environment.data());
    _exit(not_run);
}

std::string described(int status) {
    if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
    return "status " + std::to_string(WEXITSTATUS(status));
}

// It is small enough for the pipe to take it whole.
void write_all(int descriptor, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;  // it has ended already, which shows
        done += static_cast<std::size_t>(written);
    }
}

void do_not_block(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

Child::Child(const Program& program) {
    const Prepared prepared(program);
    const Pipe input = make_pipe();
    Pipe output{};
    try {
        output = make_pipe();
    } catch (const std::system_error&) {
        close_pipe(input);
        throw;
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) become(prepared, input, output, parent);
    const int failure = errno;
    close(input[0]);
    close(output[1]);
    input_ = input[1];
    output_ = output[0];
    if (pid_ < 0) {
        close(input_);
        close(output_);
        throw std::system_error(failure, std::generic_category(), "process of the bots");
    }
    do_not_block(input_);
    do_not_block(output_);
    write_all(input_, program.input);
}

Child::~Child() {
    end(std::chrono::milliseconds(0));
    if (output_ >= 0) close(output_);
}

std::string Child::read_output() {
    std::string text;
    std::array<char, read_at_once> buffer{};
    while (output_ >= 0 && text.size() < read_bytes_max) {
        const ssize_t got = read(output_, buffer.data(), buffer.size());
        if (got > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(got));
        } else if (got == 0) {
            close(std::exchange(output_, -1));
        } else if (errno != EINTR) {
            break;
        }
    }
    return text;
}

std::optional<std::string> Child::ended() {
    if (ended_) return ended_;
    int status = 0;
    const pid_t found = waitpid(pid_, &status, WNOHANG);
    if (found == pid_) ended_ = described(status);
    if (found < 0 && errno == ECHILD) ended_ = "status unknown";
    return ended_;
}

void Child::close_input() {
    if (input_ >= 0) close(std::exchange(input_, -1));
}

std::string Child::end(std::chrono::milliseconds patience) {
    close_input();
    if (ended()) return *ended_;
    if (patience.count() > 0) kill(pid_, SIGTERM);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!ended() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(end_glance);
    }
    if (ended()) return *ended_;
    kill(pid_, SIGKILL);
    const auto given_up = std::chrono::steady_clock::now() + killed_within;
    while (!ended() && std::chrono::steady_clock::now() < given_up) {
        std::this_thread::sleep_for(end_glance);
    }
    return ended_.value_or("signal 9, not yet");
}

}  // namespace tanbo::bots
