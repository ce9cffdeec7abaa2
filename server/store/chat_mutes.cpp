#include "server/store/chat_mutes.hpp"

#include <string_view>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_mute = "SELECT 1 FROM mutes WHERE muter = ?1 AND muted = ?2";
const Sql count_mutes = "SELECT count(*) FROM mutes WHERE muter = ?1";
const Sql insert_mute_row = "INSERT INTO mutes (muter, muted, created_at) VALUES (?1, ?2, ?3)";
const Sql delete_mute_row = "DELETE FROM mutes WHERE muter = ?1 AND muted = ?2";
const Sql select_mutes = R"(
SELECT a.handle, m.created_at FROM mutes AS m {CROSS} JOIN accounts AS a ON a.id = m.muted
WHERE m.muter = ?1 ORDER BY m.muted)";
const Sql select_muters = "SELECT muter FROM mutes WHERE muted = ?1 ORDER BY muter";
const Sql upsert_silence = R"(
INSERT INTO silences (account, until_at, created_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account) DO UPDATE SET until_at = ?2, created_at = ?3)";
const Sql delete_silence = "DELETE FROM silences WHERE account = ?1";
const Sql select_silence = R"(
SELECT until_at FROM silences WHERE account = ?1 AND (until_at IS NULL OR until_at > ?2))";

}  // namespace

MuteChange insert_mute(Transaction& transaction, AccountId muter, AccountId muted, Instant at) {
    transaction.lock_account(muter);
    if (has_muted(transaction, muter, muted)) return MuteChange::was_there;
    {
        Query count = transaction.read(count_mutes);
        count.bind(muter).step();
        if (count.integer(0) >= mutes_max) return MuteChange::too_many;
    }
    transaction.write(insert_mute_row).run(muter, muted, at);
    return MuteChange::made;
}

bool has_muted(Reader& reader, AccountId muter, AccountId muted) {
    return reader.read(select_mute).bind(muter, muted).step();
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
    return reader.read(select_muters).bind(muted).first_column<AccountId>();
}

void set_silence(Transaction& transaction, AccountId account, const Silence& silence, Instant at) {
    transaction.write(upsert_silence).run(account, silence.until, at);
}

bool lift_silence(Transaction& transaction, AccountId account) {
    return transaction.write(delete_silence).run(account) == 1;
}

std::optional<Silence> find_silence(Reader& reader, AccountId account, Instant now) {
    Query select = reader.read(select_silence);
    if (!select.bind(account, now).step()) return std::nullopt;
    return Silence{select.optional_instant(0)};
}

}  // namespace tanbo::store
