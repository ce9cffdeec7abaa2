#include "server/store/tables/accounts/clubs.hpp"

#include <array>
#include <limits>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr int all_clubs = std::numeric_limits<int>::max();
constexpr std::array<std::string_view, 3> club_roles = {"asked", "member", "organiser"};

const Sql insert_club =
    "INSERT INTO clubs (name, about, entry, created_at) VALUES (?1, ?2, ?3, ?4)";
// An update locks the row in every engine.
const Sql lock_club_row = "UPDATE clubs SET name = name WHERE id = ?1";
const Sql update_club = "UPDATE clubs SET name = ?2, about = ?3, entry = ?4 WHERE id = ?1";
const Sql delete_club_members = "DELETE FROM club_members WHERE club = ?1";
const Sql delete_club_row = "DELETE FROM clubs WHERE id = ?1";
const Sql select_club = R"(
SELECT c.id, c.name, c.about, c.entry, c.created_at,
       (SELECT count(*) FROM club_members AS m WHERE m.club = c.id AND m.role <> 'asked')
FROM clubs AS c WHERE c.id = ?1)";
const Sql select_clubs = R"(
SELECT c.id, c.name, c.about, c.entry, c.created_at,
       (SELECT count(*) FROM club_members AS m WHERE m.club = c.id AND m.role <> 'asked')
FROM clubs AS c WHERE c.id < ?1 ORDER BY c.id DESC LIMIT ?2)";
const Sql select_clubs_of = R"(
SELECT c.id, c.name, c.about, c.entry, c.created_at,
       (SELECT count(*) FROM club_members AS m WHERE m.club = c.id AND m.role <> 'asked'),
       p.role, p.since
FROM club_members AS p JOIN clubs AS c ON c.id = p.club
WHERE p.account = ?1 ORDER BY p.club LIMIT ?2)";
const Sql select_club_ids_of = R"(
SELECT club FROM club_members WHERE account = ?1 AND role <> 'asked' ORDER BY club LIMIT ?2)";
const Sql select_club_members = R"(
SELECT m.account, a.handle, m.role, m.since
FROM club_members AS m JOIN accounts AS a ON a.id = m.account
WHERE m.club = ?1 AND m.role <> 'asked' AND m.account > ?2 ORDER BY m.account LIMIT ?3)";
const Sql select_asked = R"(
SELECT m.account, a.handle, m.role, m.since
FROM club_members AS m JOIN accounts AS a ON a.id = m.account
WHERE m.club = ?1 AND m.role = 'asked' AND m.account > ?2 ORDER BY m.account LIMIT ?3)";
const Sql select_club_organisers = R"(
SELECT a.handle FROM club_members AS m JOIN accounts AS a ON a.id = m.account
WHERE m.club = ?1 AND m.role = 'organiser' ORDER BY m.since, m.account)";
const Sql select_club_role = "SELECT role FROM club_members WHERE account = ?1 AND club = ?2";
const Sql upsert_club_member = R"(
INSERT INTO club_members (account, club, role, since) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (account, club) DO UPDATE SET role = excluded.role,
    since = CASE WHEN club_members.role = 'asked' THEN excluded.since ELSE club_members.since END)";
const Sql update_to_organiser =
    "UPDATE club_members SET role = 'organiser' WHERE account = ?1 AND club = ?2";
const Sql delete_from_all_clubs = "DELETE FROM club_members WHERE account = ?1";
const Sql delete_club_member = "DELETE FROM club_members WHERE account = ?1 AND club = ?2";
const Sql select_first_member = R"(
SELECT account FROM club_members WHERE club = ?1 AND role <> 'asked'
ORDER BY CASE role WHEN 'organiser' THEN 0 ELSE 1 END, since, account LIMIT 1)";

Club club_of(const Query& row) {
    Club club;
    club.id = row.id<ClubId>(0);
    club.name = row.text(1);
    club.about = row.text(2);
    club.needs_approval = row.text(3) == "approval";
    club.created_at = row.instant(4);
    club.members = row.integer(5);
    return club;
}

std::string_view entry_of(const Club& club) {
    return club.needs_approval ? "approval" : "open";
}

}  // namespace

