#include "server/store/tables/games/notes.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_note =
    "SELECT game, text, updated_at FROM game_notes WHERE account = ?1 AND game = ?2";
const Sql count_notes = "SELECT count(*) FROM game_notes WHERE account = ?1";
const Sql update_note =
    "UPDATE game_notes SET text = ?3, updated_at = ?4 WHERE account = ?1 AND game = ?2";
const Sql insert_note =
    "INSERT INTO game_notes (account, game, text, updated_at) VALUES (?1, ?2, ?3, ?4)";
const Sql delete_note = "DELETE FROM game_notes WHERE account = ?1 AND game = ?2";

Note note_of(const Query& row) {
    return {row.id<GameId>(0), std::string(row.text(1)), row.instant(2)};
}

}  // namespace

std::optional<Note> find_note(Reader& reader, AccountId account, GameId game) {
    Query select = reader.read(select_note);
    if (!select.bind(account, game).step()) return std::nullopt;
    return note_of(select);
}

bool set_note(Transaction& transaction, AccountId account, const Note& note) {
    transaction.lock_account(account);
    if (note.text.empty()) {
        transaction.write(delete_note).run(account, note.game);
        return true;
    }
    const std::int64_t rows =
        transaction.write(update_note).run(account, note.game, note.text, note.updated_at);
    if (rows == 1) return true;
    {
        Query count = transaction.read(count_notes);
        count.bind(account).step();
        if (count.integer(0) >= notes_max) return false;
    }
    transaction.write(insert_note).run(account, note.game, note.text, note.updated_at);
    return true;
}

}  // namespace tanbo::store
