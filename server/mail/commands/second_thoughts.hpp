#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lattice.hpp"
#include "engine/position.hpp"

// Whether the writer of a mail stands by the point in it. A stone can't be taken back, so a mail
// that takes it back itself, doubts it, asks, or names another point plays none. Private to this
// folder.
namespace tanbo::mail::commands {

// A line of a mail that its writer has written, beside the blank ones.
struct TalkLine {
    enum class Kind : std::uint8_t { words, point, command };
    Kind kind = Kind::words;
    std::string text;
    std::string source;  // the same as it may be quoted, a password as ***
    bool begins_paragraph = false;
    bool is_almost_point = false;  // it was to be a point, and is none that can be read
};

// The board that the points are of; what is not known is null.
struct TalkBoard {
    const engine::Lattice* lattice = nullptr;
    const engine::Position* position = nullptr;
};

struct SecondThought {
    std::string line;                 // that holds it; empty: there is none
    std::vector<std::string> points;  // other points that the mail names, in capitals
};

// A second thought about `points`, which the mail plays, by the words of second_thoughts.txt. It is
// one to name another point, too, but not a stone that stands there, a point that is praised and
// can't be played, one in a signature, or a bare number. Cost: the words of the mail times those of
// the file's phrases that begin with them.
SecondThought find_second_thought(std::span<const TalkLine> lines,
                                  std::span<const std::string> points, const TalkBoard& board);

// The text of second_thoughts.txt.
std::string_view second_thoughts_text();

}  // namespace tanbo::mail::commands
