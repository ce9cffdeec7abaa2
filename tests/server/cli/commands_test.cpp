#include "server/cli/commands.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

TEST(Commands, AreReadWithWhatFollows) {
    EXPECT_EQ(parse_command("say  Good luck! ").verb, Verb::say);
    EXPECT_EQ(parse_command("say  Good luck! ").rest, "Good luck!");
    EXPECT_EQ(parse_command("PREVIEW k10").verb, Verb::preview);
    EXPECT_EQ(parse_command("plan").rest, "");
    EXPECT_EQ(parse_command("plan if any then A2").rest, "if any then A2");
}

TEST(Commands, AreElseThePointOfAStone) {
    EXPECT_EQ(parse_command(" k10\r").verb, Verb::place);
    EXPECT_EQ(parse_command(" k10\r").rest, "k10");
    EXPECT_EQ(parse_command("sayings").verb, Verb::place);
    EXPECT_EQ(parse_command("").rest, "");
}

TEST(Commands, AreAllInTheHelp) {
    for (const std::string_view word :
         {"preview", "legal", "say", "chat", "undo", "pause", "resume", "abort", "remove", "accept",
          "decline", "swap", "plan", "unplan", "board", "start", "leave", "help", "quit"}) {
        EXPECT_NE(parse_command(word).verb, Verb::place) << word;
        EXPECT_NE(("\n" + help_text()).find("\n" + std::string(word) + " "), std::string::npos)
            << word;
    }
}

TEST(Commands, ThatChangeTheGameAreForPlayers) {
    EXPECT_TRUE(is_for_players(Verb::place));
    EXPECT_TRUE(is_for_players(Verb::leave));
    EXPECT_FALSE(is_for_players(Verb::say));
    EXPECT_FALSE(is_for_players(Verb::preview));
}

}  // namespace
}  // namespace tanbo::cli
