#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/records/saved_game.hpp"

namespace tanbo::cli {

// A game in a file, with its whole log if the file has that.
struct GameFile {
    protocol::SavedGame game;
    std::optional<engine::Match> match = {};
};

// The game in a file, "-" for standard input: a record in JSON or SGF, as servers give it out, or a
// line of what `tanbo match --record` writes, in a file of any size. If it has several, `number`
// names one. Errors: invalid_record, with a sentence to show as its detail, also if the file can't
// be opened, or has a game with another number.
protocol::Result<GameFile> read_game(const std::string& path, std::optional<std::int64_t> number);

// The same of a text that came from elsewhere, which `name` names.
protocol::Result<GameFile> game_of_text(const std::string& name, const std::string& text);

}  // namespace tanbo::cli
