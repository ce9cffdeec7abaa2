#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "protocol/people/challenges.hpp"
#include "server/base/clock.hpp"
#include "server/game/game_transaction.hpp"
#include "server/lobby/challenge_writer.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/transaction.hpp"

// Acts on challenges inside a transaction of the writer.
namespace tanbo::lobby {

inline constexpr int open_challenges_max = 50;           // of one member and their bots together
inline constexpr int open_challenges_of_guest_max = 10;  // as game::open_games_of_guest_max
inline constexpr int challenges_asking_max = 200;        // that wait for one account's answer
// Of those, of people who came from one address (store::counted_address).
inline constexpr int challenges_asking_of_address_max =
    store::part_of_address(challenges_asking_max);
// Beyond these, of people whom the account has played: strangers can't take their room.
inline constexpr int challenges_asking_of_acquaintances_max = 50;
inline constexpr std::chrono::hours closed_challenge_retention{24 * 30};

// The challenges as one job sees and changes them. Who is concerned is told, and so is the lobby,
// when all of it is durable. A refusal leaves it to the caller to undo what was done.
//
// Throws (all of them): store::StorageError. Thread: the writer thread.
class Challenges {
public:
    Challenges(store::Transaction& transaction, game::GameTransaction& games)
        : transaction_(transaction), games_(games), writer_(transaction, games.now()) {}

    // Each yields the challenge as it is afterwards.

    // Errors: invalid_field, no_such_player (with the pointer of the seat); not_admitted (a guest
    // in a rated game, or two of one owner); limit_reached (open_challenges_max, of a guest
    // open_challenges_of_guest_max; challenges_asking_max; challenges_asking_of_address_max;
    // game::games_max); of house bots, who accept at once, no_such_bot, bots_off, bot_busy.
    protocol::Result<store::Challenge> create(protocol::AccountId account,
                                              const protocol::CreateChallenge& request);

    // Takes a seat. With the last one the game begins. A private challenge that leaves a seat open
    // is there only for those who have its code.
    // Errors: no_such_challenge; challenge_closed; already_seated; no_such_seat, seat_taken,
    // seat_reserved, game_full; invalid_field (a seat that will be drawn); not_admitted;
    // limit_reached (game::games_max, of anybody who has a seat).
    protocol::Result<store::Challenge> accept(protocol::AccountId account,
                                              protocol::ChallengeId challenge,
                                              const protocol::AcceptChallenge& request);

    // Who was named ends the challenge; who has taken an open seat gives it back.
    // Errors: no_such_challenge; challenge_closed; not_a_player; muted (with a reason).
    protocol::Result<store::Challenge> decline(protocol::AccountId account,
                                               protocol::ChallengeId challenge,
                                               const std::string& reason);

    // Errors: no_such_challenge; not_the_creator; challenge_closed (but for withdrawn ones).
    protocol::Result<void> withdraw(protocol::AccountId account, protocol::ChallengeId challenge);

    // A challenge to the others of a finished game, with its terms; if one of them asks already,
    // an acceptance of that. One that was declined, withdrawn or has expired doesn't count.
    // Errors: no_such_game; not_a_player; game_not_over; too_few_players (a seat was never taken);
    // and those of create and accept.
    protocol::Result<store::Challenge> rematch(protocol::AccountId account, protocol::GameId game);

private:
    protocol::Result<store::Challenge> find(protocol::AccountId account,
                                            protocol::ChallengeId challenge,
                                            const std::optional<std::string>& invitation = {});
    protocol::Result<store::Challenge> find_open(protocol::AccountId account,
                                                 protocol::ChallengeId challenge,
                                                 const std::optional<std::string>& invitation = {});
    // Whether the account may have a seat beside the others. Errors: not_admitted.
    protocol::Result<void> check_owners(const store::Challenge& challenge,
                                        protocol::AccountId account);
    protocol::Result<void> check_room(const store::Challenge& challenge);
    protocol::Result<store::Challenge> begin(const store::Challenge& challenge);
    protocol::Result<store::Challenge> accept_for_bots(const store::Challenge& challenge);
    protocol::Result<void> admit(const store::ChallengeSeat& seat, protocol::AccountId asker,
                                 std::size_t index);
    store::Challenge rematch_of(const engine::Match& match, protocol::AccountId account,
                                protocol::GameId game);
    protocol::Result<std::size_t> seat_for(const store::Challenge& challenge,
                                           protocol::AccountId account,
                                           const std::optional<engine::Seat>& wish);
    protocol::Result<void> check_games(const store::Account& taker,
                                       const store::Challenge& challenge);
    void complete(store::Challenge& challenge, bool is_notified);

    store::Transaction& transaction_;
    game::GameTransaction& games_;
    ChallengeWriter writer_;
};

}  // namespace tanbo::lobby
