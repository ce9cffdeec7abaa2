#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/notation.hpp"
#include "protocol/boards/svg_board.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/sgf.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"
#include "tests/protocol/well_formed.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/table.hpp"

namespace tanbo::protocol {
namespace {

struct Picture {
    const char* name;
    engine::Snapshot snapshot;
};

engine::Snapshot at(const Script& script) {
    return snapshot(script);
}

// The last position of the game in which a root was removed.
engine::Snapshot lifted(const Script& script) {
    for (std::uint32_t ply = script.match().ply(); ply > 0; --ply) {
        auto found = engine::snapshot_at(script.match(), ply).value();
        if (!found.removed.empty() && !found.position.is_over()) return found;
    }
    return snapshot(script);
}

// The positions of the rule sheet before and after two roots are removed at once, and of a real
// game.
void add_figures(std::vector<Picture>& all) {
    const auto documents =
        nlohmann::json::parse(std::ifstream(tests::source_folder() / "tests/engine/figures.json"));
    const auto figure = [&](const char* letter) {
        return documents.at("pbmserv").at(letter).get<tests::Picture>();
    };
    const auto position = [&](const char* letter, const char* opening) {
        return engine::Position::arranged(tests::opening_of(figure(opening)),
                                          tests::board_of(figure(letter)), engine::Seat::white)
            .value();
    };
    all.push_back({"figure-c", {position("C", "A"), std::nullopt, {}}});
    all.push_back({"figure-e", {position("E", "A"), std::nullopt, {}}});
    all.push_back({"figure-l", {position("L", "O"), std::nullopt, {}}});
}

std::vector<Picture> pictures() {
    std::vector<Picture> all;
    all.push_back({"opening-19x19", at(Script("19x19"))});
    all.push_back({"opening-9x9", at(Script("9x9"))});
    all.push_back({"game-19x19", lifted(Script("19x19").fill().play_random(2, 300))});
    all.push_back({"game-13x13", lifted(Script("13x13").fill().play_random(7, 150))});
    all.push_back({"game-4p", lifted(Script("19x19-4p").fill().play_random(3, 300))});
    all.push_back(
        {"leaving-4p", at(Script("19x19-4p").fill().play_random(3, 80).leave(engine::Seat::red))});
    all.push_back({"won-9x9", at(Script("9x9").fill().play_random(1, 1000))});
    all.push_back({"game-3d", lifted(Script("5x5x5").fill().play_random(4, 120))});
    all.push_back({"game-1d", at(Script("line31").fill().play_random(5, 8))});
    all.push_back({"game-4d", at(example_games()[8])});
    all.push_back({"game-8p", at(example_games()[9])});
    all.push_back(
        {"wide", at(Script(opening_of({100, 3}, {{"1-1"}, {"100-3"}})).fill().play_random(6, 30))});
    add_figures(all);
    return all;
}

std::string last_line(const std::string& text) {
    std::istringstream lines(text);
    std::string last;
    for (std::string line; std::getline(lines, line);) last = line;
    return last;
}

// --- text ---

TEST(TextBoard, ShowsTheOpeningAsTheRulesDrawIt) {
    const auto snapshot = at(Script("9x9"));

    EXPECT_EQ(text_board(BoardView(snapshot), {.has_caption = false}),
              "  A B C D E F G H J\n"
              "9 . . . . . . . . . 9\n"
              "8 . O . . . . . # . 8\n"
              "7 . . , . . . , . . 7\n"
              "6 . . . . . . . . . 6\n"
              "5 . . . . , . . . . 5\n"
              "4 . . . . . . . . . 4\n"
              "3 . . , . . . , . . 3\n"
              "2 . # . . . . . O . 2\n"
              "1 . . . . . . . . . 1\n"
              "  A B C D E F G H J\n");
}

TEST(TextBoard, MarksTheLastStoneAtTheEdgesToo) {
    const auto left = at(Script("9x9").fill().play("A2"));
    const auto right = at(Script("9x9").fill().play("J8"));

    EXPECT_NE(text_board(BoardView(left)).find("2>#<# . . . . . O . 2\n"), std::string::npos);
    EXPECT_NE(text_board(BoardView(right)).find("8 . O . . . . . #>#<8\n"), std::string::npos);
}

TEST(TextBoard, MarksWhatWasLiftedIfAsked) {
    const auto left = at(Script("9x9").fill().play("B3").leave(engine::Seat::white));

    const std::string marked = text_board(BoardView(left));
    const std::string plain = text_board(BoardView(left), {.marks_removed = false});

    EXPECT_NE(marked.find("8 . * . . . . . # . 8\n"), std::string::npos) << marked;
    EXPECT_NE(plain.find("8 . . . . . . . # . 8\n"), std::string::npos) << plain;
    EXPECT_NE(
        marked.find("\n# black 2 roots, O white 0 roots\n"
                    "Black has won after 1 stone.\n"
                    "Removed: white's root from H2 (1 stone), white's root from B8 (1 stone).\n"),
        std::string::npos)
        << marked;
}

TEST(TextBoard, SaysThatAnOpenGameWaits) {
    const Script open("9x9");
    const auto opening = at(open);

    const BoardView waiting(open.match(), opening);
    EXPECT_EQ(last_line(text_board(waiting)), "Waiting for players.");
    EXPECT_NE(svg_board(waiting).find("<title>Tanbo: Waiting for players.</title>"),
              std::string::npos);
    EXPECT_EQ(last_line(text_board(BoardView(opening))), "Black to move after 0 stones.");
    const std::string sgf = encode_sgf(*assemble_record(GameId{43}, open.stored())).value();
    EXPECT_NE(sgf.find("\nWaiting for players."), std::string::npos) << sgf;
}

TEST(TextBoard, SaysThatAGameIsOverWhosePositionGoesOn) {
    const tests::Table table = tests::Table("9x9").place(2);
    const auto said_after = [&table](const engine::Command& end, std::uint32_t ply) {
        tests::Table ended = table;
        ended.submit(end);
        const auto shown = engine::snapshot_at(ended.match(), ply).value();
        return last_line(text_board(BoardView(ended.match(), shown)));
    };

    EXPECT_EQ(said_after(engine::Abort{}, 2), "The game is over after 2 stones.");
    EXPECT_EQ(said_after(engine::Adjudicate{engine::Seat::white, {2, 1}}, 2),
              "White has won after 2 stones.");
    EXPECT_EQ(said_after(engine::Abort{}, 1), "White to move after 1 stone.");
}

TEST(TextBoard, StaysWithin72ColumnsOnEveryBoard) {
    std::vector<engine::Snapshot> boards;
    for (Picture& picture : pictures()) boards.push_back(std::move(picture.snapshot));
    for (const engine::Setup& setup : engine::setups()) boards.push_back(at(Script(setup.id)));
    for (const auto& [extents, last] :
         {std::pair<std::vector<int>, const char*>{{4096}, "4096"},
          {{35}, "35"},
          {{36}, "36"},
          {{25, 25}, "Z25"},
          {{26, 26}, "26-26"},
          {{2, 2048}, "B2048"},
          {{1, 1, 4096}, "1-1-4096"},
          {{64, 2, 32}, "64-2-32"},
          {{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4}, "2-2-2-2-2-2-2-2-2-2-4"}}) {
        const auto lattice = engine::Lattice::create(extents).value();
        const std::string first = engine::point_name(lattice, 0);
        boards.push_back(at(Script(opening_of(extents, {{first}, {last}}))));
    }

    for (const engine::Snapshot& board : boards) {
        std::istringstream lines(text_board(BoardView(board)));
        for (std::string line; std::getline(lines, line);) {
            ASSERT_LE(line.size(), static_cast<std::size_t>(text_columns_max)) << line;
            ASSERT_TRUE(line.empty() || line.back() != ' ') << line;
        }
    }
}

TEST(TextBoard, LeavesOutTheCoordinatesBelowAndAtTheRight) {
    const auto snapshot = at(Script("9x9"));
    const TextBoardOptions compact{.has_caption = false, .is_compact = true};

    std::istringstream lines(text_board(BoardView(snapshot), compact));
    std::string first;
    std::string second;
    std::string last;
    std::getline(lines, first);
    std::getline(lines, second);
    std::size_t count = 2;
    for (std::string line; std::getline(lines, line); ++count) last = line;

    EXPECT_EQ(first, "  A B C D E F G H J");
    EXPECT_EQ(second.substr(0, 3), "9 .");
    EXPECT_EQ(second.back(), '.');
    EXPECT_EQ(last.substr(0, 3), "1 .");
    EXPECT_EQ(count, 10U);
}

TEST(TextBoard, PutsAsManyPanelsBesideOneAnotherAsThereIsRoomFor) {
    const auto snapshot = at(Script("5x5x5"));
    const auto heading = [&](int columns) {
        const std::string text =
            text_board(BoardView(snapshot),
                       {.has_caption = false, .is_compact = true, .columns_max = columns});
        const std::string line = text.substr(0, text.find('\n'));
        return std::ranges::count(line, 'X');
    };

    EXPECT_EQ(heading(72), 5);
    EXPECT_EQ(heading(42), 3);
    EXPECT_EQ(heading(24), 1);
}

TEST(TextBoard, ColoursOnlyWhatIsMarked) {
    const auto snapshot = lifted(Script("19x19-4p").fill().play_random(3, 300));
    std::string coloured = text_board(BoardView(snapshot), {.colours = &basic_colours()});
    EXPECT_NE(coloured.find("\x1b[1;31mX\x1b[0m"), std::string::npos);

    for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
         at = coloured.find('\x1b')) {
        coloured.erase(at, coloured.find('m', at) - at + 1);
    }

