#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "protocol/json/handles.hpp"
#include "server/game/seating.hpp"
#include "server/lobby/challenges.hpp"
#include "server/lobby/seating.hpp"
#include "server/lobby/view.hpp"
#include "server/rating/ratings.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

// The answers to challenges: yes or no.
namespace tanbo::lobby {

namespace {

using protocol::Code;
using protocol::NoticeKind;
using protocol::refusal;
using protocol::Result;
using store::ChallengeSeat;
using store::ChallengeSeatState;
using store::ChallengeState;

using Seats = std::vector<ChallengeSeat>;

Seats::const_iterator seat_of(const Seats& seats, protocol::AccountId account) {
    return std::ranges::find_if(
        seats, [account](const ChallengeSeat& seat) { return seat.account == account; });
}

bool has_open_seat(const Seats& seats) {
    return std::ranges::any_of(
        seats, [](const ChallengeSeat& seat) { return seat.state == ChallengeSeatState::open; });
}

bool is_full(const Seats& seats) {
    return std::ranges::all_of(seats, [](const ChallengeSeat& seat) {
        return seat.state == ChallengeSeatState::me || seat.state == ChallengeSeatState::accepted;
    });
}

// Accounts may be deleted or suspended while their challenges are open.
bool can_play(store::Reader& reader, protocol::AccountId id, base::Instant now) {
    const auto account = store::find_account(reader, id);
    return account && !account->deleted_at && !account->is_suspended(now);
}

protocol::Error not_admitted(std::string detail) {
    return refusal(Code::not_admitted, std::move(detail));
}

std::optional<protocol::Error> why_not_rated_so(store::Reader& reader,
                                                const store::Challenge& challenge,
                                                protocol::AccountId account) {
    if (!challenge.rating_min && !challenge.rating_max) return std::nullopt;
    const double rating = rating::find(reader, account, challenge.setup.value_or("")).rating;
    const auto rounded = static_cast<std::int64_t>(std::lround(rating));
    const std::string yours = "Your rating is " + std::to_string(rounded) + ".";
    if (challenge.rating_min && rounded < *challenge.rating_min) {
        return not_admitted("This challenge is for players rated " +
                            std::to_string(*challenge.rating_min) + " or more. " + yours);
    }
    if (challenge.rating_max && rounded > *challenge.rating_max) {
        return not_admitted("This challenge is for players rated " +
                            std::to_string(*challenge.rating_max) + " or less. " + yours);
    }
    return std::nullopt;
}

// Why this account may not take a seat that is open to others, or nothing. Who has never finished
// a game counts as reliable, and who has no rating as a newcomer.
//
// Errors: not_admitted. Throws: store::StorageError.
std::optional<protocol::Error> why_not_admitted(store::Reader& reader,
                                                const store::Challenge& challenge,
                                                const store::Account& account) {
    if (store::has_muted(reader, challenge.creator, account.id)) {
        return not_admitted("This player doesn't play against you.");
    }
    if (!challenge.guests && account.kind == store::AccountKind::guest) {
        return not_admitted("This challenge is not open to guests.");
    }
    if (!challenge.bots && account.kind == store::AccountKind::bot) {
        return not_admitted("This challenge is not open to bots.");
    }
    const int percent = rating::reliability(reader, account.id).percent().value_or(100);
    if (percent < challenge.reliability_min) {
        return not_admitted("This challenge is for players who finish at least " +
                            std::to_string(challenge.reliability_min) +
                            " % of their games. You finish " + std::to_string(percent) + " %.");
    }
    return why_not_rated_so(reader, challenge, account.id);
}

// A named seat is its player's, whatever they wish; they may name it.
Result<std::size_t> kept_seat(std::size_t kept, const std::optional<engine::Seat>& wish) {
    if (!wish || static_cast<std::size_t>(engine::index_of(*wish)) == kept) return kept;
    return refusal(
        Code::seat_reserved,
        "Seat " + std::string(engine::seat_name(*wish)) + " is not yours. Your reserved seat is " +
            std::string(engine::seat_name(engine::seat_at(static_cast<int>(kept)))) + ".",
        "/seat");
}

Result<std::size_t> wished_seat(const Seats& seats, engine::Seat wish) {
    const auto index = static_cast<std::size_t>(engine::index_of(wish));
    const std::string name(engine::seat_name(wish));
    if (index >= seats.size()) {
        return refusal(Code::no_such_seat, "Seat " + name + " does not exist.", "/seat");
    }
    switch (seats[index].state) {
        case ChallengeSeatState::open:
            return index;
        case ChallengeSeatState::asked:
            return refusal(Code::seat_reserved, "Seat " + name + " is reserved for another player.",
                           "/seat");
        case ChallengeSeatState::me:
        case ChallengeSeatState::accepted:
            break;
    }
    return refusal(Code::seat_taken, "Seat " + name + " is taken.", "/seat");
}

Result<std::size_t> first_open_seat(const Seats& seats) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (seats[i].state == ChallengeSeatState::open) return i;
    }
    return refusal(Code::seat_reserved, "All open seats are reserved for other players.");
}

}  // namespace

