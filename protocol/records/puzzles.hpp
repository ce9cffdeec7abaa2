#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "protocol/json/error.hpp"

// Positions in which exactly one move wins.
namespace tanbo::protocol {

struct Puzzle {
    std::size_t number = 0;  // from 1, its own for ever
    std::string setup;
    engine::Position position;
    engine::Point solution = engine::no_point;
    int prior = 0;  // how likely the policy of the search takes the solution to be, in thousandths
};

// A line of puzzles.txt: "NUMBER SETUP POSITION SEAT POINT PRIOR", with the position as
// position_text. Nothing if it is not sound, or the solution not legal.
std::optional<Puzzle> read_puzzle(std::string_view line);

// A puzzle that is gone, since it asked for the same as another. Its number leads there.
struct ReplacedPuzzle {
    std::size_t number = 0;
    std::size_t by = 0;
};
// A line "NUMBER as NUMBER". Nothing if it is none.
std::optional<ReplacedPuzzle> read_replaced_puzzle(std::string_view line);

// Those that are shipped, by their numbers, easy and hard ones mixed. Read once. Thread: any.
// Source: tests/bench/puzzles.
std::span<const Puzzle> puzzles();
// By their numbers. Thread: any.
std::span<const ReplacedPuzzle> replaced_puzzles();

// The puzzle of that number, or the one in its place. Null if there never was one. Thread: any.
const Puzzle* find_puzzle(std::size_t number);

// How hard a puzzle is: 1, or 2 if the search does not think of the solution at once, or 3 if
// other moves seem likelier to it.
int difficulty_of(const Puzzle& puzzle);

// The ideas of a solution. A puzzle has one at least.
enum class PuzzleTheme : std::uint8_t {
    removal,    // it removes roots of the other seat
    sacrifice,  // it removes the root that it extends
    squeeze,    // it takes root space from the other seat
    rescue,     // it extends a root that had one or two points left
    waiting     // it does none of that: the other seat must move
};
inline constexpr std::array puzzle_themes = {PuzzleTheme::removal, PuzzleTheme::sacrifice,
                                             PuzzleTheme::squeeze, PuzzleTheme::rescue,
                                             PuzzleTheme::waiting};
std::string_view theme_name(PuzzleTheme theme);  // "removal", ...
std::optional<PuzzleTheme> parse_theme(std::string_view name);
std::vector<PuzzleTheme> themes_of(const Puzzle& puzzle);

// {"puzzle","setup","difficulty","board","stones","position","to_move","legal","puzzles"}; nothing
// that tells the solution.
std::string encode_puzzle(const Puzzle& puzzle);

// {"puzzles":[{"puzzle","setup","difficulty","themes"},...],"replaced":[{"puzzle","by"},...]}.
std::string encode_puzzle_list(std::span<const Puzzle> puzzles,
                               std::span<const ReplacedPuzzle> replaced);

// An answer, or that the solution is asked for.
struct PuzzleAnswer {
    std::optional<std::string> point;
};
// {"point"}: a text, or null. Errors: malformed_json, invalid_field.
Result<PuzzleAnswer> decode_puzzle_answer(std::string_view body);

// The worth of an answer. Errors: illegal_move with the reason.
// {"puzzle","point","solved","solution","themes"}; the solution is null, and there are no themes,
// unless it is found or asked for.
Result<std::string> judge_puzzle(const Puzzle& puzzle, const PuzzleAnswer& answer);

}  // namespace tanbo::protocol
