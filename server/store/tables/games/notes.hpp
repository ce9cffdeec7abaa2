#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Private notes and trees of variations of players beside games: pass only the account of the
// request.
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

// --- trees of variations ---

inline constexpr int studies_max = 500;  // with branches, of one account

struct Study {
    GameId game{};
    std::int64_t seq = 0;  // how often it was saved or emptied
    std::string branches;  // JSON; "[]" once it was deleted
    Instant updated_at{};
};

// Nothing if they have none beside this game.
std::optional<Study> find_study(Reader& reader, AccountId account, GameId game);

// Replaces the study. False if the account has studies_max others.
// Throws: StorageError constraint if there is no such game.
bool set_study(Transaction& transaction, AccountId account, const Study& study);

// Deletes the branches. The row stays and counts on: a device that has seen an earlier study must
// not take a later one for it. Nothing happens if there are none.
void empty_study(Transaction& transaction, AccountId account, GameId game, Instant now);

}  // namespace tanbo::store
