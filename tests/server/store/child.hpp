#pragma once

#include <cstdio>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tanbo::test {

// The program child_main.cpp as a process, and the lines it prints.
class Child {
public:
    explicit Child(const std::vector<std::string>& arguments);
    ~Child();  // kill()
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Without its end; empty if the process has ended.
    std::string read_line();

    // SIGKILL, and waits for the end.
    void kill();

private:
    pid_t process_ = -1;
    std::FILE* output_ = nullptr;
};

}  // namespace tanbo::test
