#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "protocol/json/error.hpp"
#include "protocol/records/saved_game.hpp"

// `tanbo replay`: games as JSON Lines in, every position of each as JSON Lines out.
namespace tanbo::protocol {

inline constexpr std::size_t replay_line_bytes_max = std::size_t{8} << 20U;
inline constexpr int replay_line_depth_max = 4;
inline constexpr int replay_line_values_max = 1'000'000;
inline constexpr std::size_t replay_id_bytes_max = 1024;

// {"id","setup","moves":["A18","leave:white",...]}, or in place of "setup" a "board" with "stones"
// and, if not black begins, "to_move".
struct ReplayGame {
    std::shared_ptr<const engine::Opening> opening;
    std::vector<std::string> moves;
};

// `id` is the line's, a string or a number, as JSON; "null" if it could not be read.
struct ReplayDecoded {
    std::string id;
    Result<ReplayGame> game;

    GameId number() const;  // the id, if it is a number above 0; 0 if not
};

// Errors: malformed_json, invalid_field, no_such_setup, invalid_opening.
ReplayDecoded decode_replay_line(std::string_view line);

// ReplayDecoded::number() of a line. The rest of the line is not read if it begins with the number.
GameId saved_line_number(std::string_view line);

// The game of a line as far as a file holds it, with ReplayDecoded::number(). Errors: as
// decode_replay_line, and invalid_record for an event that the rules don't allow.
Result<SavedGame> decode_saved_line(std::string_view line);

// Replays line after line in constant memory. For each position, the opening being index 0 and the
// one after the first event index 1, it writes
//   {"id","index","event","ply","to_move","winner","stones":{"black":[...],...},"legal":[...],
//    "removed":[{"seat","root","points","current"}]}
// with points in board order, `legal` those of the seat to move and `event` as it is written (in
// upper case). If an event can't be applied, or the line can't be read (index 0), the game
// ends with
//   {"id","index","error":{"code","detail"}}
// with the code of the rule that forbids it ("occupied", "off-board", "no-friend", "two-friends",
// "not-your-turn" for the leaving of a seat that is out, "game-over"), "no-such-seat", or what
// decode_replay_line says.
class Replayer {
public:
    // The sink is handed whole lines, many at a time.
    using Sink = std::function<void(std::string_view)>;

    explicit Replayer(Sink sink);
    ~Replayer();
    Replayer(const Replayer&) = delete;
    Replayer& operator=(const Replayer&) = delete;

    // Replays one line. Returns true if it holds a game and every event applies, and for a blank
    // line.
    bool replay(std::string_view line);

    // Hands over what is still held back.
    void flush();

private:
    class Writer;
    std::unique_ptr<Writer> writer_;
};

}  // namespace tanbo::protocol
