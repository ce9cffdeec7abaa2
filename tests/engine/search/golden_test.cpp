// Reports that are the same to the last bit on every platform: tests/golden/search-reports.txt.
// wasm_test.mjs asks the module for browsers for the same.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "engine/search/searcher.hpp"
#include "engine/search/wasm/report_words.hpp"
#include "tests/support/play.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;

constexpr std::uint32_t simulations = 100;
constexpr std::uint32_t nodes_max = 20'000;

std::uint32_t hash_of(const std::vector<std::uint32_t>& words) {
    std::uint32_t hash = 2166136261U;
    for (const std::uint32_t word : words) {
        hash = (hash ^ word) * 16777619U;
        hash ^= hash >> 15U;
    }
    return hash;
}

// One line: the setup, the moves that lead to the position, the best move and the report's hash.
std::string line_of(const engine::Setup& setup, Random& random) {
    Position position(setup.opening);
    std::string text = std::string(setup.id) + " ";
    const auto plies = random.below(static_cast<std::uint32_t>(position.lattice().points()) / 2);
    Point last = engine::no_point;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
        const auto legal = sorted_legal_points(position, *position.to_move());
        const Point point = random.pick(std::span<const Point>(legal));
        Position next = position;
        next.play(point);
        if (next.is_over()) break;
        position.play(point);
        last = point;
        text += (ply > 0 ? "," : "") + std::to_string(point);
    }
    search::Searcher searcher(setup.opening, search::weights_for(*setup.opening),
                              {.seed = 11, .memory = {.nodes_max = nodes_max}});
    searcher.set(position, last);
    searcher.run({.simulations = simulations});
    std::vector<std::uint32_t> words;
    search::write_words(searcher.report(), words);
    return text + " " + std::to_string(searcher.choose(search::level(10))) + " " +
           std::to_string(hash_of(words)) + "\n";
}

TEST(SearchGolden, AHundredReportsAreThoseOfEveryPlatform) {
    Random random(12);
    std::string text;
    int lines = 0;
    for (const auto* id : {"9x9", "13x13", "19x19", "19x19-4p", "5x5x5", "11x11-dense"}) {
        for (int count = 0; count < 17 && lines < 100; ++count, ++lines) {
            text += line_of(*engine::find_setup(id), random);
        }
    }
    ASSERT_EQ(lines, 100);
    const auto path = source_folder() / "tests" / "golden" / "search-reports.txt";
    const char* const rewrite = std::getenv("TANBO_REWRITE_GOLDEN");
    if (rewrite != nullptr && std::string_view(rewrite) == "1") {
        std::ofstream(path, std::ios::binary) << text;
    }

    std::ifstream in(path, std::ios::binary);
    const std::string expected{std::istreambuf_iterator<char>(in), {}};

    EXPECT_EQ(text, expected);
}

}  // namespace
}  // namespace tanbo::tests
