#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/client/client.hpp"
#include "protocol/people/challenges.hpp"

// Challenges as a client writes and reads them, as leniently as protocol/client/client.hpp.
namespace tanbo::protocol {

// A challenge as the server tells it.
struct ToldChallenge {
    ChallengeOffer offer;
    std::string state;                 // "open", "accepted", or something newer
    std::vector<std::string> players;  // by seat; empty: open
    std::optional<GameId> game = {};   // the last it led to
    std::string invitation = {};       // the code, told to its creator alone
};

struct ChallengePage {
    std::vector<ToldChallenge> challenges;
    std::string next;  // the cursor of the next page; empty on the last
};

// A private challenge with one open seat, for the first player with its code.
std::string encode_create_invitation(std::string_view setup, std::span<const std::string> seats,
                                     const engine::Terms& terms);
std::string encode_accept_challenge(const AcceptChallenge& accept);

// Errors, both: malformed_json, invalid_field.
Result<ToldChallenge> decode_told_challenge(std::string_view answer);
Result<ChallengePage> decode_challenge_page(std::string_view answer);

}  // namespace tanbo::protocol
