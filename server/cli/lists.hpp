#pragma once

#include <cstdint>
#include <string>

// Lists of games, a line each, for people and scripts.
namespace tanbo::cli {

// A table under a heading, or for programs tabs between the columns and no heading.
enum class ListForm : std::uint8_t { table, tabs };

// The open and running games: all, or with `is_mine` those of the token's account.
int games(const std::string& url, const std::string& token, bool is_mine, ListForm form);

// Things that wait for the token's account.
int turns(const std::string& url, const std::string& token, ListForm form);

}  // namespace tanbo::cli
