#include "server/cli/commands.hpp"

#include <algorithm>
#include <array>

#include "engine/notation.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::cli {

namespace {

struct Row {
    Verb verb;
    std::string_view word;      // empty: the command is its argument
    std::string_view argument;  // a % stands for a point
    std::string_view effect;    // a % stands for a point
    bool is_for_players;
};

constexpr std::array rows = {
    Row{Verb::place, "", "%", "place a stone on %", true},
    Row{Verb::preview, "preview", "%", "the effect of that stone, without playing it", false},
    Row{Verb::legal, "legal", "", "the legal moves", false},
    Row{Verb::hint, "hint", "", "what to play and why (unrated games against bots)", true},
    Row{Verb::say, "say", "TEXT", "write to the players' chat", false},
    Row{Verb::chat, "chat", "", "the last 50 messages", false},
    Row{Verb::undo, "undo", "", "propose to undo your last move", true},
    Row{Verb::pause, "pause", "", "propose a pause", true},
    Row{Verb::resume, "resume", "", "end a pause", true},
    Row{Verb::abort, "abort", "", "propose to end the game without a result", true},
    Row{Verb::remove, "remove", "red", "propose to vote out an absent player", true},
    Row{Verb::accept, "accept", "", "accept the oldest proposal", true},
    Row{Verb::decline, "decline", "", "decline it, or withdraw your own", true},
    Row{Verb::swap, "swap", "", "take the first player's seat instead of moving", true},
    Row{Verb::plan, "plan", "", "show your plan", true},
    Row{Verb::plan, "plan", "if white % then %, else if any then %", "make a plan", true},
    Row{Verb::unplan, "unplan", "", "drop your plan", true},
    Row{Verb::board, "board", "", "draw the screen again", false},
    Row{Verb::start, "start", "", "start with the seats taken (creator only)", true},
    Row{Verb::substitute, "substitute", "bot:5", "give a leaver's seat to a bot (unrated games)",
        true},
    Row{Verb::leave, "leave", "", "resign; before the start, free your seat", true},
    Row{Verb::help, "help", "", "this list", false},
    Row{Verb::quit, "quit", "", "quit; the game continues, and you can come back", false},
};

constexpr std::string_view blanks = " \t\r";

// The text with a point of the board for each %: one in the middle, and those after it.
std::string with_points(std::string_view text, const engine::Lattice& lattice) {
    int point = lattice.points() / 2;
    std::string named;
    for (const char character : text) {
        if (character != '%') {
            named += character;
            continue;
        }
        named += engine::point_name(lattice, static_cast<engine::Point>(point));
        point = (point + 1) % lattice.points();
    }
    return named;
}

}  // namespace

Command parse_command(std::string_view line) {
    line = protocol::trimmed(line, blanks);
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string word = protocol::lower(line.substr(0, end));
    for (const Row& row : rows) {
        if (!row.word.empty() && row.word == word) {
            return {row.verb, std::string(protocol::trimmed(line.substr(end), blanks))};
        }
    }
    return {Verb::place, std::string(line)};
}

std::vector<std::string> completions(std::string_view line, const engine::Match& match) {
    const std::size_t begin = line.rfind(' ') + 1;
    const std::string start = protocol::lower(line.substr(begin));
    std::vector<std::string> words;
    const auto offer = [&](std::string word) {
        if (!protocol::lower(word).starts_with(start)) return;
        if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
    };
    if (start.empty()) return words;
    if (start.front() == '@') {
        for (const engine::SeatHolder& holder : match.seats()) {
            if (holder.player) offer("@" + holder.player->handle);
        }
        return words;
    }
    if (begin == 0) {
        for (const Row& row : rows) offer(std::string(row.word));
    } else {
        for (int i = 0; i < match.opening().seats(); ++i) {
            offer(std::string(engine::seat_name(engine::seat_at(i))));
        }
    }
    const engine::Lattice& lattice = match.opening().lattice();
    if (const auto point = engine::parse_point(lattice, start)) {
        offer(engine::point_name(lattice, *point));
    }
    return words;
}

bool is_for_players(Verb verb) {
    return std::ranges::any_of(
        rows, [verb](const Row& row) { return row.verb == verb && row.is_for_players; });
}

std::string help_text(const engine::Lattice& lattice, bool is_player) {
    constexpr std::size_t effect_column = 15;
    std::string text;
    for (const Row& row : rows) {
        if (row.is_for_players && !is_player) continue;
        std::string usage(row.word);
        if (!row.word.empty() && !row.argument.empty()) usage += ' ';
        usage += with_points(row.argument, lattice);
        usage.resize(std::max(effect_column, usage.size() + 2), ' ');
        text.append(usage).append(with_points(row.effect, lattice)).append("\n");
    }
    return text;
}

}  // namespace tanbo::cli
