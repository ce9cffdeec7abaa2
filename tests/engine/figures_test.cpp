// The figures of the rule sheets of 1995 and of the play-by-mail server, by their own words.

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::tests {
namespace {

using engine::Illegal;
using engine::Outcome;
using engine::Position;
using Names = std::vector<std::string_view>;

class Figures : public testing::TestWithParam<std::string> {
protected:
    Picture figure(const std::string& letter) const {
        static const auto documents = nlohmann::json::parse(
            std::ifstream(source_folder() / "tests/engine/figures.json"), nullptr, true);
        return documents.at(GetParam()).at(letter).get<Picture>();
    }

    // The opening from which the games of a figure's board started.
    std::shared_ptr<const Opening> opening(const Picture& picture) const {
        return opening_of(figure(picture.size() == 19 ? "A" : "O"));
    }

    // The figure's position. Fails the test if the engine says that no game leads there.
    Position position(const Picture& picture, Seat to_move = Seat::white) const {
        const auto start = opening(picture);
        auto arranged = Position::arranged(start, board_of(picture), to_move);
        if (arranged) return *arranged;
        ADD_FAILURE() << "the engine refuses the figure";
        return Position(start);
    }

    // The figure before its last stone was placed: no roots are removed yet.
    Picture before(const std::string& letter, std::string_view point) const {
        Picture picture = figure(letter);
        const Point index = point_at(lattice_of(picture), point);
        picture.at(8U - index / 9U).at(index % 9U) = '.';
        return picture;
    }

    // Plays the figure's last move and compares with the figure after it.
    void expect_removal(const std::string& letter, std::string_view point, Seat seat,
                        const std::string& letter_after, const Names& removed_seeds,
                        bool is_current) {
        Position start = position(before(letter, point), seat);
        const Outcome outcome = start.play(point_at(start.lattice(), point));
        EXPECT_EQ(outcome.illegal, Illegal::none);
        EXPECT_EQ(picture_of(start), figure(letter_after));
        ASSERT_EQ(outcome.removed.size(), removed_seeds.size());
        for (std::size_t index = 0; index < removed_seeds.size(); ++index) {
            EXPECT_EQ(outcome.removed[index].seed, point_at(start.lattice(), removed_seeds[index]));
            EXPECT_EQ(outcome.removed[index].current, is_current);
        }
        EXPECT_TRUE(start.is_consistent());
    }
};

INSTANTIATE_TEST_SUITE_P(Documents, Figures, testing::Values("1995", "pbmserv"),
                         [](const auto& document) { return "of_" + document.param; });

void expect_legality(const Position& position, const Names& points, Illegal expected) {
    for (const auto name : points) {
        EXPECT_EQ(position.legality(point_at(position.lattice(), name)), expected) << name;
    }
}

int friends(const Position& position, Seat seat, std::string_view name) {
    int number = 0;
    for (const Point point : position.lattice().neighbours(point_at(position.lattice(), name))) {
        if (position.stone(point) == seat) ++number;
    }
    return number;
}

// How many roots stand; none of them may be bounded.
int free_roots(const Position& position) {
    int roots = 0;
    for (std::size_t index = 0; index < position.opening().seeds().size(); ++index) {
        const auto root = static_cast<engine::Root>(index + 1);
        if (!position.is_standing(root)) continue;
        ++roots;
        EXPECT_FALSE(position.is_bounded(root));
    }
    return roots;
}

TEST_P(Figures, AIsTheOpening) {
    const auto id = GetParam() == "1995" ? "19x19-1995" : "19x19";

    EXPECT_EQ(figure("A"), picture_of(Position(engine::find_setup(id)->opening)));
}

TEST_P(Figures, OIsTheOpeningForBeginners) {
    EXPECT_EQ(figure("O"), picture_of(Position(engine::find_setup("9x9")->opening)));
}

TEST_P(Figures, BHasNoBoundedRoot) {
    const Position b = position(figure("B"));

    EXPECT_EQ(free_roots(b), b.roots());
    EXPECT_TRUE(b.is_consistent());
}

TEST_P(Figures, CHas99And100StonesAndAll16Roots) {
    const Position c = position(figure("C"));

    EXPECT_EQ(c.stones(Seat::black), 99);
    EXPECT_EQ(c.stones(Seat::white), 100);
    EXPECT_EQ(free_roots(c), 16);
    EXPECT_TRUE(c.is_consistent());
}

TEST_P(Figures, DIsWonByWhite) {
    const Position d = position(figure("D"));

    EXPECT_EQ(d.winner(), Seat::white);
    EXPECT_EQ(d.to_move(), std::nullopt);
    EXPECT_EQ(d.place(Seat::white), 1);
    EXPECT_EQ(d.place(Seat::black), 2);
    EXPECT_EQ(d.stones(Seat::black), 0);
    EXPECT_EQ(free_roots(d), d.roots());
    EXPECT_TRUE(d.is_consistent());
}

TEST_P(Figures, EShowsWhereWhiteMayPlay) {
    const bool is_early = GetParam() == "1995";
    const Names legal =
        is_early ? Names{"B19", "A15", "L17", "H12"} : Names{"T18", "P19", "R9", "M12"};
    const Names alone =
        is_early ? Names{"Q13", "H9", "M10", "S10"} : Names{"N4", "J12", "K8", "K2"};
    const Names between_two = is_early ? Names{"E6", "P7", "H2"} : Names{"F15", "G5", "B12"};
    const auto* between_four = is_early ? "F2" : "B14";
    const Position e = position(figure("E"));

    expect_legality(e, legal, Illegal::none);
    expect_legality(e, alone, Illegal::no_friend);
    expect_legality(e, between_two, Illegal::two_friends);
    expect_legality(e, {between_four}, Illegal::two_friends);
    for (const auto name : between_two) EXPECT_EQ(friends(e, Seat::white, name), 2) << name;
    EXPECT_EQ(friends(e, Seat::white, between_four), 4);
    EXPECT_TRUE(e.is_consistent());
}

TEST_P(Figures, EHasASmallBlackRootWithOnePointOfRootSpace) {
    const bool is_early = GetParam() == "1995";
    const Position e = position(figure("E"), Seat::black);
    const auto seed = point_at(e.lattice(), is_early ? "N1" : "A7");
    const auto space = point_at(e.lattice(), is_early ? "L4" : "D9");

    EXPECT_EQ(e.root_space(e.root(seed)), 1);
    EXPECT_EQ(e.legality(space), Illegal::none);
    const auto around = e.lattice().neighbours(space);
    EXPECT_TRUE(std::any_of(around.begin(), around.end(),
                            [&](Point point) { return e.root(point) == e.root(seed); }));
}

TEST_P(Figures, EHasAMoveThatBoundsWhitesOwnRoot) {
    const bool is_early = GetParam() == "1995";
    Position e = position(figure("E"));
    const auto seed = point_at(e.lattice(), is_early ? "T1" : "A1");

    const Outcome outcome = e.play(point_at(e.lattice(), is_early ? "S3" : "C2"));

    ASSERT_EQ(outcome.removed.size(), 1U);
    EXPECT_EQ(outcome.removed[0].seed, seed);
    EXPECT_TRUE(outcome.removed[0].current);
    EXPECT_EQ(outcome.current_root, seed);
}

TEST_P(Figures, FShowsFourteenFormationsThatCannotArise) {
    const Picture picture = figure("F");
    const auto start = opening(picture);
    const Board board = board_of(picture);
    std::vector<bool> seen(board.size());
    int formations = 0;

    for (std::size_t first = 0; first < board.size(); ++first) {
        if (!board[first] || seen[first]) continue;
        ++formations;
        Board alone(board.size());
        std::vector<Point> front = {static_cast<Point>(first)};
        while (!front.empty()) {
            const Point point = front.back();
            front.pop_back();
            if (seen[point]) continue;
            seen[point] = true;
            alone[point] = board[point];
            for (const Point next : start->lattice().neighbours(point)) {
                if (board[next] == board[first]) front.push_back(next);
            }
        }
        EXPECT_FALSE(Position::arranged(start, alone, *board[first])) << "formation " << formations;
    }
    EXPECT_EQ(formations, 14);
}

TEST_P(Figures, GToHRemovesTheRootThatWhiteHasExtended) {
    expect_removal("G", "J1", Seat::white, "H", {"H2"}, true);
}

TEST_P(Figures, IToJRemovesTheCurrentRootAloneThoughTwoOthersAreBounded) {
    const auto start = opening(figure("I"));
    const NaivePosition i(*start, board_of(figure("I")), Seat::black);
    const auto roots = i.roots();
    const auto bounded = std::count_if(roots.begin(), roots.end(),
                                       [&](const auto& root) { return i.is_bounded(root); });

    EXPECT_EQ(bounded, 3);
    expect_removal("I", "D5", Seat::white, "J", {"B8"}, true);
}

TEST_P(Figures, KToLRemovesABlackAndAWhiteRootTogether) {
    expect_removal("K", "D5", Seat::white, "L", {"B2", "H2"}, false);
}

TEST_P(Figures, MToNIsTheLastMoveOfBlackWhoLoses) {
    Position m = position(before("M", "J9"), Seat::black);
    ASSERT_EQ(sorted_legal_points(m, Seat::black), std::vector<Point>{point_at(m.lattice(), "J9")});

    const Outcome outcome = m.play(point_at(m.lattice(), "J9"));

    EXPECT_EQ(picture_of(m), figure("N"));
    EXPECT_EQ(outcome.winner, Seat::white);
    EXPECT_EQ(outcome.to_move, std::nullopt);
    EXPECT_TRUE(outcome.eliminated.contains(Seat::black));
    EXPECT_EQ(m.place(Seat::white), 1);
    EXPECT_EQ(m.place(Seat::black), 2);
}

// The comparison with the naive implementation notices a broken rule: these must differ.
TEST_P(Figures, KTellsRemovalTogetherFromRemovalOneByOne) {
    const Picture picture = before("K", "D5");
    Position position = this->position(picture);
    NaivePosition right(position.opening(), board_of(picture), Seat::white);
    NaivePosition wrong(position.opening(), board_of(picture), Seat::white,
                        NaivePosition::Removal::one_root_at_a_time);
    const Point d5 = point_at(position.lattice(), "D5");

    const Outcome outcome = position.play(d5);

    EXPECT_EQ(difference(outcome, right.play(d5).value()), "");
    EXPECT_EQ(difference(position, right), "");
    EXPECT_NE(difference(outcome, wrong.play(d5).value()), "");
    EXPECT_NE(difference(position, wrong), "");
}

TEST_P(Figures, ITellsTheCurrentRootAloneFromAllBoundedRoots) {
    const Picture picture = before("I", "D5");
    Position position = this->position(picture);
    NaivePosition right(position.opening(), board_of(picture), Seat::white);
    NaivePosition wrong(position.opening(), board_of(picture), Seat::white,
                        NaivePosition::Removal::bounded_current_with_the_rest);
    const Point d5 = point_at(position.lattice(), "D5");

    const Outcome outcome = position.play(d5);

    EXPECT_EQ(difference(outcome, right.play(d5).value()), "");
    EXPECT_EQ(difference(position, right), "");
    EXPECT_NE(difference(outcome, wrong.play(d5).value()), "");
    EXPECT_NE(difference(position, wrong), "");
}

}  // namespace
}  // namespace tanbo::tests
