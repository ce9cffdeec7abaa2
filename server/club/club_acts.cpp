#include "server/club/club_acts.hpp"

#include <algorithm>

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/count_locks.hpp"
#include "server/store/tables/accounts/handle_key.hpp"

namespace tanbo::club {

namespace {

using protocol::AccountId;
using protocol::ClubId;
using protocol::Code;
using protocol::Error;
using protocol::no_such_club;
using protocol::not_an_organiser_of;
using protocol::refusal;
using protocol::Result;
using store::ClubRole;

Error not_a_member(ClubId id, const std::string& handle) {
    return refusal(Code::not_a_member, handle + " is not in club " + to_string(id) + ".");
}

Error last_organiser(ClubId id) {
    return refusal(Code::limit_reached,
                   "Club " + to_string(id) + " needs an organiser: name another one first.");
}

void apply(const protocol::ClubRequest& request, store::Club& club) {
    if (request.name) club.name = *request.name;
    if (request.about) club.about = *request.about;
    if (request.needs_approval) club.needs_approval = *request.needs_approval;
}

}  // namespace

Result<ClubId> ClubActs::create(const protocol::ClubRequest& request) {
    const Done may = may_have_another();
    if (!may) return may.error();
    store::Club club;
    club.created_at = now_;
    apply(request, club);
    const ClubId id = store::create_club(transaction_, club);
    store::set_club_role(transaction_, id, by_, ClubRole::organiser, now_);
    return id;
}

ClubActs::Done ClubActs::change(ClubId id, const protocol::ClubRequest& request) {
    auto club = organised(id);
    if (!club) return club.error();
    apply(request, *club);
    store::save_club(transaction_, *club);
    return {};
}

ClubActs::Done ClubActs::remove(ClubId id) {
    const auto club = organised(id);
    if (!club) return club.error();
    store::delete_club(transaction_, id);
    return {};
}

ClubActs::Done ClubActs::join(ClubId id) {
    const Done may = may_have_another();
    if (!store::lock_club(transaction_, id)) return no_such_club(id);
    if (store::club_role(transaction_, id, by_)) return {};
    if (!may) return may.error();
    const auto club = store::find_club(transaction_, id);
    const ClubRole role = club->needs_approval ? ClubRole::asked : ClubRole::member;
    store::set_club_role(transaction_, id, by_, role, now_);
    return {};
}

ClubActs::Done ClubActs::leave(ClubId id) {
    if (!store::lock_club(transaction_, id)) return no_such_club(id);
    return take_out(id, {by_, store::club_role(transaction_, id, by_)});
}

ClubActs::Done ClubActs::admit(ClubId id, const std::string& handle) {
    const auto club = organised(id);
    if (!club) return club.error();
    const auto found = other(id, handle);
    if (!found) return found.error();
    if (!found->role) return not_a_member(id, handle);
    if (found->role == ClubRole::asked) {
        store::set_club_role(transaction_, id, found->account, ClubRole::member, now_);
    }
    return {};
}

ClubActs::Done ClubActs::expel(ClubId id, const std::string& handle) {
    const auto club = organised(id);
    if (!club) return club.error();
    const auto found = other(id, handle);
    if (!found) return found.error();
    return take_out(id, *found);
}

ClubActs::Done ClubActs::set_organiser(ClubId id, const std::string& handle, bool is_added) {
    const auto club = organised(id);
    if (!club) return club.error();
    const auto found = other(id, handle);
    if (!found) return found.error();
    if (!found->role || found->role == ClubRole::asked) return not_a_member(id, handle);
    if (is_added == (found->role == ClubRole::organiser)) return {};
    if (is_last_organiser(id, found->role)) return last_organiser(id);
    const auto organisers = store::club_organisers(transaction_, id).size();
    if (is_added && organisers >= organisers_max) {
        return refusal(Code::limit_reached, "Club " + to_string(id) + " has " +
                                                std::to_string(organisers_max) +
                                                " organisers, and that is the most.");
    }
    const ClubRole role = is_added ? ClubRole::organiser : ClubRole::member;
    store::set_club_role(transaction_, id, found->account, role, now_);
    return {};
}

Result<store::Club> ClubActs::organised(ClubId id) {
    if (!store::lock_club(transaction_, id)) return no_such_club(id);
    if (store::club_role(transaction_, id, by_) != ClubRole::organiser) {
        return not_an_organiser_of(id);
    }
    return store::find_club(transaction_, id).value();
}

Result<ClubActs::Other> ClubActs::other(ClubId id, const std::string& handle) {
    const auto account = store::find_account(transaction_, store::handle_key(handle));
    if (!account || account->deleted_at) return protocol::no_such_player(handle);
    return Other{account->id, store::club_role(transaction_, id, account->id)};
}

ClubActs::Done ClubActs::may_have_another() {
    const auto account = store::find_account(transaction_, by_);
    if (!account || account->kind != store::AccountKind::member) {
        return refusal(Code::wrong_kind, "Only members can be in clubs, not guests or bots.");
    }
    store::lock_count(transaction_, "clubs", by_);
    const auto clubs = store::clubs_of(transaction_, by_, clubs_of_account_max);
    if (clubs.size() >= clubs_of_account_max) {
        return protocol::limit_reached(clubs_of_account_max, "clubs");
    }
    return {};
}

ClubActs::Done ClubActs::take_out(ClubId id, const Other& other) {
    if (!other.role) return {};
    if (is_last_organiser(id, other.role)) {
        const auto members = store::find_club(transaction_, id)->members;
        if (members > 1) return last_organiser(id);
        store::delete_club(transaction_, id);
        return {};
    }
    store::remove_from_club(transaction_, id, other.account);
    return {};
}

bool ClubActs::is_last_organiser(ClubId id, const std::optional<ClubRole>& role) {
    return role == ClubRole::organiser && store::club_organisers(transaction_, id).size() == 1;
}

}  // namespace tanbo::club