Result<std::size_t> Challenges::seat_for(const store::Challenge& challenge,
                                         protocol::AccountId account,
                                         const std::optional<engine::Seat>& wish) {
    if (wish && challenge.order == store::SeatOrder::random) {
        return refusal(Code::invalid_field,
                       "Omit \"seat\": this challenge assigns seats at random.", "/seat");
    }
    const auto mine = seat_of(challenge.seats, account);
    if (mine != challenge.seats.end()) {
        if (mine->state != ChallengeSeatState::asked) {
            return refusal(Code::already_seated, "You already have a seat.");
        }
        return kept_seat(static_cast<std::size_t>(mine - challenge.seats.begin()), wish);
    }
    if (wish && !has_open_seat(challenge.seats)) return first_open_seat(challenge.seats);
    return wish ? wished_seat(challenge.seats, *wish) : first_open_seat(challenge.seats);
}

Result<store::Challenge> Challenges::accept(protocol::AccountId account,
                                            protocol::ChallengeId challenge,
                                            const protocol::AcceptChallenge& request) {
    auto found = find_open(account, challenge, request.invitation);
    if (!found) return found.error();
    const auto who = store::find_account(transaction_, account);
    if (!who) return refusal(Code::no_such_player, "This account does not exist.");
    if (!can_play(transaction_, found->creator, games_.now())) {
        return refusal(Code::challenge_closed, found->creator_handle + " can't play right now.");
    }
    const auto index = seat_for(*found, who->id, request.seat);
    if (!index) return index.error();
    ChallengeSeat& seat = found->seats[*index];
    if (!seat.is_named) {
        if (auto error = why_not_admitted(transaction_, *found, *who)) return *error;
    }
    const auto beside = check_owners(*found, who->id);
    if (!beside) return beside.error();
    const auto room = check_games(*who, *found);
    if (!room) return room.error();
    const bool was_listed = store::is_listed(*found);
    seat.account = who->id;
    seat.handle = who->handle;
    seat.state = ChallengeSeatState::accepted;
    // House bots accept while the challenge is made: its answer says so, and no notice repeats it.
    const bool is_notified = !protocol::is_house_bot(who->handle);
    if (is_full(found->seats)) {
        complete(*found, is_notified);
    } else if (is_notified) {
        writer_.notify_takers(*found, NoticeKind::challenge_accepted, who->id);
    }
    return writer_.save(*found, was_listed);
}

// No other player is checked again when the game begins. House bots have a limit of their own.
Result<void> Challenges::check_games(const store::Account& taker,
                                     const store::Challenge& challenge) {
    if (!protocol::is_house_bot(taker.handle)) {
        auto admitted = game::admit_to_another(transaction_, taker.id);
        if (!admitted) return admitted;
    }
    for (const ChallengeSeat& seat : challenge.seats) {
        const bool is_taken =
            seat.state == ChallengeSeatState::me || seat.state == ChallengeSeatState::accepted;
        if (!is_taken || protocol::is_house_bot(seat.handle)) continue;
        if (game::admit_to_another(transaction_, *seat.account)) continue;
        return refusal(Code::limit_reached,
                       seat.handle + " has reached the limit of games in progress.");
    }
    return {};
}

// All seats are taken: the game begins, and a standing challenge is open again.
void Challenges::complete(store::Challenge& challenge, bool is_notified) {
    const game::Step begun = games_.begin(opening_event(challenge));
    challenge.game = begun.game;
    --challenge.uses_left;
    if (challenge.uses_left == 0) writer_.close(challenge, ChallengeState::accepted);
    if (is_notified) {
        writer_.notify(challenge, challenge.creator, NoticeKind::challenge_accepted);
    }
    if (challenge.uses_left == 0) return;
    for (ChallengeSeat& seat : challenge.seats) {
        if (seat.state != ChallengeSeatState::me) seat = ChallengeSeat{};
    }
}

Result<store::Challenge> Challenges::decline(protocol::AccountId account,
                                             protocol::ChallengeId challenge,
                                             const std::string& reason) {
    auto found = find_open(account, challenge);
    if (!found) return found.error();
    const auto who = account;
    const auto mine = seat_of(found->seats, who);
    if (mine == found->seats.end()) {
        return refusal(Code::not_a_player,
                       "This challenge is not addressed to you, and you have no seat in it.");
    }
    if (mine->state == ChallengeSeatState::me) {
        return refusal(Code::not_a_player, "This is your own challenge. Withdraw it instead.");
    }
    if (!reason.empty() && store::find_moderator_mute(transaction_, who, games_.now())) {
        return refusal(Code::muted, "You are muted. Decline without a reason.", "/reason");
    }
    return writer_.decline(std::move(*found), who, reason);
}

Result<void> Challenges::withdraw(protocol::AccountId account, protocol::ChallengeId challenge) {
    auto found = find(account, challenge);
    if (!found) return found.error();
    if (found->creator != account) {
        return refusal(Code::not_the_creator,
                       "Only " + found->creator_handle + " can withdraw this challenge.");
    }
    if (found->state == ChallengeState::withdrawn) return {};
    found = find_open(account, challenge);
    if (!found) return found.error();
    writer_.withdraw(std::move(*found));
    return {};
}

}  // namespace tanbo::lobby
