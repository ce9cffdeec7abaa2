#pragma once

#include <string>

// Lists of games, a line each, for people and scripts.
namespace tanbo::cli {

// The open and running games: all, or with `is_mine` those of the token's account.
int games(const std::string& url, const std::string& token, bool is_mine);

// Things that wait for the token's account.
int turns(const std::string& url, const std::string& token);

}  // namespace tanbo::cli
