#include "server/store/tables/messages/chat_mutes.hpp"

#include <algorithm>
#include <string_view>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

// Of a bot, what its owner has muted, or is muted by, counts too.
const Sql select_mute_between = R"(
SELECT 1 FROM mutes WHERE muter IN (?1, (SELECT owner FROM accounts WHERE id = ?1))
    AND muted IN (?2, (SELECT owner FROM accounts WHERE id = ?2)))";
const Sql select_mute = "SELECT 1 FROM mutes WHERE muter = ?1 AND muted = ?2";
const Sql count_mutes = "SELECT count(*) FROM mutes WHERE muter = ?1";
const Sql insert_mute_row = "INSERT INTO mutes (muter, muted, created_at) VALUES (?1, ?2, ?3)";
const Sql delete_mute_row = "DELETE FROM mutes WHERE muter = ?1 AND muted = ?2";
const Sql select_mutes = R"(
SELECT a.handle, m.created_at FROM mutes AS m {CROSS} JOIN accounts AS a ON a.id = m.muted
WHERE m.muter = ?1 ORDER BY m.muted)";
const Sql select_muters = R"(
WITH direct AS (SELECT muter FROM mutes
    WHERE muted IN (?1, (SELECT owner FROM accounts WHERE id = ?1)))
SELECT muter FROM direct
UNION ALL SELECT bot.id FROM direct {CROSS} JOIN accounts AS bot ON bot.owner = direct.muter)";
const Sql upsert_moderator_mute = R"(
INSERT INTO silences (account, until_at, created_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account) DO UPDATE SET until_at = ?2, created_at = ?3)";
const Sql delete_moderator_mute = "DELETE FROM silences WHERE account = ?1";
const Sql select_moderator_mute = R"(
SELECT until_at FROM silences
WHERE account IN (?1, (SELECT owner FROM accounts WHERE id = ?1))
    AND (until_at IS NULL OR until_at > ?2))";

}  // namespace

MuteChange insert_mute(Transaction& transaction, AccountId muter, AccountId muted, Instant at) {
    transaction.lock_account(muter);
    if (transaction.read(select_mute).bind(muter, muted).step()) return MuteChange::was_there;
    {
        Query count = transaction.read(count_mutes);
        count.bind(muter).step();
        if (count.integer(0) >= mutes_max) return MuteChange::too_many;
    }
    transaction.write(insert_mute_row).run(muter, muted, at);
    return MuteChange::made;
}

bool has_muted(Reader& reader, AccountId muter, AccountId muted) {
    return reader.read(select_mute_between).bind(muter, muted).step();
}

bool delete_mute(Transaction& transaction, AccountId muter, AccountId muted) {
    return transaction.write(delete_mute_row).run(muter, muted) == 1;
}

std::vector<Mute> list_mutes(Reader& reader, AccountId muter) {
    std::vector<Mute> mutes;
    Query select = reader.read(select_mutes);
    select.bind(muter);
    while (select.step()) mutes.push_back({std::string(select.text(0)), select.instant(1)});
    return mutes;
}

std::vector<AccountId> muters_of(Reader& reader, AccountId muted) {
    auto muters = reader.read(select_muters).bind(muted).first_column<AccountId>();
    std::ranges::sort(muters);
    const auto repeated = std::ranges::unique(muters);
    muters.erase(repeated.begin(), repeated.end());
    return muters;
}

void mute_account(Transaction& transaction, AccountId account, const ModeratorMute& mute,
                  Instant at) {
    transaction.write(upsert_moderator_mute).run(account, mute.until, at);
}

bool unmute_account(Transaction& transaction, AccountId account) {
    return transaction.write(delete_moderator_mute).run(account) == 1;
}

std::optional<ModeratorMute> find_moderator_mute(Reader& reader, AccountId account, Instant now) {
    Query select = reader.read(select_moderator_mute);
    select.bind(account, now);
    // One of the account's own, and one of its owner's.
    std::optional<ModeratorMute> longest;
    while (select.step()) {
        const ModeratorMute found{select.optional_instant(0)};
        const bool is_longer =
            !longest || !found.until || (longest->until && *longest->until < *found.until);
        if (is_longer) longest = found;
    }
    return longest;
}

}  // namespace tanbo::store
