#include "server/lobby/challenges.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "protocol/games/events.hpp"
#include "protocol/json/handles.hpp"
#include "server/base/secrets.hpp"
#include "server/game/bots.hpp"
#include "server/game/refusals.hpp"
#include "server/game/seating.hpp"
#include "server/lobby/seating.hpp"
#include "server/lobby/view.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/ratings_counts.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

// Making challenges. What they are answered is in answers.cpp.
namespace tanbo::lobby {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::refusal;
using protocol::Result;
using store::ChallengeSeat;
using store::ChallengeSeatState;

// The request but for its seats.
store::Challenge without_seats(const protocol::CreateChallenge& request, base::Instant now) {
    store::Challenge challenge;
    challenge.setup = request.setup;
    challenge.visibility = request.visibility == engine::Visibility::everyone
                               ? store::Visibility::everyone
                               : store::Visibility::players;
    challenge.order = request.order == protocol::ChallengeOrder::given ? store::SeatOrder::given
                                                                       : store::SeatOrder::random;
    challenge.terms = protocol::encode_terms(request.terms);
    challenge.rated = request.terms.rated;
    challenge.guests = request.guests;
    challenge.bots = request.bots;
    challenge.rating_min = request.rating.min;
    challenge.rating_max = request.rating.max;
    challenge.reliability_min = request.reliability_min;
    challenge.uses = request.uses;
    challenge.uses_left = request.uses;
    challenge.created_at = now;
    challenge.expires_at = now + request.expires_in;
    return challenge;
}

Result<ChallengeSeat> seat_of(store::Reader& reader, const protocol::SeatRequest& request,
                              protocol::AccountId creator, std::size_t index) {
    ChallengeSeat seat;
    if (request.kind == protocol::SeatRequest::Kind::open) return seat;
    if (request.kind == protocol::SeatRequest::Kind::me) {
        seat.account = creator;
        seat.state = ChallengeSeatState::me;
        return seat;
    }
    if (protocol::is_bot_name(request.handle) && !protocol::is_house_bot(request.handle)) {
        protocol::Error error = game::no_such_bot(request.handle);
        error.pointer = protocol::seat_pointer(index);
        return error;
    }
    const auto account = store::find_account(reader, store::handle_key(request.handle));
    if (!account && protocol::is_house_bot(request.handle)) {
        return refusal(Code::bots_off, "This server has no house bots.",
                       protocol::seat_pointer(index));
    }
    if (!account) {
        return protocol::no_such_player(request.handle, protocol::seat_pointer(index));
    }
    if (account->id == creator) {
        return refusal(Code::invalid_field, "You already have a seat.",
                       protocol::seat_pointer(index));
    }
    seat.account = account->id;
    seat.state = ChallengeSeatState::asked;
    seat.is_named = true;
    seat.kind = account->kind;
    seat.handle = account->handle;
    return seat;
}

// Whether one more challenge may wait for the account's answer.
bool is_room_for_asking(store::Reader& reader, protocol::AccountId account,
                        protocol::AccountId creator) {
    constexpr int most = challenges_asking_max + challenges_asking_of_acquaintances_max;
    const int asking = store::challenges_asking(reader, account, most);
    const auto count_from = [&](std::string_view address) {
        return store::challenges_asking_from(reader, account, address);
    };
    if (store::is_room_for(reader, creator, asking, challenges_asking_max, count_from)) return true;
    return asking < most && store::have_met(reader, account, creator);
}

// Its creator, what they own, and those whom it asks: how much each has already is counted next.
void lock_all(store::Transaction& transaction, const store::Challenge& challenge) {
    std::vector<protocol::AccountId> accounts = store::family_of(transaction, challenge.creator);
    for (const ChallengeSeat& seat : challenge.seats) {
        if (seat.state == ChallengeSeatState::asked) accounts.push_back(*seat.account);
    }
    transaction.lock_accounts(std::move(accounts));
}

Error guest_in_rated(std::string who, std::string pointer = {}) {
    return refusal(Code::not_admitted,
                   std::move(who) + " is a guest. Guests can't play rated games.",
                   std::move(pointer));
}

// The accounts that have a seat, or are asked to take one, but for this one.
std::vector<protocol::AccountId> others_of(const store::Challenge& challenge,
                                           protocol::AccountId account) {
    std::vector<protocol::AccountId> others;
    for (const ChallengeSeat& seat : challenge.seats) {
        if (seat.account && *seat.account != account) others.push_back(*seat.account);
    }
    return others;
}

// The opening event's data, if the game is not one of a setup.
std::optional<std::string> custom_opening(store::Reader& reader, const engine::Match& match,
                                          protocol::GameId game) {
    if (!match.setup().empty()) return std::nullopt;
    return store::find_event(reader, game, 1).value().data;
}

bool needs_invitation(const store::Challenge& challenge) {
    return challenge.visibility == store::Visibility::players &&
           std::ranges::any_of(challenge.seats, [](const ChallengeSeat& seat) {
               return seat.state == ChallengeSeatState::open;
           });
}

// Too long to find by trying, short enough for a QR code that phones read easily.
std::string new_invitation() {
    std::array<std::uint8_t, protocol::invitation_chars / 4 * 3> bytes{};
    base::random_bytes(bytes);
    return base::to_base64url(bytes);
}

// Its time is over, but it was not swept yet.
bool has_run_out(const store::Challenge& challenge, base::Instant now) {
    return challenge.state == store::ChallengeState::open && !is_open(challenge, now);
}

}  // namespace

