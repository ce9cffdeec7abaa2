#pragma once

#include "protocol/client/client.hpp"
#include "protocol/json/json_reader.hpp"

// For sources of this folder only.
namespace tanbo::protocol {

// As a challenge is told to a client.
ChallengeOffer read_challenge_offer(const JsonReader& in);

}  // namespace tanbo::protocol
