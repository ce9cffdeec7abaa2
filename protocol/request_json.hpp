#pragma once

#include <memory>

#include "protocol/json_reader.hpp"
#include "protocol/requests.hpp"

// Parts of requests that other messages share. Private to this folder.
namespace tanbo::protocol {

// The opening of the setup whose id this is; null and no_such_setup where there is none.
std::shared_ptr<const engine::Opening> read_setup(const JsonReader& in);

// The members "point", "ply" and, where it is there, "seq" of an object.
PlayMove read_point_and_ply(const JsonReader& in);

}  // namespace tanbo::protocol
