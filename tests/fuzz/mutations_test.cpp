// The fuzz targets for a few seconds, without libFuzzer: sound inputs, changed at random.

#include <array>
#include <random>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/fuzz/targets.hpp"

namespace tanbo::protocol {
namespace {

constexpr int rounds_per_seed = 4000;

constexpr std::array<std::string_view, 20> tokens{
    "null",   "true",    "-1",      "1e999",  "18446744073709551616",
    "\"\"",   "[",       "]",       "{",      "}",
    ",",      ":",       "\\ud800", "\xFF",   "4096",
    "\"A1\"", "\"red\"", "[]",      "leave:", "\"id\":"};

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

void run(const FuzzTarget& target) {
    for (const std::string_view seed : target.seeds) {
        Mutator mutator(1);
        target.run(seed);
        for (int round = 0; round < rounds_per_seed; ++round) {
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
                         testing::Values("requests", "live", "record", "replay", "mail"),
                         [](const auto& target) { return std::string(target.param); });

TEST(Mutations, FindADecoderThatIsNotSound) {
    const auto run_broken = [](std::string_view input) {
        if (input.find("\"ply\":-1") != std::string_view::npos) throw std::logic_error("found");
    };
    Mutator mutator(1);
    int found = 0;

    for (int round = 0; round < rounds_per_seed; ++round) {
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
    EXPECT_EQ(fuzz_targets().size(), 5U);
}

}  // namespace
}  // namespace tanbo::protocol
