#include "server/cli/commands.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "engine/opening.hpp"

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
         {"preview", "legal", "hint",   "say",        "chat",    "undo", "pause",
          "resume",  "abort", "remove", "accept",     "decline", "swap", "plan",
          "unplan",  "board", "start",  "substitute", "leave",   "help", "quit"}) {
        EXPECT_NE(parse_command(word).verb, Verb::place) << word;
        const std::string help = help_text(engine::setups()[0].opening->lattice(), true);
        EXPECT_NE(("\n" + help).find("\n" + std::string(word) + " "), std::string::npos) << word;
    }
}

TEST(Commands, HaveExamplesThatTheBoardHas) {
    for (const engine::Setup& setup : engine::setups()) {
        const engine::Lattice& lattice = setup.opening->lattice();
        std::istringstream help(help_text(lattice, true));
        std::string first, preview, second;
        help >> first;
        help.ignore(100, '\n');
        help >> preview >> second;

        EXPECT_TRUE(engine::parse_point(lattice, first)) << setup.id << ": " << first;
        EXPECT_EQ(preview, "preview");
        EXPECT_EQ(second, first);
    }
}

TEST(Commands, OfPlayersAreNotInTheHelpOfThoseWhoWatch) {
    const std::string help = "\n" + help_text(engine::setups()[0].opening->lattice(), false);

    for (const std::string_view word : {"preview", "legal", "say", "chat", "help", "quit"})
        EXPECT_NE(help.find("\n" + std::string(word) + " "), std::string::npos) << word;
    for (const std::string_view word :
         {"hint", "undo", "pause", "plan", "swap", "start", "substitute", "leave"})
        EXPECT_EQ(help.find("\n" + std::string(word) + " "), std::string::npos) << word;
    EXPECT_EQ(help.find("place a stone"), std::string::npos);
}

TEST(Commands, ThatChangeTheGameAreForPlayers) {
    EXPECT_TRUE(is_for_players(Verb::place));
    EXPECT_TRUE(is_for_players(Verb::leave));
    EXPECT_FALSE(is_for_players(Verb::say));
    EXPECT_FALSE(is_for_players(Verb::preview));
}

}  // namespace
}  // namespace tanbo::cli
