#include "server/store/tables/games/studies.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

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

}  // namespace

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
