#pragma once

#include <cstdint>

#include "engine/position.hpp"

// The rules for a browser: C functions over openings and positions, compiled to one WebAssembly
// module without imports. Points are indices in board order, seats 0 to 7. What is longer than a
// number goes through one scratch area, in words of 16 bits; it holds until the next call.
//
// Requires throughout: handles that came from here, points and seats within the opening.
#ifdef __wasm__
#define TANBO_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define TANBO_EXPORT(name) extern "C"
#endif

// The place of arguments and answers.
TANBO_EXPORT(scratch) std::uint16_t* scratch();

// --- boards and openings; they are never freed, a page has few ---

// The board of the extents in the scratch area; null if there is none.
TANBO_EXPORT(lattice_create) const tanbo::engine::Lattice* lattice_create(int dimensions);
// The name of a point, one character a word; returns its length.
TANBO_EXPORT(point_name) int point_name(const tanbo::engine::Lattice* lattice, int point);
// The adjacent points in ascending order; returns how many.
TANBO_EXPORT(point_neighbours)
int point_neighbours(const tanbo::engine::Lattice* lattice, int point);

// The opening of the stones in the scratch area: for each seat how many, and these. Null if it
// can't be played.
TANBO_EXPORT(opening_create)
const tanbo::engine::Opening* opening_create(const tanbo::engine::Lattice* lattice, int seats,
                                             int to_move);
// The opening of a setup of the rules by its number, from 0; null if there is none.
TANBO_EXPORT(opening_of_setup) const tanbo::engine::Opening* opening_of_setup(int number);
// The id of a setup of the rules, one character a word; returns its length, 0 if there is none.
TANBO_EXPORT(setup_id) int setup_id(int number);
// Answers: dimensions, the extents, seats, the seat to move, the number of seeds, and for each
// seed, in board order, its point and its seat. Returns how many words that are.
TANBO_EXPORT(opening_read) int opening_read(const tanbo::engine::Opening* opening);
// The board that it is on.
TANBO_EXPORT(opening_lattice)
const tanbo::engine::Lattice* opening_lattice(const tanbo::engine::Opening* opening);

// --- positions ---

TANBO_EXPORT(position_create)
tanbo::engine::Position* position_create(const tanbo::engine::Opening* opening);
// A position on the opening's board with the stones in the scratch area, a word a point: 0 for an
// empty one, else the seat's number from 1. Null if there is no such position.
TANBO_EXPORT(position_arranged)
tanbo::engine::Position* position_arranged(const tanbo::engine::Opening* opening, int to_move);
TANBO_EXPORT(position_free) void position_free(tanbo::engine::Position* position);

// Each returns the `Illegal` of the engine. If it is none, the answer is what happened: the seed of
// the root that the stone joined, the number of removed roots, and for each its seed, whether the
// stone had joined it, how many stones it had and these stones.
TANBO_EXPORT(position_play) int position_play(tanbo::engine::Position* position, int point);
TANBO_EXPORT(position_leave) int position_leave(tanbo::engine::Position* position, int seat);
TANBO_EXPORT(position_preview) int position_preview(tanbo::engine::Position* position, int point);

// Why this seat may not play there now.
TANBO_EXPORT(position_legality)
int position_legality(const tanbo::engine::Position* position, int seat, int point);

// The seat to move; -1 once the game is over.
TANBO_EXPORT(position_to_move) int position_to_move(const tanbo::engine::Position* position);

// Answers: the place of each seat, 0 for one still in, and for each point the number of its root
// (from 1 in the order of the seeds; 0 for an empty point).
TANBO_EXPORT(position_read) void position_read(const tanbo::engine::Position* position);

// The legal points of a seat in no particular order, where they lie until the next play.
TANBO_EXPORT(position_legal_count)
int position_legal_count(const tanbo::engine::Position* position, int seat);
TANBO_EXPORT(position_legal)
const tanbo::engine::Point* position_legal(const tanbo::engine::Position* position, int seat);

// 64 bits of stones and seat to move: equal positions hash alike, here and in the server.
TANBO_EXPORT(position_hash) std::uint64_t position_hash(const tanbo::engine::Position* position);
