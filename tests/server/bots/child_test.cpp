#include "server/bots/child.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::bots {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

constexpr milliseconds patient{120'000};

Program shell(const std::string& script) {
    Program program;
    program.path = "/bin/sh";
    program.arguments = {"-c", script};
    return program;
}

// Its output until it closes its output.
std::string all_output(Child& child) {
    std::string text;
    const auto deadline = std::chrono::steady_clock::now() + patient;
    while (child.output() >= 0 && std::chrono::steady_clock::now() < deadline) {
        text += child.read_output();
        std::this_thread::sleep_for(milliseconds(1));
    }
    return text;
}

std::string end_of(Child& child) {
    const auto deadline = std::chrono::steady_clock::now() + patient;
    while (!child.ended() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(milliseconds(1));
    }
    return child.ended().value_or("still running");
}

TEST(Child, ReadsItsInputFirstAndSeesItsEndWhenItIsClosed) {
    Program program = shell("read line; echo got $line; cat; echo over; exit 3");
    program.input = "the first\nthe second\n";
    Child child(program);
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_FALSE(child.ended());

    child.close_input();

    EXPECT_EQ(all_output(child), "got the first\nthe second\nover\n");
    EXPECT_EQ(end_of(child), "status 3");
}

TEST(Child, HasTheLowestPriorityAndItsLimits) {
    Program program = shell("cat /proc/self/stat | cut -d' ' -f19,41; ulimit -v; ulimit -c");
    program.memory_bytes = std::int64_t{256} * 1024 * 1024;
    Child child(program);

    // nice 19, SCHED_BATCH (3), address space in KiB, no core
    EXPECT_EQ(all_output(child), "19 3\n262144\n0\n");
}

// Linux shares the processors out among sessions first, and only then by priority.
TEST(Child, IsInTheServersSessionButNotInItsGroup) {
    Child child(shell("cut -d' ' -f5,6 /proc/self/stat"));

    EXPECT_EQ(all_output(child),
              std::to_string(child.pid()) + " " + std::to_string(getsid(0)) + "\n");
}

TEST(Child, HasNeitherTheServersDescriptorsNorItsVariables) {
    setenv("TANBO_SECRET", "a secret", 1);
    const int open_file = open("/dev/null", O_RDONLY);  // without O_CLOEXEC

    Child child(shell("ls -l /proc/$$/fd; env"));
    const std::string said = all_output(child);

    EXPECT_THAT(said, HasSubstr("pipe:"));
    EXPECT_THAT(said, Not(HasSubstr("/dev/null")));
    EXPECT_THAT(said, HasSubstr("PATH="));
    EXPECT_THAT(said, Not(HasSubstr("secret")));
    close(open_file);
    unsetenv("TANBO_SECRET");
}

TEST(Child, ThatDoesNotHearIsKilled) {
    Child child(shell("trap '' TERM; echo ready; while :; do sleep 0.05; done"));
    while (child.read_output().empty()) std::this_thread::sleep_for(milliseconds(1));

    EXPECT_EQ(child.end(milliseconds(200)), "signal 9");
}

TEST(Child, ThatHearsEndsByItself) {
    Child child(shell("echo ready; cat; exit 4"));
    while (child.read_output().empty()) std::this_thread::sleep_for(milliseconds(1));

    EXPECT_THAT(child.end(patient), testing::AnyOf("status 4", "signal 15"));
}

TEST(Child, DoesNotOutliveTheThreadThatMadeIt) {
    std::unique_ptr<Child> child;
    std::thread([&child] {
        child = std::make_unique<Child>(shell("echo ready; while :; do sleep 0.05; done"));
        while (child->read_output().empty()) std::this_thread::sleep_for(milliseconds(1));
    }).join();

    siginfo_t how{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child->pid()), &how, WEXITED | WNOWAIT), 0);
    EXPECT_EQ(how.si_code, CLD_KILLED);
    EXPECT_EQ(how.si_status, SIGKILL);
}

TEST(Child, IsNoneIfThereIsNoSuchProgram) {
    Program program;
    program.path = "/nowhere/tanbo";
    Child child(program);

    EXPECT_EQ(end_of(child), "status 127");
}

}  // namespace
}  // namespace tanbo::bots
