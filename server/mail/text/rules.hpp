#pragma once

#include <string_view>

// The rules as `rules` sends them. Private to this folder. Source: rule sheet.
namespace tanbo::mail::text {

inline constexpr std::string_view rules_of_tanbo = R"(The rules of Tanbo
------------------
Tanbo is a game by Mark Steere (1993).

The board is that of go, 19 by 19 points or smaller. Points are named by
a letter, A to T without I, and a number: A1 is bottom left. Neighbours
are points next to each other along a line, never diagonally. Some
stones stand there at the beginning; from each of them grows a root: a
connected group of stones of one colour.

A turn. Place one stone of your colour on an empty point that has
exactly one stone of your own next to it. Stones of others next to it do
not matter. There is no passing. So a root only ever grows at its tips,
and two roots never meet.

    . . 1 . .
    . 1 # 1 .     Black (#) may play on every 1: one # is next to it.
    . 1 # 2 .     On a 2 he may not: two # are next to it. And not on
    . . 2 # 1     a dot: no # is.
    . . . 1 .

Root space. The points that a root can grow to are its root space. A
root without any is bounded.

Removal. Look first at the root that has just grown. If it is bounded,
it is lifted off the board, and nothing else, whoever else is bounded:
the others have root space again. If it is not, all bounded roots, of
every colour, are lifted at the same time.

The end. Who has no stones left is out. Who is left alone has won. There
are no draws, and no position ever comes twice. You can lose your last
root by your own move.

More than two play in turn; who resigns, leaves or runs out of time has
all his roots lifted at once, and the others go on. Players who go out
by the same move share a place.

In 5x5x5 a point has three digits, X Y Z, and up to six neighbours; the
line has one number. The rules are the same.

Beginners play on 9x9 first, where a game lasts some 70 stones, and go
on to 19x19, where people play about 200.
)";

}  // namespace tanbo::mail::text
