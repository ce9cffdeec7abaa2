#include "server/store/mail_mutes.hpp"

#include <limits>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_mail_mute = "SELECT 1 FROM mail_mutes WHERE account = ?1 AND game = ?2";
const Sql insert_mail_mute_row = R"(
INSERT INTO mail_mutes (account, game, since_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account, game) DO NOTHING)";
const Sql delete_oldest_mail_mutes = R"(
DELETE FROM mail_mutes WHERE account = ?1 AND game IN
    (SELECT game FROM mail_mutes WHERE account = ?1
     ORDER BY since_at DESC, game DESC LIMIT ?3 OFFSET ?2))";

}  // namespace

bool is_mail_muted(Reader& reader, AccountId account, GameId game) {
    return reader.read(select_mail_mute).bind(account, game).step();
}

void mute_mail(Transaction& transaction, AccountId account, GameId game, Instant now) {
    transaction.write(insert_mail_mute_row).run(account, game, now);
    transaction.write(delete_oldest_mail_mutes)
        .run(account, mail_mutes_max, std::numeric_limits<std::int64_t>::max());
}

}  // namespace tanbo::store
