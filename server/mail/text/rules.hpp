#pragma once

#include <string_view>

// The rules as `rules` sends them. Private to this folder. Source: rule sheet.
namespace tanbo::mail::text {

inline constexpr std::string_view rules_of_tanbo = R"(The rules of Tanbo
------------------
Tanbo is a game by Mark Steere (1993).

The board is that of go, 19 by 19 points or smaller. Points are named by
a letter, A to T without I, and a number: A1 is bottom left. Neighbours
are points next to each other along a line, never diagonally. The game
starts with some stones on the board. From each of them grows a root: a
connected group of stones of one colour.

A turn. Place one stone of your colour on an empty point that touches
exactly one stone of your own. Stones of other colours do not matter.
There is no passing. So a root only ever grows at its tips, and two
roots never meet.

    . . 1 . .
    . 1 # 1 .     Black (#) may play on every 1: it touches one #.
    . 1 # 2 .     Not on a 2: two # touch it.
    . . 2 # 1     Not on a dot: no # touches it.
    . . . 1 .

Root space. The root space of a root is the points where it can still
grow. A root without root space is bounded.

Removal. Look first at the root that has just grown. If it is bounded,
only this root is removed: other bounded roots have root space again. If
it is not, all bounded roots of every colour are removed at once.

The end. A player with no stones left is out. The last player left wins.
There are no draws, and no position ever comes twice. You can lose your
last root by your own move.

More than two play in turn. If a player resigns, leaves or runs out of
time, all their roots are removed and the others play on. Players who go
out by the same move share a place.

In 5x5x5 a point has three digits, X Y Z, and up to six neighbours. On a
line it has one number. The rules are the same.

Beginners start on 9x9, where a game lasts some 70 stones. On 19x19, a
game between people lasts about 200.
)";

}  // namespace tanbo::mail::text
