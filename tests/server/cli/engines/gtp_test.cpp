#include "server/cli/engines/gtp.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"

namespace tanbo::cli {
namespace {

using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

std::string reply(GtpSession& session, std::string_view line) {
    const Step step = session.on_line(line);
    return step.replies.empty() ? "" : step.replies.front();
}

SearchResult search_result(const Search& search) {
    const engine::Position& position = search.line.position();
    SearchResult result;
    result.best = position.legal_points(*position.to_move()).front();
    result.line = {result.best};
    result.candidates = {
        {result.best, 90, 0.6, Proven::open},
        {position.legal_points(*position.to_move()).back(), 10, 0.9999, Proven::won}};
    return result;
}

TEST(Gtp, AnswersWithTheNumberOfTheCommand) {
    GtpSession session;
    EXPECT_EQ(reply(session, "protocol_version"), "= 2\n");
    EXPECT_EQ(reply(session, "17 name"), "=17 Tanbo\n");
    EXPECT_EQ(reply(session, "18 nonsense"), "?18 unknown command\n");
    EXPECT_EQ(reply(session, "19"), "?19 no command\n");
    EXPECT_EQ(reply(session, "known_command genmove # a comment"), "= true\n");
    EXPECT_EQ(reply(session, "known_command checkmate"), "= false\n");
    EXPECT_EQ(reply(session, "# only a comment"), "");
    EXPECT_EQ(reply(session, "komi 6.5"), "=\n");
}

TEST(Gtp, ListsWhatItKnows) {
    GtpSession session;
    const std::string list = reply(session, "list_commands");
    for (const std::string_view name :
         {"boardsize", "clear_board", "play", "genmove", "undo", "showboard", "time_settings",
          "time_left", "tanbo-setup", "tanbo-analyze", "quit"}) {
        EXPECT_NE(list.find(name), std::string::npos) << name;
    }
}

TEST(Gtp, PlaysAndFindsMovesOfTheSeatToMove) {
    GtpSession session;
    EXPECT_EQ(reply(session, "boardsize 9"), "=\n");
    EXPECT_EQ(reply(session, "play B c2"), "=\n");
    EXPECT_EQ(reply(session, "play black H7"), "? illegal move\n");
    EXPECT_EQ(reply(session, "play w E5"), "? illegal move\n");
    EXPECT_EQ(reply(session, "genmove b"), "? another seat is to move\n");

    const Step step = session.on_line("7 genmove w");

    ASSERT_TRUE(step.search.has_value());
    EXPECT_TRUE(step.replies.empty());
    EXPECT_EQ(position_text(step.search->line), "setup 9x9 moves C2");
    const SearchResult result = search_result(*step.search);
    const std::string point =
        engine::point_name(step.search->line.opening().lattice(), result.best);
    EXPECT_EQ(session.on_found(result).replies, Lines{"=7 " + point + "\n"});
    EXPECT_EQ(reply(session, "undo"), "=\n");
    EXPECT_EQ(position_text(session.on_line("genmove w").search->line), "setup 9x9 moves C2");
}

TEST(Gtp, ThinksWithoutPlayingWhenAskedForItsOpinion) {
    GtpSession session;
    session.on_line("boardsize 9");
    const Step step = session.on_line("reg_genmove b");
    session.on_found(search_result(*step.search));

    EXPECT_EQ(reply(session, "undo"), "? cannot undo\n");
}

TEST(Gtp, KeepsTheOrderOfWhatComesWhileItThinks) {
    GtpSession session;
    session.on_line("boardsize 9");
    const Step step = session.on_line("1 genmove b");
    EXPECT_TRUE(session.on_line("2 undo").replies.empty());
    EXPECT_TRUE(session.on_line("3 genmove b").replies.empty());
    EXPECT_TRUE(session.on_line("4 name").replies.empty());

    const Step next = session.on_found(search_result(*step.search));

    ASSERT_EQ(next.replies.size(), 2U);
    EXPECT_TRUE(next.replies[0].starts_with("=1 "));
    EXPECT_EQ(next.replies[1], "=2\n");
    ASSERT_TRUE(next.search.has_value());
    const Step last = session.on_found(search_result(*next.search));
    ASSERT_EQ(last.replies.size(), 2U);
    EXPECT_EQ(last.replies[1], "=4 Tanbo\n");
}

TEST(Gtp, RefusesWhatWaitsBeyondItsLimit) {
    GtpSession session;
    session.on_line("genmove b");
    for (std::size_t i = 0; i < gtp_waiting_max; ++i) {
        ASSERT_TRUE(session.on_line("name").replies.empty());
    }
    EXPECT_EQ(reply(session, "name"), "? too many waiting commands\n");
}

TEST(Gtp, KeepsTime) {
    const struct {
        Lines lines;
        std::optional<milliseconds> time;
    } cases[] = {
        {{}, milliseconds{1000}},
        {{"time_settings 600 0 0"}, milliseconds{12'000}},
        {{"time_settings 0 10 5"}, milliseconds{1600}},
        {{"time_settings 0 10 0"}, milliseconds{1000}},  // no limit
        {{"time_settings 600 0 0", "time_left b 50 0"}, milliseconds{1000}},
        {{"time_left b 3 1"}, milliseconds{2400}},
        {{"time_left b 0 0"}, milliseconds{1}},
        {{"time_settings 600 0 0", "time_left b -3 0"}, milliseconds{1}},
        {{"time_left b 50.7 0"}, milliseconds{1000}},
        {{"time_settings 600.5 0 0"}, milliseconds{12'000}},
        {{"time_settings -5 0 0"}, milliseconds{1}},
        {{"tanbo-level 3"}, std::nullopt},
    };
    for (const auto& one : cases) {
        GtpSession session;
        for (const std::string& line : one.lines) EXPECT_EQ(reply(session, line), "=\n") << line;

        EXPECT_EQ(session.on_line("genmove b").search->limits.time, one.time)
            << (one.lines.empty() ? "" : one.lines.back());
    }
}

TEST(Gtp, PlaysEverySetupAndBoard) {
    GtpSession session;
    EXPECT_EQ(reply(session, "tanbo-setup 19x19-4p"), "=\n");
    EXPECT_EQ(reply(session, "play black A18"), "=\n");
    EXPECT_EQ(reply(session, "tanbo-leave white"), "=\n");
    EXPECT_EQ(position_text(session.on_line("genmove red").search->line),
              "setup 19x19-4p moves A18 leave:white");

    GtpSession other;
    EXPECT_EQ(reply(other, "tanbo-setup fen 7x5/A1/G5/D3/red"), "=\n");
    EXPECT_EQ(position_text(other.on_line("genmove red").search->line), "fen 7x5/A1/G5/D3/red");
    EXPECT_EQ(reply(session, "boardsize 8"), "");
}

TEST(Gtp, TellsTheEnd) {
    GtpSession session;
    session.on_line("boardsize 9");
    EXPECT_EQ(reply(session, "final_score"), "? the game is not over\n");
    EXPECT_EQ(reply(session, "play b resign"), "=\n");
    EXPECT_EQ(reply(session, "final_score"), "= W+R\n");
    EXPECT_EQ(reply(session, "genmove w"), "? the game is over\n");
    EXPECT_EQ(reply(session, "tanbo-legal"), "=\n");
}

TEST(Gtp, ShowsTheBoardWithoutAnEmptyLine) {
    for (const std::string_view setup : {"9x9", "5x5x5", "line31"}) {
        GtpSession session;
        session.on_line("tanbo-setup " + std::string(setup));
        const std::string shown = reply(session, "showboard");

        EXPECT_TRUE(shown.starts_with("= \n")) << setup;
        EXPECT_EQ(shown.find("\n\n"), std::string::npos) << shown;
        EXPECT_NE(shown.find('#'), std::string::npos) << shown;
    }
}

TEST(Gtp, Analyzes) {
    GtpSession session;
    session.on_line("boardsize 9");

    const Step step = session.on_line("tanbo-analyze 200");

    EXPECT_EQ(step.search->limits, (Limits{.simulations = 200}));
    const SearchResult result = search_result(*step.search);
    const engine::Lattice& lattice = step.search->line.opening().lattice();
    const std::string best = engine::point_name(lattice, result.best);
    EXPECT_EQ(session.on_found(result).replies.front(),
              "= move " + best + " visits 90 chance 0.600 pv " + best + "\nmove " +
                  engine::point_name(lattice, result.candidates[1].point) +
                  " visits 10 chance 0.999 won\n");
    EXPECT_EQ(reply(session, "undo"), "? cannot undo\n");
}

TEST(Gtp, IsNotMovedByNonsense) {
    GtpSession session;
    for (const std::string& line :
         {std::string("play"), std::string("play pink A1"), std::string("play b"),
          std::string("genmove"), std::string("genmove red"), std::string("boardsize"),
          std::string("boardsize 99999999999999"), std::string("tanbo-setup"),
          std::string("tanbo-setup fen x"), std::string("tanbo-level 11"),
          std::string("tanbo-analyze 0"), std::string("tanbo-analyze 99999999999"),
          std::string("time_left b x 1"), std::string("time_settings 1"),
          std::string("\x1b[2J\xff"), std::string(60'000, 'x')}) {
        const Step step = session.on_line(line);

        ASSERT_EQ(step.replies.size(), 1U) << line;
        EXPECT_TRUE(step.replies.front().starts_with("? ")) << line << step.replies.front();
        EXPECT_FALSE(step.search || step.quits) << line;
    }
    EXPECT_TRUE(session.on_line("quit").quits);
}

}  // namespace
}  // namespace tanbo::cli