ClubId create_club(Transaction& transaction, const Club& club) {
    Query insert = transaction.write(insert_club);
    insert.run(club.name, club.about, entry_of(club), club.created_at);
    return static_cast<ClubId>(insert.insert_id());
}

std::optional<Club> find_club(Reader& reader, ClubId id) {
    Query select = reader.read(select_club);
    if (!select.bind(id).step()) return std::nullopt;
    return club_of(select);
}

bool lock_club(Transaction& transaction, ClubId id) {
    return transaction.write(lock_club_row).run(id) == 1;
}

void save_club(Transaction& transaction, const Club& club) {
    transaction.write(update_club).run(club.id, club.name, club.about, entry_of(club));
}

void delete_club(Transaction& transaction, ClubId id) {
    transaction.write(delete_club_members).run(id);
    transaction.write(delete_club_row).run(id);
}

ClubsPage list_clubs(Reader& reader, std::optional<ClubId> before, int limit) {
    ClubsPage page;
    Query select = reader.read(select_clubs);
    select.bind(before.value_or(ClubId{std::numeric_limits<std::int64_t>::max()}), limit + 1);
    while (select.step()) page.clubs.push_back(club_of(select));
    page.has_more = page.clubs.size() > static_cast<std::size_t>(limit);
    if (page.has_more) page.clubs.pop_back();
    return page;
}

std::vector<ClubPart> clubs_of(Reader& reader, AccountId account, int limit) {
    std::vector<ClubPart> parts;
    Query select = reader.read(select_clubs_of);
    select.bind(account, limit);
    while (select.step()) {
        parts.push_back(
            {club_of(select), value_of<ClubRole>(club_roles, select.text(6)), select.instant(7)});
    }
    return parts;
}

std::vector<ClubId> club_ids_of(Reader& reader, AccountId account, int limit) {
    Query select = reader.read(select_club_ids_of);
    return select.bind(account, limit).first_column<ClubId>();
}

std::vector<ClubMember> club_members(Reader& reader, ClubId club, bool asked,
                                     std::optional<AccountId> after, int limit) {
    std::vector<ClubMember> members;
    Query select = reader.read(asked ? select_asked : select_club_members);
    select.bind(club, after.value_or(AccountId{0}), limit);
    while (select.step()) {
        members.push_back({select.id<AccountId>(0), std::string(select.text(1)),
                           value_of<ClubRole>(club_roles, select.text(2)), select.instant(3)});
    }
    return members;
}

std::vector<std::string> club_organisers(Reader& reader, ClubId club) {
    std::vector<std::string> handles;
    Query select = reader.read(select_club_organisers);
    select.bind(club);
    while (select.step()) handles.emplace_back(select.text(0));
    return handles;
}

std::optional<ClubRole> club_role(Reader& reader, ClubId club, AccountId account) {
    Query select = reader.read(select_club_role);
    if (!select.bind(account, club).step()) return std::nullopt;
    return value_of<ClubRole>(club_roles, select.text(0));
}

void set_club_role(Transaction& transaction, ClubId club, AccountId account, ClubRole role,
                   Instant since) {
    transaction.write(upsert_club_member).run(account, club, club_role_name(role), since);
}

void remove_from_club(Transaction& transaction, ClubId club, AccountId account) {
    transaction.write(delete_club_member).run(account, club);
}

void leave_all_clubs(Transaction& transaction, AccountId account) {
    const std::vector<ClubId> clubs = club_ids_of(transaction, account, all_clubs);
    for (const ClubId club : clubs) lock_club(transaction, club);
    transaction.write(delete_from_all_clubs).run(account);
    for (const ClubId club : clubs) {
        Query select = transaction.read(select_first_member);
        if (select.bind(club).step()) {
            // An organiser who is left comes first and stays what they are.
            const auto first = select.id<AccountId>(0);
            transaction.write(update_to_organiser).run(first, club);
        } else {
            delete_club(transaction, club);
        }
    }
}

std::string_view club_role_name(ClubRole role) {
    return word_of(club_roles, role);
}

}  // namespace tanbo::store
