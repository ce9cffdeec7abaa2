// The fuzz targets for a few seconds, without libFuzzer: sound inputs, changed at random.

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/fuzz/targets.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::protocol {
namespace {

// How many mutations of a seed are tried; of a file of the corpus, which has many, fewer.
int rounds_per_seed() {
    const char* const rounds = std::getenv("TANBO_FUZZ_ROUNDS");
    return rounds ? std::stoi(rounds) : tests::repetitions(2000);
}

int rounds_per_file() {
    return rounds_per_seed() * 3 / 40;
}

constexpr std::array<std::string_view, 26> tokens{
    "null",     "true",    "-1",      "1e999",  "18446744073709551616",
    "\"\"",     "[",       "]",       "{",      "}",
    ",",        ":",       "\\ud800", "\xFF",   "4096",
    "\"A1\"",   "\"red\"", "[]",      "leave:", "\"id\":",
    "\r\n",     "\n",      " ",       "\r\n ",  "Content-Length: 3\r\n",
    "0\r\n\r\n"};

class Mutator {
public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    std::string mutated(std::string_view seed) {
        std::string text(seed);
        const std::size_t changes = 1 + below(4);
        for (std::size_t i = 0; i < changes; ++i) change(text);
        return text;
    }

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t bytes = below(std::min<std::size_t>(text.size() - at, 12) + 1);
        switch (below(6)) {
            case 0:
                text.erase(at, bytes);
                break;
            case 1:
                text.insert(at, tokens[below(tokens.size())]);
                break;
            case 2:
                text.replace(at, bytes, tokens[below(tokens.size())]);
                break;
            case 3:
                text.insert(at, text.substr(at, bytes));
                break;
            case 4:
                text.resize(at);
                break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(random_());
        }
    }

    std::mt19937 random_;
};

// The target's own seeds and its folder of the corpus, in order.
std::vector<std::string> seeds_of(const FuzzTarget& target) {
    std::vector<std::string> seeds(target.seeds.begin(), target.seeds.end());
    const auto folder = tests::source_folder() / "tests" / "fuzz" / "corpus" / target.name;
    if (!std::filesystem::exists(folder)) return seeds;
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.insert(entry.path());
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return seeds;
}

void run(const FuzzTarget& target) {
    const std::vector<std::string> seeds = seeds_of(target);
    ASSERT_FALSE(seeds.empty());
    const int rounds = target.seeds.empty() ? rounds_per_file() : rounds_per_seed();
    Mutator mutator(1);
    for (const std::string& seed : seeds) {
        target.run(seed);
        for (int round = 0; round < rounds; ++round) {
            const std::string input = mutator.mutated(seed);
            SCOPED_TRACE(input);
            ASSERT_NO_THROW(target.run(input));
        }
    }
}

class Mutations : public testing::TestWithParam<std::string_view> {};

TEST_P(Mutations, LeaveTheDecoderSound) {
    run(*find_fuzz_target(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Of, Mutations,
                         testing::Values("requests", "live", "record", "replay", "mail", "head",
                                         "lmtp", "cursors", "boards", "trf"),
                         [](const auto& target) { return std::string(target.param); });

TEST(Mutations, FindADecoderThatIsNotSound) {
    const auto run_broken = [](std::string_view input) {
        if (input.find("\"ply\":-1") != std::string_view::npos) throw std::logic_error("found");
    };
    Mutator mutator(1);
    int found = 0;

    for (int round = 0; round < rounds_per_seed(); ++round) {
        try {
            run_broken(mutator.mutated(find_fuzz_target("requests")->seeds.front()));
        } catch (const std::logic_error&) {
            ++found;
        }
    }

    EXPECT_GT(found, 0);
}

TEST(Mutations, KnowNoTargetOfAnotherName) {
    EXPECT_EQ(find_fuzz_target("letters"), nullptr);
    EXPECT_EQ(fuzz_targets().size(), 10U);
}

}  // namespace
}  // namespace tanbo::protocol
