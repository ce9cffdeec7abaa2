#include "server/cli/engines/player.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/server/cli/engines/fake_engine.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::cli {
namespace {

using Kind = Choice::Kind;
using std::chrono::milliseconds;

// Waits for an answer that comes, if only late on a busy machine, and for one that doesn't.
constexpr milliseconds patient{30'000};
constexpr milliseconds brief{300};

// A program of the shell that speaks UGI and answers each "go" by this.
std::string program(std::string_view on_go) {
    return "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; "
           "quit) exit;; go) " +
           std::string(on_go) + ";; esac; done";
}

GameLine line(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

// As in main().
class ProgramPlayerTest : public ::testing::Test {
protected:
    ProgramPlayerTest() { std::signal(SIGPIPE, SIG_IGN); }
};

// The program's answer to the first move of 9x9 when it has 100 ms.
Choice choice_of(std::string_view on_go, milliseconds grace = patient) {
    ProgramPlayer player(program(on_go), {.grace = grace});
    const auto fault = player.start();
    if (fault) return {.fault = *fault};
    return player.choose(line("setup 9x9"), {.time = milliseconds{100}});
}

TEST_F(ProgramPlayerTest, GetsAMoveFromAProgram) {
    const Choice choice = choice_of("echo bestmove C2");

    EXPECT_EQ(choice.kind, Kind::move) << choice.fault;
    EXPECT_EQ(engine::point_name(line("setup 9x9").opening().lattice(), choice.point), "C2");
}

TEST_F(ProgramPlayerTest, TakesAnswersThatAreNoneForFailures) {
    EXPECT_EQ(choice_of("echo bestmove E5").fault, "played E5, which is no-friend");
    EXPECT_EQ(choice_of("echo bestmove Z99").fault, "played Z99, which is off-board");
    EXPECT_EQ(choice_of("exit 1").fault, "has ended");
    EXPECT_EQ(choice_of("true", brief).fault, "gave no move in time");
    EXPECT_EQ(choice_of("echo bestmove resign").kind, Kind::resigns);
}

TEST_F(ProgramPlayerTest, WaitsNoLongerForAProgramThatNeverStopsTalking) {
    // It talks until it is killed: a reader of all its output would wait as long.
    EXPECT_EQ(choice_of("yes info string still here", brief).fault, "gave no move in time");
}

TEST_F(ProgramPlayerTest, StartsAProgramAnewThatHasFailed) {
    // It answers one question.
    for (const std::string failure : {"exit 1", "echo bestmove E5", "true"}) {
        ProgramPlayer player("n=0; " + program("n=$((n + 1)); if [ $n -gt 1 ]; then " + failure +
                                               "; else echo bestmove C2; fi"),
                             {.grace = failure == "true" ? milliseconds{2'000} : patient});
        const auto ask = [&player] {
            return player.choose(line("setup 9x9"), {.time = milliseconds{100}}).kind;
        };

        EXPECT_EQ(ask(), Kind::move) << failure;
        EXPECT_EQ(ask(), Kind::fails) << failure;
        EXPECT_EQ(ask(), Kind::move) << failure;
    }
}

// GTP counts whole seconds: such a program is told that it has one.
TEST_F(ProgramPlayerTest, LetsAProgramTakeTheTimeThatItIsTold) {
    ProgramPlayer player(
        "while read id word rest; do case $id:$word in ugi:) echo '? unknown command';; "
        "*:genmove) sleep 0.5; echo \"=$id C2\";; *) echo \"=$id\";; esac; done",
        {.grace = brief});

    EXPECT_EQ(player.choose(line("setup 9x9"), {.time = milliseconds{100}}).fault, "");
}

TEST_F(ProgramPlayerTest, KeepsAProgramThatHasNoWordsForABoard) {
    // Of GTP, without other setups; it plays once in its life.
    ProgramPlayer player(
        "n=0; while read id word rest; do case $id:$word in ugi:) echo '? unknown command';; "
        "*:known_command) echo \"=$id false\";; "
        "*:genmove) [ $n -gt 0 ] && exit; n=1; echo \"=$id C2\";; *) echo \"=$id\";; esac; done",
        {.grace = patient});
    const auto ask = [&player](std::string_view setup) {
        return player.choose(line(setup), {.time = milliseconds{100}});
    };
    ASSERT_EQ(ask("setup 9x9").kind, Kind::move);

    const Choice choice = ask("setup 19x19-4p");

    EXPECT_EQ(choice.kind, Kind::unable);
    EXPECT_EQ(choice.fault, "doesn't support this board");

    // A restarted player would play once more.
    EXPECT_EQ(ask("setup 9x9").fault, "has ended");
}

TEST_F(ProgramPlayerTest, FailsAsLongAsAProgramDoesNotStart) {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "gone").string();
    ProgramPlayer player("[ -e " + file + " ] && exit 1; " + program("exit 1"), {.grace = patient});
    ASSERT_EQ(player.start(), std::nullopt);
    std::ofstream(file).flush();

    EXPECT_EQ(player.choose(line("setup 9x9"), {}).fault, "has ended");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(player.choose(line("setup 9x9"), {}).fault,
                  "does not start: it ended with status 1 before it sent ugiok");
    }
    std::filesystem::remove(file);
    EXPECT_EQ(player.choose(line("setup 9x9"), {}).fault, "has ended");
}

// Why it can't be started, if it may take so long until it greets, and so long after that.
std::string fault_of(const std::string& command, milliseconds start, milliseconds ready) {
    return ProgramPlayer(command, {.start = start, .ready = ready}).start().value_or("");
}

TEST_F(ProgramPlayerTest, SaysWhyItDoesNotStart) {
    EXPECT_EQ(fault_of("true", patient, patient), "it ended with status 0 before it sent ugiok");
    EXPECT_EQ(fault_of("/no/such/program 2>/dev/null", patient, patient),
              "it ended with status 127 before it sent ugiok");
    EXPECT_EQ(fault_of("kill -9 $$", patient, patient),
              "it was killed by signal 9 before it sent ugiok");
    EXPECT_EQ(fault_of("read ugi; echo ugiok; read isready; exit 3", patient, patient),
              "it ended with status 3 before it sent readyok");
    EXPECT_EQ(fault_of("read ugi; sleep 600", brief, patient),
              "it sent neither ugiok nor \"?\" within 0.3 s; to wait longer, use --starttime");
    EXPECT_EQ(fault_of("read ugi; echo ugiok; sleep 600", patient, brief),
              "it did not send readyok within 0.3 s");
    EXPECT_EQ(fault_of("read ugi; echo '? unknown'; sleep 600", patient, brief),
              "it did not send an answer to known_command within 0.3 s");
}

// It loads for longer than it may take to greet: it was called no engine.
TEST_F(ProgramPlayerTest, WaitsForAProgramThatHasGreeted) {
    const ProgramTimes times{.start = milliseconds{900}, .ready = patient};
    const ProgramTimes::Time now{std::chrono::hours{1}};
    const std::string fault =
        fault_of("read ugi; echo ugiok; read isready; echo readyok; read end", patient, patient);

    EXPECT_EQ(times.start_deadline(false, now), now + milliseconds{900});
    EXPECT_EQ(times.start_deadline(true, now), now + patient);
    EXPECT_EQ(fault, "");
}

TEST_F(ProgramPlayerTest, LeavesNothingRunning) {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "pid").string();
    {
        ProgramPlayer player("sleep 600 & echo $! >" + file + "; " + program("echo bestmove C2"),
                             {.grace = brief});
        ASSERT_EQ(player.start(), std::nullopt);
    }

    // Processes that were not waited for yet count as gone. A killed one may die a moment later.
    const std::string look = "for i in $(seq 200); do state=$(cut -d' ' -f3 /proc/$(cat " + file +
                             ")/stat 2>/dev/null); [ -z \"$state\" ] || [ $state = Z ] && exit; "
                             "sleep 0.1; done; exit 1";
    EXPECT_EQ(std::system(look.c_str()), 0);
}

TEST(ThinkingPlayer, PlaysWhatItThinksBest) {
    ThinkingPlayer player(std::make_unique<FakeEngine>(3));

    const Choice choice = player.choose(line("setup 9x9"), {.simulations = 3});

    EXPECT_EQ(choice.kind, Kind::move);
    EXPECT_EQ(choice.chance, 0.5);
}

}  // namespace
}  // namespace tanbo::cli
