#pragma once

#include <optional>
#include <string>

#include "engine/time/instant.hpp"
#include "server/cli/list_output.hpp"

// Lists of games and challenges, a line each, for people and scripts. Each returns the exit status.
namespace tanbo::cli {

// The open and running games: all, or with `is_mine` those of the token's account.
int games(const std::string& url, const std::string& token, bool is_mine, ListForm form);

// Things that wait for the token's account.
int turns(const std::string& url, const std::string& token, ListForm form);

// The open challenges: all that have an open seat, or with `is_mine` those of the token's account.
int challenges(const std::string& url, const std::string& token, bool is_mine, ListForm form);

// "2 d 04:05", "late", or "-" without a deadline.
std::string time_left(std::optional<engine::Instant> deadline, engine::Instant now);

}  // namespace tanbo::cli