// --- making ---

Result<store::Challenge> Challenges::create(protocol::AccountId account,
                                            const protocol::CreateChallenge& request) {
    store::Challenge challenge = without_seats(request, games_.now());
    challenge.creator = account;
    const auto creator = store::find_account(transaction_, challenge.creator);
    if (!creator) return refusal(Code::no_such_player, "This account does not exist.");
    if (challenge.rated && creator->kind == store::AccountKind::guest) {
        return guest_in_rated(creator->handle);
    }
    for (std::size_t i = 0; i < request.seats.size(); ++i) {
        auto seat = seat_of(transaction_, request.seats[i], challenge.creator, i);
        if (!seat) return seat.error();
        if (challenge.rated && seat->is_named && seat->kind == store::AccountKind::guest) {
            return guest_in_rated(seat->handle, protocol::seat_pointer(i));
        }
        challenge.seats.push_back(std::move(*seat));
    }
    if (needs_invitation(challenge)) challenge.invitation = new_invitation();
    return begin(challenge);
}

Result<store::Challenge> Challenges::rematch(protocol::AccountId account, protocol::GameId game) {
    const auto match = games_.match(game);
    if (match == nullptr || !match->can_see(account)) {
        return game::no_such_game(game);
    }
    if (!match->seat_of(account)) {
        return refusal(Code::not_a_player, "You are not a player of this game.");
    }
    if (match->status() != engine::Status::finished) {
        return refusal(Code::game_not_over, "The game is not over.");
    }
    for (const engine::SeatHolder& holder : match->seats()) {
        if (!holder.player || holder.state == engine::SeatState::open) {
            return refusal(Code::too_few_players,
                           "A rematch needs a game in which every seat was taken.");
        }
    }
    const auto known = store::find_rematch(transaction_, game);
    if (!known) return begin(rematch_of(*match, account, game));
    auto challenge = find(account, *known);
    if (challenge && has_run_out(*challenge, games_.now())) {
        writer_.expire(std::move(*challenge));
        return begin(rematch_of(*match, account, game));
    }
    challenge = find_open(account, *known);
    if (!challenge || challenge->creator == account) {
        return challenge;
    }
    return accept(account, *known, {});
}

store::Challenge Challenges::rematch_of(const engine::Match& match, protocol::AccountId account,
                                        protocol::GameId game) {
    std::vector<protocol::AccountId> players;
    for (const engine::SeatHolder& holder : match.seats()) {
        players.push_back(holder.player->account);
    }
    protocol::CreateChallenge request;
    request.terms = match.terms();
    request.terms.event.reset();  // a rematch is no part of it
    request.visibility = match.visibility();
    request.guests = !match.terms().rated;
    store::Challenge challenge = without_seats(request, games_.now());
    challenge.creator = account;
    challenge.setup.reset();
    if (!match.setup().empty()) challenge.setup = match.setup();
    challenge.opening = custom_opening(transaction_, match, game);
    challenge.order = store::SeatOrder::alternate;
    challenge.rematch_of = game;
    challenge.seats = rotated_seats(players, challenge.creator);
    return challenge;
}

