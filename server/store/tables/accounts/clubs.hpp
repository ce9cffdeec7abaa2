#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Clubs and their members.
namespace tanbo::store {

inline constexpr int clubs_page_max = 100;
inline constexpr int club_members_page_max = 200;

// Those who have asked are no members yet.
enum class ClubRole : std::uint8_t { asked, member, organiser };

struct Club {
    ClubId id{};
    std::string name = {};
    std::string about = {};
    bool needs_approval = false;  // an organiser admits each
    Instant created_at{};
    std::int64_t members = 0;  // organisers are among them
};

// The club without members. Throws (all of them): StorageError.
ClubId create_club(Transaction& transaction, const Club& club);
std::optional<Club> find_club(Reader& reader, ClubId id);
// Keeps other jobs from changing the club or its members until the transaction ends. False if there
// is none.
bool lock_club(Transaction& transaction, ClubId id);
// Writes name, text and entry.
void save_club(Transaction& transaction, const Club& club);
// Its members too; tournaments keep its number.
void delete_club(Transaction& transaction, ClubId id);

struct ClubsPage {
    std::vector<Club> clubs = {};  // the newest first
    bool has_more = false;
};
// `limit`: 1 to clubs_page_max.
ClubsPage list_clubs(Reader& reader, std::optional<ClubId> before, int limit);

struct ClubPart {
    Club club;
    ClubRole role = ClubRole::asked;
    Instant since{};
};
// The clubs that an account is in, or has asked to join, by their numbers; at most `limit`.
std::vector<ClubPart> clubs_of(Reader& reader, AccountId account, int limit);
// The numbers alone of those that it is a member of.
std::vector<ClubId> club_ids_of(Reader& reader, AccountId account, int limit);

struct ClubMember {
    AccountId account{};
    std::string handle = {};
    ClubRole role = ClubRole::asked;
    Instant since{};
};
// The members, by their accounts, behind this one; `asked`: those who have asked instead. `limit`:
// 1 to club_members_page_max + 1.
std::vector<ClubMember> club_members(Reader& reader, ClubId club, bool asked,
                                     std::optional<AccountId> after, int limit);
// The handles of the organisers, the first to come in first.
std::vector<std::string> club_organisers(Reader& reader, ClubId club);
// Nothing if the account has no part in it.
std::optional<ClubRole> club_role(Reader& reader, ClubId club, AccountId account);
// `since` stays as it is if the account is a member already.
void set_club_role(Transaction& transaction, ClubId club, AccountId account, ClubRole role,
                   Instant since);
void remove_from_club(Transaction& transaction, ClubId club, AccountId account);

// Takes the account out of all clubs. A club without another organiser gets the member who came
// in first; a club without another member ends.
void leave_all_clubs(Transaction& transaction, AccountId account);

// "asked", "member" or "organiser".
std::string_view club_role_name(ClubRole role);

}  // namespace tanbo::store
