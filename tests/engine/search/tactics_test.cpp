// The findings of a search in the figures of the rule sheets.

#include <algorithm>
#include <fstream>
#include <optional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/search/searcher.hpp"
#include "tests/bench/strength/proofs.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;
using search::MoveReport;
using search::Proof;
using search::Searcher;

Picture figure(const std::string& document, const std::string& letter) {
    static const auto documents = nlohmann::json::parse(
        std::ifstream(source_folder() / "tests/engine/figures.json"), nullptr, true);
    return documents.at(document).at(letter).get<Picture>();
}

class Tactics : public testing::TestWithParam<std::string> {
protected:
    Position position(const std::string& letter, Seat to_move, std::string_view without = "") {
        Picture picture = figure(GetParam(), letter);
        const auto opening = opening_of(figure(GetParam(), picture.size() == 19 ? "A" : "O"));
        if (!without.empty()) {
            const Point point = point_at(opening->lattice(), without);
            const auto side = picture.size();
            picture.at(side - 1 - point / side).at(point % side) = '.';
        }
        return Position::arranged(opening, board_of(picture), to_move).value();
    }

    const search::Report& search(const Position& position, std::uint64_t simulations = 1'500) {
        const auto opening = std::make_shared<engine::Opening>(position.opening());
        searcher_.emplace(opening, search::weights_for(*opening),
                          search::Settings{.seed = 3, .memory = {.nodes_max = 40'000}});
        searcher_->set(position);
        searcher_->run({.simulations = simulations});
        return searcher_->report();
    }

    static const MoveReport& move_at(const search::Report& report, const Position& position,
                                     std::string_view name) {
        const Point point = point_at(position.lattice(), name);
        return *std::find_if(report.moves.begin(), report.moves.end(),
                             [&](const MoveReport& move) { return move.point == point; });
    }

    static std::vector<Point> bounded(const MoveReport& move) {
        return {move.seeds_bounded.begin(), move.seeds_bounded.end()};
    }

    std::optional<Searcher> searcher_;
};

INSTANTIATE_TEST_SUITE_P(Documents, Tactics, testing::Values("1995", "pbmserv"),
                         [](const auto& document) { return "of_" + document.param; });

TEST_P(Tactics, MIsKnownToBeLostForBlackWhoHasOneMove) {
    const Position m = position("M", Seat::black, "J9");

    const auto& report = search(m);

    EXPECT_TRUE(report.complete);
    ASSERT_EQ(report.moves.size(), 1U);
    EXPECT_EQ(report.moves[0].proof, Proof::lost);
    EXPECT_EQ(report.chances[0], 0.0F);
    EXPECT_EQ(report.chances[1], 1.0F);
    EXPECT_LT(report.simulations, 10U);
}

TEST_P(Tactics, MIsKnownToBeWonForWhiteIfItIsWhitesTurn) {
    const auto& report = search(position("M", Seat::white, "J9"));

    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.moves[0].proof, Proof::won);
    EXPECT_EQ(report.chances[1], 1.0F);
}

TEST_P(Tactics, GsMoveRemovesTheRootThatItExtends) {
    const Position g = position("G", Seat::white, "J1");

    const auto& report = search(g);

    EXPECT_EQ(bounded(move_at(report, g, "J1")), points_at(g.lattice(), {"H2"}));
}

TEST_P(Tactics, GsEndIsKnownAndTrue) {
    const Position g = position("G", Seat::white, "J1");
    bench::Exhaustive exhaustive(2'000'000);

    const auto& report = search(g);

    ASSERT_TRUE(report.complete);
    const auto winner = static_cast<std::size_t>(exhaustive.winner(g).value());
    EXPECT_EQ(report.chances[winner], 1.0F);
}

TEST_P(Tactics, KsMoveRemovesTwoRootsTogether) {
    const Position k = position("K", Seat::white, "D5");

    const auto& report = search(k);

    EXPECT_EQ(bounded(move_at(report, k, "D5")), points_at(k.lattice(), {"B2", "H2"}));
}

TEST_P(Tactics, EsMoveThatBoundsWhitesOwnRootIsUnlikelyBeforeAndAfterSearch) {
    const bool is_early = GetParam() == "1995";
    const Position e = position("E", Seat::white);

    const auto& report = search(e, 300);

    const auto& suicide = move_at(report, e, is_early ? "S3" : "C2");
    EXPECT_EQ(bounded(suicide), points_at(e.lattice(), {is_early ? "T1" : "A1"}));
    EXPECT_LT(suicide.prior, 1.0F / static_cast<float>(report.moves.size()));
    EXPECT_LT(suicide.visits, 10U);
}

// A small root with one point of space is the one that is likeliest to go.
TEST_P(Tactics, EsSmallBlackRootIsAtRisk) {
    const bool is_early = GetParam() == "1995";
    const Position e = position("E", Seat::white);

    const auto& report = search(e, 300);

    const auto weakest =
        std::min_element(report.risks.begin(), report.risks.end(),
                         [](const auto& a, const auto& b) { return a.survival < b.survival; });
    const auto small =
        std::find_if(report.risks.begin(), report.risks.end(), [&](const auto& risk) {
            return risk.seed == point_at(e.lattice(), is_early ? "N1" : "A7");
        });
    EXPECT_LE(small->survival, weakest->survival + 0.2F);
    EXPECT_LT(small->survival, 0.9F);
}

}  // namespace
}  // namespace tanbo::tests
