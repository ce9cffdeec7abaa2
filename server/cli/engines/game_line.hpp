#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/position.hpp"

namespace tanbo::cli {

// Something that happened on a board: a stone, or (no_point) that the seat left.
struct Turn {
    engine::Seat seat = engine::Seat::black;
    engine::Point point = engine::no_point;

    bool is_leaving() const { return point == engine::no_point; }
    bool operator==(const Turn&) const = default;
};

// A game as engines are told it: an opening, and what has happened since.
class GameLine {
public:
    // `setup` is empty for a board without a name.
    GameLine(std::string setup, std::shared_ptr<const engine::Opening> opening);

    const std::string& setup() const { return setup_; }
    const engine::Opening& opening() const { return *opening_; }
    const std::shared_ptr<const engine::Opening>& shared_opening() const { return opening_; }
    const engine::Position& position() const { return position_; }
    std::span<const Turn> turns() const { return turns_; }
    // The point of the last stone, whether or not it stands; no_point before the first.
    engine::Point last_stone() const;

    // For the seat to move. Why it may not; none if it is played.
    engine::Illegal play(engine::Point point);
    engine::Illegal leave(engine::Seat seat);
    // False if nothing has happened yet.
    bool take_back();

private:
    std::string setup_;
    std::shared_ptr<const engine::Opening> opening_;
    engine::Position position_;
    std::vector<Turn> turns_;
};

// The setup of that name, or what is wrong with it, in a sentence.
std::variant<GameLine, std::string> line_of_setup(std::string_view id);

// "9x9/B2,H8/B8,H2/black": extents, the stones of each seat, and who begins. Names of setups aren't
// looked up. At most fen_bytes_max.
inline constexpr std::size_t fen_bytes_max = 32'768;
std::string fen_of(const engine::Opening& opening);
std::variant<std::shared_ptr<const engine::Opening>, std::string> read_fen(std::string_view fen);

// "setup 9x9" or "fen 7x5/…", then " moves C2 B7 leave:black" if anything has happened.
std::string position_text(const GameLine& line);
// The inverse; also "startpos", which is the setup 19x19. The sentence says what is wrong.
std::variant<GameLine, std::string> read_position(std::span<const std::string_view> words);

// The point's name, or "leave:white".
std::string turn_text(const engine::Lattice& lattice, const Turn& turn);
// The effect of `word` on the game, or in a sentence why it can't be done.
std::optional<std::string> take_turn(GameLine& line, std::string_view word);

// Split at blanks.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace tanbo::cli
