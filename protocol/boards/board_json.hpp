#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "engine/position.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"

// Boards, points and seats inside larger documents, both directions. Private to this folder.
namespace tanbo::protocol {

// --- writing ---

// A seat or null.
void write_seat(JsonWriter& out, const std::optional<engine::Seat>& seat);
void write_seats(JsonWriter& out, std::span<const engine::Seat> seats);
void write_point(JsonWriter& out, const engine::Lattice& lattice, engine::Point point);
void write_points(JsonWriter& out, const engine::Lattice& lattice,
                  std::span<const engine::Point> points);
void write_extents(JsonWriter& out, const engine::Lattice& lattice);
void write_removed(JsonWriter& out, const engine::Lattice& lattice,
                   std::span<const engine::RemovedStones> removed);
// {"black":[points in board order],...}, every seat of the opening.
void write_stones(JsonWriter& out, const engine::Opening& opening);
void write_stones(JsonWriter& out, const engine::Position& position);
// The character of each seat in a text of stones, in turn order.
inline constexpr std::string_view seat_letters = "bwrg5678";
// One character a point, in board order: "." if it is empty, else the seat's letter.
std::string position_text(const engine::Position& position);
// {"black":8,...}, every seat of the opening.
void write_roots(JsonWriter& out, const engine::Position& position);
// {"black":1,...}, the seats that have a place.
void write_places(JsonWriter& out, std::span<const int> places);

// --- reading; what does not fit is reported to the reader ---

// Any seat that has a name.
engine::Seat read_seat(const JsonReader& in);
// As read_seat, and one of the seats of the opening.
engine::Seat read_seat(const JsonReader& in, const engine::Opening& opening);
// A field that is null or such a seat.
std::optional<engine::Seat> read_nullable_seat(const JsonReader& in, std::string_view key,
                                               const engine::Opening& opening);
std::vector<engine::Seat> read_seats(const JsonReader& in, const engine::Opening& opening);
engine::Point read_point(const JsonReader& in, const engine::Lattice& lattice);
std::vector<engine::Point> read_points(const JsonReader& in, const engine::Lattice& lattice);
std::vector<engine::RemovedStones> read_removed(const JsonReader& in,
                                                const engine::Opening& opening);

// The members "board", "stones" and, if there is one, "to_move" of an object. Null if one of
// them does not fit: invalid_field by its form, invalid_opening by the rules.
std::shared_ptr<const engine::Opening> read_opening(const JsonReader& in);

// As read_opening; and if it is just what the setup says, the setup's own, to be shared.
std::shared_ptr<const engine::Opening> read_opening_of_setup(const JsonReader& in,
                                                             std::string_view setup);

}  // namespace tanbo::protocol
