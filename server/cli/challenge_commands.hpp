#pragma once

#include <optional>
#include <string>

#include "engine/seat.hpp"
#include "engine/time/terms.hpp"

// Challenges from the command line. Each returns the exit status.
namespace tanbo::cli {

struct ChallengeOptions {
    std::string url;
    std::string token;
    std::string handle;  // the challenged player; empty: the first with the link
    std::string setup = "9x9";
    engine::Terms terms;
    std::optional<engine::Seat> seat;  // one's own; nothing: the first
};

// Challenges a player.
int challenge(const ChallengeOptions& options);

// Makes a private challenge and prints the link to its open seat.
int invite(const ChallengeOptions& options);

// `which` is a challenge's number, or the link of an invitation or its last part ("7-CODE").
int accept(const std::string& url, const std::string& token, const std::string& which);

// Declines a challenge, or withdraws one's own. The reason may be empty.
int decline(const std::string& url, const std::string& token, const std::string& which,
            const std::string& reason);

}  // namespace tanbo::cli