    EXPECT_EQ(coloured, text_board(BoardView(snapshot)));
}

TEST(TextBoard, LooksLikeThis) {
    for (const Picture& picture : pictures()) {
        EXPECT_TRUE(matches_golden(std::string("board-") + picture.name + ".txt",
                                   text_board(BoardView(picture.snapshot))));
    }
}

// --- SVG ---

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos;
         at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

TEST(SvgBoard, IsWellFormedForEveryBoard) {
    for (const Picture& picture : pictures()) {
        const std::string svg = svg_board(BoardView(picture.snapshot));

        EXPECT_TRUE(is_well_formed_xml(svg)) << picture.name;
        EXPECT_EQ(svg.find("<script"), std::string::npos);
        EXPECT_EQ(count(svg, "role=\"img\""), 1U);
        EXPECT_EQ(count(svg, "<title>"), 1U);
    }
}

TEST(SvgBoard, TheCheckOfXmlFindsWhatIsBroken) {
    const auto snapshot = at(Script("9x9"));
    const std::string svg = svg_board(BoardView(snapshot));
    ASSERT_TRUE(is_well_formed_xml(svg));

    for (std::size_t bytes = 0; bytes + 2 < svg.size(); bytes += 7) {
        ASSERT_FALSE(is_well_formed_xml(std::string_view(svg).substr(0, bytes)));
    }
    for (const char* const broken :
         {"<svg>", "<svg></g>", "<svg/><svg/>", "<svg a=b/>", "<svg a=\"1\" a=\"2\"/>",
          "<svg>&</svg>", "<svg>&x;</svg>", "<svg a=\"<\"/>", "x<svg/>", "<svg><g></svg></g>",
          "<svg a=\"1\"b=\"2\"/>"}) {
        EXPECT_FALSE(is_well_formed_xml(broken)) << broken;
    }
}

TEST(SvgBoard, DrawsEveryRootEveryRemovedRootAndTheLastStone) {
    for (const Picture& picture : pictures()) {
        const engine::Position& position = picture.snapshot.position;

        const std::string svg = svg_board(BoardView(picture.snapshot));

        int seats = 0;
        for (int i = 0; i < position.opening().seats(); ++i) {
            if (position.is_in(engine::seat_at(i))) ++seats;
        }
        EXPECT_EQ(count(svg, "stroke-width=\"6.5\""), static_cast<std::size_t>(seats))
            << picture.name;
        EXPECT_EQ(count(svg, "stroke-dasharray"), picture.snapshot.removed.size()) << picture.name;
        EXPECT_EQ(count(svg, "class=\"last\""), picture.snapshot.last_point ? 1U : 0U);
    }
}

TEST(SvgBoard, TellsInWordsWhatItShows) {
    const auto snapshot = at(Script("9x9").fill().play("B3").leave(engine::Seat::white));

    EXPECT_NE(
        svg_board(BoardView(snapshot))
            .find(
                "<title>Tanbo: Black has won after 1 stone.</title>\n"
                "<desc>Black has 2 roots. White has 0 roots. The last stone was placed on B3. "
                "Removed: white's root from H2 (1 stone), white's root from B8 (1 stone).</desc>"),
        std::string::npos);
}

TEST(SvgBoard, LooksLikeThis) {
    for (const Picture& picture : pictures()) {
        EXPECT_TRUE(matches_golden(std::string("board-") + picture.name + ".svg",
                                   svg_board(BoardView(picture.snapshot))));
    }
}

}  // namespace
}  // namespace tanbo::protocol
