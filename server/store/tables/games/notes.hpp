#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Private notes of players beside games: pass only the account of the request.
namespace tanbo::store {

inline constexpr int notes_max = 10'000;  // of one account

struct Note {
    GameId game{};
    std::string text;
    Instant updated_at{};
};

// Nothing if they have written none about this game.
std::optional<Note> find_note(Reader& reader, AccountId account, GameId game);

// Replaces the note; an empty text deletes it. False if the account has notes_max others.
// Throws: StorageError constraint if there is no such game.
bool set_note(Transaction& transaction, AccountId account, const Note& note);

}  // namespace tanbo::store
