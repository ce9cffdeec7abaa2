#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/opening.hpp"

// The learned part of a searcher: numbers that belong to features of moves and of positions.
namespace tanbo::search {

// A group of features of a move, of which exactly one holds, or none.
struct PolicyGroup {
    std::string_view name;
    std::size_t first;  // its place in Weights::policy
    std::size_t size;
};

// Groups of move features, in the order of their numbers.
enum class MoveFeature : std::uint8_t {
    space_after,     // of the root that is extended: 0 to 7, up to 9, up to 12, up to 16, more
    space_change,    // of that root: -4 or less to 4 or more
    space_before,    // 1 to 3, 4 or more, each by the change's sign
    harm,            // to other roots of one's own: none, one, to one point, deadly, several
    rival_space,     // of the weakest root of another seat that loses the point: none, 1 to 4, up
                     // to 6, up to 9, more
    kill,            // its stones, if it has no other point: up to 2, up to 6, more
    rivals_touched,  // stones of others beside the point: 0 to 2, 3 or more
    room,            // points that would be free to grow to a stone later: 0 to 5, up to 7, up to
                     // 10, up to 14, more
    contested,       // gained points that others may play: 0 to 4, 5 or more
    distance,        // from the last stone: 1 to 5, up to 7, up to 10, more
    root_stones,     // 1, up to 3, up to 7, up to 15, more
    last_root_dies,  // one's own last root is removed by it
    shared,          // with one other seat, with more
    edge,            // directions in which the board ends: 0 to 2, 3 or more
    death,           // stones of the root that is extended, if it has no point after it while
                     // others of the seat stand: up to 3, up to 7, up to 15, more
    taken,           // points that another seat would gain there: 0 to 4, 5 or more
    blocked,         // points beside it that another seat may play, from which it could grow to
                     // this one: 1, 2, 3 or more
};

inline constexpr std::array<PolicyGroup, 17> policy_groups = {{
    {"space-after", 0, 12},
    {"space-change", 12, 9},
    {"space-before", 21, 12},
    {"harm", 33, 5},
    {"rival-space", 38, 8},
    {"kill", 46, 3},
    {"rivals-touched", 49, 4},
    {"room", 53, 10},
    {"contested", 63, 6},
    {"distance", 69, 8},
    {"root-stones", 77, 5},
    {"last-root-dies", 82, 1},
    {"shared", 83, 2},
    {"edge", 85, 4},
    {"death", 89, 4},
    {"taken", 93, 6},
    {"blocked", 99, 3},
}};
inline constexpr std::size_t policy_size = 102;

// Features of a seat in a position; each has a weight for a full board and one more by how much of
// it is empty.
// From `reach` on they are looked at only where they have a weight: the points that the seat could
// grow to if it played alone, those of them that no other seat could grow to, and the stones of its
// largest root and of its smallest.
inline constexpr std::array<std::string_view, 19> value_names = {
    "roots",
    "log-spaces",
    "spaces",
    "roots-with-space-1",
    "roots-with-space-2",
    "territory",
    "exclusive",
    "log-territories",
    "stones",
    "to-move",
    "rivals-in-atari",
    "own-in-atari",
    "largest-territory",
    "ties-to-move",
    "reach",
    "own-reach",
    "log-own-reach",
    "largest-root",
    "smallest-root",
};
inline constexpr std::size_t value_size = 19;
inline constexpr std::size_t first_of_reach = 14;

// The value's hidden layer, which tells what the features mean together: each unit adds up what it
// is given, a seat's own features, those of its rivals, the share of empty points and 1, each times
// a weight, and counts if the sum is positive. A family may be without one.
inline constexpr std::size_t value_units = 16;
inline constexpr std::size_t unit_inputs = 2 * value_size + 2;
struct ValueUnits {
    using Row = std::array<float, value_units>;

    std::array<Row, unit_inputs> inputs{};  // by what is given, in the order above
    Row outputs{};
    bool are_used = false;

    bool operator==(const ValueUnits&) const = default;
};

struct Weights {
    std::array<float, policy_size> policy{};
    std::array<float, value_size> value{};
    std::array<float, value_size> value_empty{};  // times the share of empty points
    ValueUnits units;
    // How many plies a playout goes on before the value is asked: more where it knows less.
    float playout_plies = 16;
    // 1 if moves beside the last stone are among the choices of each ply of a playout, else 0.
    float playout_replies = 0;
    // How much a move's prior counts beside its value: less where values differ little.
    float exploration = 0.8F;
    // The power to which shown odds are raised, to match those with which games are won: this one,
    // and so much more by the share of empty points.
    float stretch = 1;
    float stretch_empty = 0;

    bool operator==(const Weights&) const = default;
};

// One family of boards and its weights, as the file of that name holds them.
struct Family {
    std::string_view name;  // "9x9", "13x13", "19x19", "dense", "3d", "4p", "general"
    std::string_view text;
};

// All families; "general", which fits any board, is the last.
std::span<const Family> families();

// The family with the boards most like this opening.
const Family& family_of(const engine::Opening& opening);

// The weights of that family.
Weights weights_for(const engine::Opening& opening);

// Weights from text: lines of a name and its numbers in thousandths, each name once; # begins a
// comment. Names of the hidden layer are all there or none. Nothing if a name is missing or
// unknown, or a number is not one or beyond a million.
std::optional<Weights> parse_weights(std::string_view text);

// The same text again, without comments.
std::string print_weights(const Weights& weights);

}  // namespace tanbo::search
