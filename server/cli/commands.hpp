#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"

namespace tanbo::cli {

// Commands that can be typed at a game.
enum class Verb : std::uint8_t {
    place,
    preview,
    legal,
    hint,
    say,
    chat,
    undo,
    pause,
    resume,
    abort,
    remove,
    accept,
    decline,
    swap,
    plan,
    unplan,
    board,
    start,
    substitute,
    leave,
    help,
    quit
};

struct Command {
    Verb verb = Verb::place;
    std::string rest;  // what follows the verb; of place the whole line
};

// A line that begins with no verb is taken for the name of a point. Blanks around are dropped;
// verbs may be in capitals.
Command parse_command(std::string_view line);

// The words that the last word of a line may become: verbs, points of the board, seats, and the
// players' names after an "@".
std::vector<std::string> completions(std::string_view line, const engine::Match& match);

// Only those who hold a seat may do it.
bool is_for_players(Verb verb);

// Every command that a player, or somebody who watches, may give on a board, with its effect: a
// line each, on the boards of all setups of at most 80 columns.
std::string help_text(const engine::Lattice& lattice, bool is_player);

}  // namespace tanbo::cli
