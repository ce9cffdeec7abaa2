#pragma once

#include <span>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "server/game/referee.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

inline constexpr int open_games_max = 100;          // of one member and their bots together
inline constexpr int open_games_of_guest_max = 10;  // who costs nothing, and may be one of many
inline constexpr int seats_kept_max = 200;          // for one account, by all creators together
// Of those, by people who came from one address (store::counted_address).
inline constexpr int seats_kept_of_address_max = store::part_of_address(seats_kept_max);
// Beyond these, by people whom the account has played: strangers can't take their room.
inline constexpr int seats_kept_of_acquaintances_max = 50;
// Under way at once, of one account: being played, also if it has left the game, or open with a
// seat of its own. House bots have a limit of their own (BotRules).
inline constexpr int games_max = 1'000;
inline constexpr int games_of_guest_max = 100;

// Whether the account may play rated games. Errors: wrong_kind. Throws: store::StorageError.
protocol::Result<void> admit_to_rated(store::Reader& reader, AccountId account);

// Whether the account may play a rated game with these: no player is rated against their own
// accounts. Errors: wrong_kind. Throws: store::StorageError.
protocol::Result<void> admit_beside(store::Reader& reader, AccountId account,
                                    std::span<const AccountId> others);

// Whether the account may have another game under way. Two that look at once may both get the last
// one. Errors: limit_reached. Throws: store::StorageError.
protocol::Result<void> admit_to_another(store::Reader& reader, AccountId account);
// The same for the account that takes a seat by the command, and whether the game admits it.
// Errors: those of both.
protocol::Result<void> admit_to_seat(store::Reader& reader, const Command& command,
                                     const engine::Match& present);

// The game as asked for, with the accounts behind the handles.
//
// Errors: invalid_field with the pointer of the seat (its player has one already; open in a private
// game); no_such_player with the pointer; wrong_kind with the pointer (a guest in a rated game, or
// two of one owner); not_admitted with the pointer (its player has muted the creator);
// limit_reached (open_games_max, of a guest open_games_of_guest_max; games_max, of a guest
// games_of_guest_max; with the pointer seats_kept_max, seats_kept_of_address_max); of house bots
// no_such_bot with the pointer, bots_off, bot_busy, and invalid_field if no other player takes
// part. Throws: store::StorageError. Requires: the request was decoded: its opening and one seat
// request for each of the opening's seats are there.
protocol::Result<engine::GameOpened> seat_players(store::Reader& reader, const NewGame& game,
                                                  const BotRules& bots = {},
                                                  engine::Instant now = {});

}  // namespace tanbo::game
