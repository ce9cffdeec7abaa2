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

const Sql select_study =
    "SELECT game, seq, branches, updated_at FROM game_studies WHERE account = ?1 AND game = ?2";
const Sql count_others =
    "SELECT count(*) FROM game_studies WHERE account = ?1 AND game <> ?2 AND branches <> '[]'";
const Sql update_study =
    "UPDATE game_studies SET seq = ?3, branches = ?4, updated_at = ?5 "
    "WHERE account = ?1 AND game = ?2";
const Sql insert_study =
    "INSERT INTO game_studies (account, game, seq, branches, updated_at) "
    "VALUES (?1, ?2, ?3, ?4, ?5)";
const Sql clear_study =
    "UPDATE game_studies SET seq = seq + 1, branches = '[]', updated_at = ?3 "
    "WHERE account = ?1 AND game = ?2 AND branches <> '[]'";

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

// --- trees of variations ---

std::optional<Study> find_study(Reader& reader, AccountId account, GameId game) {
    Query select = reader.read(select_study);
    if (!select.bind(account, game).step()) return std::nullopt;
    return Study{select.id<GameId>(0), select.integer(1), std::string(select.text(2)),
                 select.instant(3)};
}

bool set_study(Transaction& transaction, AccountId account, const Study& study) {
    transaction.lock_account(account);
    if (study.branches != "[]") {
        Query count = transaction.read(count_others);
        count.bind(account, study.game).step();
        if (count.integer(0) >= studies_max) return false;
    }
    const auto write = [&](const Sql& statement) {
        return transaction.write(statement).run(account, study.game, study.seq, study.branches,
                                                study.updated_at);
    };
    if (write(update_study) == 0) write(insert_study);
    return true;
}

void empty_study(Transaction& transaction, AccountId account, GameId game, Instant now) {
    transaction.lock_account(account);
    transaction.write(clear_study).run(account, game, now);
}

}  // namespace tanbo::store
