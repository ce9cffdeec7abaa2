#include "server/store/tables/accounts/profiles.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_profile = R"(
SELECT time_zone, language, about, sleep_from, sleep_until, calendar_set_at
FROM accounts WHERE id = ?1)";
const Sql update_profile = R"(
UPDATE accounts SET time_zone = ?2, language = ?3, about = ?4, sleep_from = ?5, sleep_until = ?6,
    calendar_set_at = ?7 WHERE id = ?1)";
const Sql select_vacations = R"(
SELECT from_day, until_day, from_at, until_at, created_at
FROM vacations WHERE account = ?1 AND until_at > ?2 ORDER BY from_day)";
const Sql insert_vacation = R"(
INSERT INTO vacations (account, from_day, until_day, from_at, until_at, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (account, from_day) DO UPDATE SET until_day = excluded.until_day,
    from_at = excluded.from_at, until_at = excluded.until_at, created_at = excluded.created_at)";
const Sql delete_vacation_row = "DELETE FROM vacations WHERE account = ?1 AND from_day = ?2";
const Sql delete_past = "DELETE FROM vacations WHERE account = ?1 AND until_at < ?2";

}  // namespace

std::optional<Profile> find_profile(Reader& reader, AccountId account) {
    Query select = reader.read(select_profile);
    if (!select.bind(account).step()) return std::nullopt;
    Profile profile;
    profile.time_zone = select.text(0);
    profile.language = select.text(1);
    profile.about = select.text(2);
    if (!select.is_null(3) && !select.is_null(4)) {
        profile.sleep =
            SleepMinutes{static_cast<int>(select.integer(3)), static_cast<int>(select.integer(4))};
    }
    profile.calendar_set_at = select.instant(5);
    return profile;
}

void set_profile(Transaction& transaction, AccountId account, const Profile& profile) {
    std::optional<std::int64_t> from;
    std::optional<std::int64_t> until;
    if (profile.sleep) {
        from = profile.sleep->from;
        until = profile.sleep->until;
    }
    transaction.write(update_profile)
        .run(account, profile.time_zone, profile.language, profile.about, from, until,
             profile.calendar_set_at);
}

std::vector<Vacation> vacations_of(Reader& reader, AccountId account, Instant after) {
    Query select = reader.read(select_vacations);
    select.bind(account, after);
    std::vector<Vacation> vacations;
    while (select.step()) {
        Vacation& vacation = vacations.emplace_back();
        vacation.from_day = select.text(0);
        vacation.until_day = select.text(1);
        vacation.from_at = select.instant(2);
        vacation.until_at = select.instant(3);
        vacation.created_at = select.instant(4);
    }
    return vacations;
}

void put_vacation(Transaction& transaction, AccountId account, const Vacation& vacation) {
    transaction.write(insert_vacation)
        .run(account, vacation.from_day, vacation.until_day, vacation.from_at, vacation.until_at,
             vacation.created_at);
}

bool delete_vacation(Transaction& transaction, AccountId account, std::string_view from_day) {
    return transaction.write(delete_vacation_row).run(account, from_day) == 1;
}

void prune_vacations(Transaction& transaction, AccountId account, Instant before) {
    transaction.write(delete_past).run(account, before);
}

}  // namespace tanbo::store
