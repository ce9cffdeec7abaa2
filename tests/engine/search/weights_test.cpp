#include "engine/search/weights.hpp"

#include <set>

#include <gtest/gtest.h>

#include "tests/support/play.hpp"

namespace tanbo::tests {
namespace {

using search::parse_weights;
using search::Weights;

Weights some_weights() {
    Weights weights;
    for (std::size_t index = 0; index < search::policy_size; ++index) {
        weights.policy[index] = static_cast<float>(index) - 40.5F;
    }
    weights.value[3] = -1.25F;
    weights.value_empty[13] = 0.001F;
    weights.playout_plies = 24;
    weights.playout_replies = 1;
    weights.exploration = 0.3F;
    weights.stretch = 2.3F;
    weights.stretch_empty = -1.1F;
    return weights;
}

TEST(SearchWeights, AreReadAsTheyWereWritten) {
    EXPECT_EQ(parse_weights(print_weights(some_weights())), some_weights());
}

Weights weights_with_units() {
    Weights weights = some_weights();
    weights.units.are_used = true;
    weights.units.inputs[2][5] = 0.5F;
    weights.units.inputs[search::unit_inputs - 1][0] = -0.125F;
    weights.units.outputs[15] = 2;
    return weights;
}

TEST(SearchWeights, AreReadAsTheyWereWrittenWithAHiddenLayer) {
    EXPECT_EQ(parse_weights(print_weights(weights_with_units())), weights_with_units());
}

TEST(SearchWeights, AreRefusedIfALineOfTheHiddenLayerIsMissing) {
    const std::string text = print_weights(weights_with_units());
    const std::size_t start = text.find("units-out ");
    ASSERT_NE(start, std::string::npos);

    const std::size_t end = text.find('\n', start) + 1;

    EXPECT_FALSE(parse_weights(text.substr(0, start) + text.substr(end)));
}

TEST(SearchWeights, TakeComments) {
    const std::string text = "# made by hand\n\n" + print_weights(some_weights()) + "# end";

    EXPECT_EQ(parse_weights(text), some_weights());
}

TEST(SearchWeights, AreRefusedIfALineIsMissingDoubledOrUnknown) {
    const std::string text = print_weights(some_weights());
    const std::string last = "empty-stretch -1100\n";
    ASSERT_TRUE(text.ends_with(last));

    EXPECT_FALSE(parse_weights(text.substr(0, text.size() - last.size())));
    EXPECT_FALSE(parse_weights(text + last));
    EXPECT_FALSE(parse_weights(text + "luck 1\n"));
    EXPECT_FALSE(parse_weights(""));
}

TEST(SearchWeights, AreRefusedIfANumberIsNotOneOrOneIsMissingOrTooLarge) {
    const std::string text = print_weights(some_weights());
    const std::string start = text.substr(0, text.size() - std::string("-1100\n").size());

    for (const char* number : {"", "x", "1 2", "1.5", "1000001", "-1000001", "99999999999"}) {
        EXPECT_FALSE(parse_weights(start + number)) << number;
    }
    for (const char* number : {"0", "1000000", "-1000000", " 7  "}) {
        EXPECT_TRUE(parse_weights(start + number)) << number;
    }
}

TEST(SearchWeights, OfEveryFamilyAreSoundAndSmall) {
    for (const auto& family : search::families()) {
        EXPECT_TRUE(parse_weights(family.text)) << family.name;
        EXPECT_LT(family.text.size(), 8'000U) << family.name;
    }
}

TEST(SearchWeights, AreThoseOfTheBoardsFamily) {
    for (const auto& [setup, family] :
         {std::pair("9x9", "9x9"), std::pair("13x13", "13x13"), std::pair("19x19", "19x19"),
          std::pair("19x19-1995", "19x19"), std::pair("19x19-4p", "4p"), std::pair("5x5x5", "3d"),
          std::pair("line31", "general"), std::pair("7x7-dense", "dense"),
          std::pair("19x19-dense", "dense")}) {
        const auto& opening = *engine::find_setup(setup)->opening;
        EXPECT_EQ(search::family_of(opening).name, family) << setup;
        EXPECT_EQ(search::weights_for(opening), parse_weights(search::family_of(opening).text));
    }
}

TEST(SearchWeights, AreThereForEveryBoard) {
    Random random(4);
    std::set<std::string_view> used;
    for (int game = 0; game < 300; ++game) {
        const auto opening = random_opening(random);
        used.insert(search::family_of(*opening).name);
        EXPECT_NE(search::weights_for(*opening), Weights());
    }
    EXPECT_GT(used.size(), 3U);
}

TEST(SearchWeights, HaveGroupsThatFollowOneAnother) {
    std::size_t next = 0;
    for (const auto& group : search::policy_groups) {
        EXPECT_EQ(group.first, next) << group.name;
        next += group.size;
    }
    EXPECT_EQ(next, search::policy_size);
}

}  // namespace
}  // namespace tanbo::tests
