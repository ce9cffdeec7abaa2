#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/engines/game_line.hpp"

namespace tanbo::cli {

// The words of a program, so far as it matters to who plays by it.
struct EngineReply {
    // greets: it speaks one of the protocols, but may still load what it needs.
    enum class Kind : std::uint8_t { nothing, greets, ready, move, resigns, refuses };

    Kind kind = Kind::nothing;
    std::string text = {};                  // of a move its name, of a refusal what was said
    std::vector<std::string> replies = {};  // lines to send to it now
};

// The limits of a program that is asked for a move.
struct MoveRequest {
    std::chrono::milliseconds time{1000};           // for this move
    std::optional<std::uint64_t> simulations = {};  // instead, if the program counts any
};

// Our end of a conversation with a program that speaks UGI or GTP 2, without a process or a clock:
// lines in, lines out. Which of the two it speaks is found out by asking.
// Source: protocol/contract/engines.md.
class EngineClient {
public:
    // The first words. greets follows, then ready.
    std::vector<std::string> greet();

    // Asks for a move of the seat to move; move, resigns or refuses follows.
    // Requires: is_ready(), the game is not over, can_play().
    std::vector<std::string> ask(const GameLine& line, const MoveRequest& question);

    // The time that the program is told to have for its move: GTP counts whole seconds, so it may
    // be longer than the one asked for. Requires: is_ready().
    std::chrono::milliseconds allotted_time(const MoveRequest& question) const;

    EngineReply on_line(std::string_view line);

    bool is_ready() const { return state_ == State::idle; }
    bool is_gtp() const { return speaks_gtp_; }
    // True if the protocol has words for the board; a program may still refuse it.
    bool can_play(const engine::Opening& opening) const;

    std::vector<std::string> farewell() const { return {"quit"}; }

private:
    enum class State : std::uint8_t { greeting, probing, idle, thinking };

    EngineReply on_ugi(std::string_view line);
    EngineReply on_gtp(std::string_view line);
    EngineReply on_gtp_refusal(std::uint64_t id, std::string_view text);
    void send_board(const GameLine& line, std::vector<std::string>& lines);
    std::string numbered(std::string command);

    State state_ = State::greeting;
    bool speaks_gtp_ = false;
    bool knows_setups_ = false;     // of GTP: tanbo-setup
    std::uint64_t number_ = 0;      // of the last command of GTP
    std::optional<GameLine> told_;  // the game as the program of GTP has it
};

}  // namespace tanbo::cli
