#pragma once

#include <memory>
#include <vector>

#include "protocol/json_reader.hpp"
#include "protocol/requests.hpp"

// Parts of requests that other messages share. Private to this folder.
namespace tanbo::protocol {

// The opening of the setup whose id this is; null and no_such_setup where there is none.
std::shared_ptr<const engine::Opening> read_setup(const JsonReader& in);

// "me", "open" or a handle for each of so many seats; nobody is named twice.
std::vector<SeatRequest> read_seat_requests(const JsonReader& in, int seats);
// Where they are not given: the creator first, the others open.
std::vector<SeatRequest> default_seat_requests(int seats);

// The members "point", "ply" and, where it is there, "seq" of an object.
PlayMove read_point_and_ply(const JsonReader& in);

}  // namespace tanbo::protocol