Result<void> Challenges::check_owners(const store::Challenge& challenge,
                                      protocol::AccountId account) {
    if (!challenge.rated) return {};
    const auto admitted = game::admit_beside(transaction_, account, others_of(challenge, account));
    if (admitted) return {};
    return refusal(Code::not_admitted, admitted.error().detail);
}

Result<void> Challenges::check_room(const store::Challenge& challenge) {
    lock_all(transaction_, challenge);
    for (const ChallengeSeat& seat : challenge.seats) {
        const auto admitted =
            seat.account ? check_owners(challenge, *seat.account) : Result<void>();
        if (!admitted) return admitted.error();
    }
    const auto another = game::admit_to_another(transaction_, challenge.creator);
    if (!another) return another.error();
    const bool is_guest = store::is_guest(transaction_, challenge.creator);
    const int most = is_guest ? open_challenges_of_guest_max : open_challenges_max;
    std::ptrdiff_t open = 0;
    for (const auto one : store::family_of(transaction_, challenge.creator)) {
        open += std::ssize(store::open_challenges(transaction_, one, most));
    }
    if (open >= most) {
        return protocol::limit_reached(most, "open challenges", is_guest);
    }
    for (std::size_t i = 0; i < challenge.seats.size(); ++i) {
        const ChallengeSeat& seat = challenge.seats[i];
        if (seat.state != ChallengeSeatState::asked) continue;
        if (store::has_muted(transaction_, *seat.account, challenge.creator)) {
            return refusal(Code::not_admitted, "This player doesn't accept your challenges.",
                           protocol::seat_pointer(i));
        }
        if (!is_room_for_asking(transaction_, *seat.account, challenge.creator)) {
            return refusal(Code::limit_reached,
                           "This player has too many unanswered challenges. Try again later.",
                           protocol::seat_pointer(i));
        }
    }
    return {};
}

Result<store::Challenge> Challenges::begin(const store::Challenge& challenge) {
    const auto room = check_room(challenge);
    if (!room) return room.error();
    const auto added = writer_.add(challenge);
    return accept_for_bots(added);
}

// House bots that are asked take their seats at once.
Result<store::Challenge> Challenges::accept_for_bots(const store::Challenge& challenge) {
    store::Challenge present = challenge;
    for (std::size_t i = 0; i < challenge.seats.size(); ++i) {
        const ChallengeSeat& seat = challenge.seats[i];
        const bool is_bots =
            seat.state == ChallengeSeatState::asked && protocol::is_house_bot(seat.handle);
        if (!is_bots) continue;
        const auto admitted = admit(seat, challenge.creator, i);
        if (!admitted) return admitted.error();
        auto accepted = accept(*seat.account, challenge.id, {});
        if (!accepted) return accepted.error();
        present = std::move(*accepted);
    }
    return present;
}

Result<void> Challenges::admit(const ChallengeSeat& seat, protocol::AccountId asker,
                               std::size_t index) {
    const game::BotRules& rules = games_.bot_rules();
    const auto bot = game::find_bot(transaction_, rules, seat.handle);
    const auto admitted = bot ? game::admit_bot(transaction_, rules, *bot, asker, games_.now())
                              : Result<void>(bot.error());
    if (admitted) return {};
    Error error = admitted.error();
    error.pointer = protocol::seat_pointer(index);
    return error;
}

// --- finding ---

Result<store::Challenge> Challenges::find(protocol::AccountId account,
                                          protocol::ChallengeId challenge,
                                          const std::optional<std::string>& invitation) {
    auto found = store::lock_challenge(transaction_, challenge);
    if (found && can_see(*found, account, invitation)) return std::move(*found);
    return refusal(Code::no_such_challenge,
                   "Challenge " + to_string(challenge) + " does not exist.");
}

Result<store::Challenge> Challenges::find_open(protocol::AccountId account,
                                               protocol::ChallengeId challenge,
                                               const std::optional<std::string>& invitation) {
    auto found = find(account, challenge, invitation);
    if (!found || is_open(*found, games_.now())) return found;
    return refusal(Code::challenge_closed,
                   "The challenge is " + std::string(to_view(*found, games_.now()).state) + ".");
}

}  // namespace tanbo::lobby
