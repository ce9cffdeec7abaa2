#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "protocol/json/error.hpp"

// Positions in which exactly one move wins.
namespace tanbo::protocol {

struct Puzzle {
    std::string setup;
    engine::Position position;
    engine::Point solution = engine::no_point;
    int prior = 0;  // how likely the policy of the search takes the solution to be, in thousandths
};

// A line of puzzles.txt: "SETUP POSITION SEAT POINT PRIOR", with the position as position_text.
// Nothing if it is not sound, or the solution not legal.
std::optional<Puzzle> read_puzzle(std::string_view line);

// Those that are shipped, numbered from 1, easy and hard ones mixed. Read once. Thread: any.
// Source: tests/bench/puzzles.
std::span<const Puzzle> puzzles();

// How hard a puzzle is: 1, or 2 if the search does not think of the solution at once, or 3 if
// it takes it for unlikely.
int difficulty_of(const Puzzle& puzzle);

// {"puzzle","setup","difficulty","board","stones","position","to_move","legal","puzzles"}; nothing
// that tells the solution. `number` from 1.
std::string encode_puzzle(std::size_t number, const Puzzle& puzzle);

// An answer, or that the solution is asked for.
struct PuzzleAnswer {
    std::optional<std::string> point;
};
// {"point"}: a text, or null. Errors: malformed_json, invalid_field.
Result<PuzzleAnswer> decode_puzzle_answer(std::string_view body);

// The worth of an answer. Errors: illegal_move with the reason.
// {"puzzle","point","solved","solution"}; the solution is null unless it is found or asked for.
Result<std::string> judge_puzzle(std::size_t number, const Puzzle& puzzle,
                                 const PuzzleAnswer& answer);

}  // namespace tanbo::protocol
