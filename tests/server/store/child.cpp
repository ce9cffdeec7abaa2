#include "tests/server/store/child.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace tanbo::test {

Child::Child(const std::vector<std::string>& arguments) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    std::vector<char*> argv = {const_cast<char*>(TANBO_STORAGE_CHILD)};
    for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    const int failed =
        ::posix_spawn(&process_, TANBO_STORAGE_CHILD, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    output_ = ::fdopen(pipe[0], "r");
    if (failed != 0 || output_ == nullptr) throw std::runtime_error("no child process");
}

Child::~Child() {
    kill();
    std::fclose(output_);
}

std::string Child::read_line() {
    std::string line;
    int character = 0;
    while ((character = std::fgetc(output_)) != EOF) {
        if (character == '\n') return line;
        line += static_cast<char>(character);
    }
    return {};
}

void Child::kill() {
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
}

}  // namespace tanbo::test
