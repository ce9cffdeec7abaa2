#include "server/cli/engines/ugi.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/notation.hpp"

namespace tanbo::cli {
namespace {

using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

// The outcome of a search of the session: its first legal point.
SearchResult found(const Search& search) {
    const engine::Position& position = search.line.position();
    SearchResult result;
    result.best = position.legal_points(*position.to_move()).front();
    result.simulations = 100;
    result.chances = {0.25, 0.75};
    result.line = {result.best};
    return result;
}

TEST(Ugi, SaysWhoItIs) {
    UgiSession session;

    const Step step = session.on_line("ugi");

    EXPECT_EQ(step.replies.front(), "id name Tanbo");
    EXPECT_EQ(step.replies.back(), "ugiok");
    EXPECT_EQ(session.on_line("isready").replies, Lines{"readyok"});
}

TEST(Ugi, SearchesThePositionThatItWasTold) {
    UgiSession session;
    session.on_line("position setup 9x9 moves C2");

    const Step step = session.on_line("go nodes 500");

    ASSERT_TRUE(step.search.has_value());
    EXPECT_EQ(position_text(step.search->line), "setup 9x9 moves C2");
    EXPECT_EQ(step.search->limits, (Limits{.simulations = 500}));
    const Lines said = session.on_found(found(*step.search), milliseconds{50}).replies;
    ASSERT_EQ(said.size(), 2U);
    const std::string point =
        engine::point_name(step.search->line.opening().lattice(), found(*step.search).best);
    EXPECT_EQ(said[0], "info nodes 100 time 50 nps 2000 chances 0.250 0.750 pv " + point);
    EXPECT_EQ(said[1], "bestmove " + point);
}

TEST(Ugi, KnowsEveryLimit) {
    const struct {
        std::string_view go;
        Limits limits;
    } cases[] = {
        {"go", {.time = milliseconds{1000}}},
        {"go infinite", {.waits_for_stop = true}},
        {"go movetime 250", {.time = milliseconds{250}}},
        {"go movetime 250 nodes 7", {.simulations = 7, .time = milliseconds{250}}},
        {"go p1time 60000 p2time 1", {.time = milliseconds{1200}}},
        {"go p1time 60000 p1inc 1000 p2inc 9", {.time = milliseconds{2000}}},
        {"go p1time 10 p1inc 1000", {.time = milliseconds{5}}},
        {"go p1time 0", {.time = milliseconds{1}}},
        {"go p2time 60000", {.time = milliseconds{1000}}},
    };
    for (const auto& one : cases) {
        UgiSession session;

        const Step step = session.on_line(one.go);

        ASSERT_TRUE(step.search.has_value()) << one.go;
        EXPECT_EQ(step.search->limits, one.limits) << one.go;
    }
}

TEST(Ugi, PlaysAsALevel) {
    UgiSession session;
    EXPECT_TRUE(session.on_line("setoption name Level value 5").replies.empty());
    EXPECT_EQ(session.on_line("go").search->limits, (Limits{.level = 5}));
    session.on_found(found({std::get<GameLine>(line_of_setup("19x19")), {}}), milliseconds{1});
    EXPECT_TRUE(session.on_line("setoption name Level value 0").replies.empty());
    EXPECT_EQ(session.on_line("go nodes 1").search->limits, (Limits{.simulations = 1}));
}

TEST(Ugi, AnswersQuestions) {
    const struct {
        std::string_view position;
        std::string_view query;
        std::string_view response;
    } cases[] = {
        {"setup 9x9", "p1turn", "true"},
        {"setup 9x9", "p2turn", "false"},
        {"setup 9x9 moves C2", "p2turn", "true"},
        {"setup 9x9", "turn", "p1"},
        {"setup 9x9", "gameover", "false"},
        {"setup 9x9", "result", "none"},
        {"setup 9x9", "legal", "B1 A2 C2 B3 H7 G8 J8 H9"},
        {"setup 9x9 moves leave:black", "gameover", "true"},
        {"setup 9x9 moves leave:black", "result", "p2win"},
        {"setup 9x9 moves leave:black", "turn", "none"},
        {"setup 9x9 moves leave:black", "legal", "none"},
        {"setup 19x19-4p moves leave:black", "p2turn", "true"},
        {"setup 19x19-4p moves leave:black", "p4turn", "false"},
    };
    for (const auto& one : cases) {
        UgiSession session;
        session.on_line("position " + std::string(one.position));

        EXPECT_EQ(session.on_line("query " + std::string(one.query)).replies,
                  Lines{"response " + std::string(one.response)})
            << one.position << " " << one.query;
    }
}

TEST(Ugi, KeepsItsPositionWhenAnotherCannotBe) {
    UgiSession session;
    session.on_line("position setup 9x9 moves C2");

    EXPECT_EQ(session.on_line("position setup 9x9 moves C2 C2").replies,
              Lines{"info string \"C2\" is not a legal move: occupied"});
    EXPECT_EQ(session.on_line("query p2turn").replies, Lines{"response true"});
}

TEST(Ugi, LetsNothingChangeWhileItSearches) {
    UgiSession session;
    const Step begun = session.on_line("go infinite");

    for (const std::string_view line :
         {"position setup 9x9", "go", "uginewgame", "setoption name Level value 1"}) {
        const Step step = session.on_line(line);
        EXPECT_TRUE(step.replies.front().starts_with("info string")) << line;
        EXPECT_FALSE(step.search.has_value()) << line;
    }
    EXPECT_EQ(session.on_line("isready").replies, Lines{"readyok"});
    EXPECT_TRUE(session.on_line("stop").stops);
    session.on_found(found(*begun.search), milliseconds{1});
    EXPECT_FALSE(session.on_line("stop").stops);
    EXPECT_TRUE(session.on_line("go").search.has_value());
}

// The limits of a search for black after this line, and what it is told beside.
std::pair<Limits, Lines> asked_by(const std::string& go) {
    UgiSession session;
    session.on_line("position setup 9x9");
    const Step step = session.on_line(go);
    if (!step.search) return {};
    return {step.search->limits, step.replies};
}

// A GUI that says "go" waits for a move: any other answer hangs it.
TEST(Ugi, SearchesWhateverLimitsItIsTold) {
    const struct {
        const char* go;
        Limits limits;
        Lines told;
    } cases[] = {
        {"go movetime -5", {.time = milliseconds{0}}, {}},
        {"go p1time -100 p2time 5000", {.time = milliseconds{1}}, {}},
        {"go p1time 10000.75 p1inc -3", {.time = milliseconds{200}}, {}},
        {"go movetime 99.9", {.time = milliseconds{99}}, {}},
        {"go nodes -1", {.simulations = 0}, {}},
        {"go nodes 99999999999999999999", {.simulations = 1'000'000'000'000}, {}},
        {"go nodes +40", {.simulations = 40}, {}},
        {"go depth 3", {.time = milliseconds{1000}}, {"info string ignored \"depth\" \"3\""}},
        {"go nodes", {.time = milliseconds{1000}}, {"info string ignored \"nodes\""}},
        {"go nodes many movetime 7",
         {.time = milliseconds{7}},
         {"info string ignored \"nodes\" \"many\""}},
        {"go p9time 1 p0time 1 nodes 2",
         {.simulations = 2},
         {"info string ignored \"p9time\" \"1\" \"p0time\" \"1\""}},
        {"go a b c d e f",
         {.time = milliseconds{1000}},
         {"info string ignored \"a\" \"b\" \"c\" \"d\" and 2 more"}},
        {"go infinite ponder", {.waits_for_stop = true}, {"info string ignored \"ponder\""}},
        {"go movetime 1e3",
         {.time = milliseconds{1000}},
         {"info string ignored \"movetime\" \"1e3\""}},
    };
    for (const auto& one : cases) {
        const auto [limits, told] = asked_by(one.go);

        EXPECT_EQ(limits, one.limits) << one.go;
        EXPECT_EQ(told, one.told) << one.go;
    }
}

TEST(Ugi, SaysLittleOfAllThatItIgnores) {
    std::string go = "go";
    for (int i = 0; i < 10'000; ++i) go += " \x1b[2J";
    const Lines told = asked_by(go + " " + std::string(10'000, 'x')).second;

    ASSERT_EQ(told.size(), 1U);
    EXPECT_LT(told.front().size(), 200U);
    EXPECT_EQ(told.front().find('\x1b'), std::string::npos);
}

TEST(Ugi, LetsALevelWaitForStopIfItIsToldTo) {
    UgiSession session;
    session.on_line("setoption name Level value 3");

    EXPECT_FALSE(session.on_line("go infinite").search->limits.has_end());
}

TEST(Ugi, HasOptionsForThreadsAndMemory) {
    UgiSession session({.threads = 2, .memory_mb = 100});
    const Lines greeting = session.on_line("ugi").replies;
    EXPECT_EQ(std::ranges::count(greeting, "option name Threads type spin default 2 min 1 max 64"),
              1);
    EXPECT_EQ(
        std::ranges::count(greeting, "option name Memory type spin default 100 min 1 max 65536"),
        1);

    EXPECT_EQ(session.on_line("setoption name Threads value 8").settings,
              (EngineSettings{.threads = 8, .memory_mb = 100}));
    EXPECT_EQ(session.on_line("setoption name Memory value 256").settings,
              (EngineSettings{.threads = 8, .memory_mb = 256}));
    for (const std::string wrong : {"Threads value 0", "Threads value 65", "Memory value -1",
                                    "Memory value 65537", "Threads value many"}) {
        const Step step = session.on_line("setoption name " + wrong);
        EXPECT_FALSE(step.settings) << wrong;
        EXPECT_TRUE(step.replies.front().starts_with("info string ")) << wrong;
    }
}

TEST(Ugi, HasNoMoveOnceTheGameIsOver) {
    UgiSession session;
    session.on_line("position setup 9x9 moves leave:white");

    const Step step = session.on_line("go");

    EXPECT_FALSE(step.search.has_value());
    EXPECT_EQ(step.replies.back(), "bestmove none");
}

TEST(Ugi, IsNotMovedByNonsense) {
    UgiSession session;
    for (const std::string& line :
         {std::string("hello"), std::string("query"), std::string("query p3turn"),
          std::string("setoption"), std::string("setoption name Level value 11"),
          std::string("setoption name Hash value 1"), std::string("position"),
          std::string("\xff\x00\x1b[2J", 6), std::string(60'000, 'x')}) {
        const Step step = session.on_line(line);

        ASSERT_EQ(step.replies.size(), 1U) << line;
        EXPECT_TRUE(step.replies.front().starts_with("info string ")) << line;
        EXPECT_LT(step.replies.front().size(), 200U) << line;
        EXPECT_EQ(step.replies.front().find('\x1b'), std::string::npos);
        EXPECT_FALSE(step.search || step.quits || step.stops) << line;
    }
    EXPECT_TRUE(session.on_line("").replies.empty());
    EXPECT_TRUE(session.on_line("quit").quits);
}

}  // namespace
}  // namespace tanbo::cli
