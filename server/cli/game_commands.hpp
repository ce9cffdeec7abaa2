#pragma once

#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Things of one game from the command line. Each command returns the exit status.
namespace tanbo::cli {

enum class RecordForm : std::uint8_t { json, sgf };

// The record of a game, as the server gives it out. Errors: invalid_record, with a sentence.
protocol::Result<std::string> fetch_record(const std::string& url, const std::string& token,
                                           protocol::GameId game, RecordForm form);

// Prints it.
int print_record(const std::string& url, const std::string& token, protocol::GameId game,
                 RecordForm form);

// Writes a message to a game's chat, or without one prints the last messages, oldest first.
int chat(const std::string& url, const std::string& token, protocol::GameId game,
         const std::string& text);

}  // namespace tanbo::cli
